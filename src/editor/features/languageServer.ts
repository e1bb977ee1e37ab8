import * as vscode from 'vscode';
import { largestText, type ServerStudy } from '../../protocol/languageServer';
import type { RunningServer } from '../languageClient';
import { scheme } from '../platform/ids';
import type { Feature, Services } from '../platform/services';

const selector = [
  { scheme: 'file', pattern: '**/{touchstone,*.touchstone}.{yaml,yml}' },
  { scheme: 'file', language: 'yaml', pattern: '**/{rubrics/*,*rubric*}.{yaml,yml}' },
  { scheme: 'file', pattern: '**/*labels*.{csv,yaml,yml}' },
  { scheme: 'file', pattern: '**/*.{jsonl,ndjson,json,pred}' },
  { scheme, pattern: '/row/**' },
];

/**
 * The language server for study files, rubrics, instances, predictions and reports. Its client is heavy, so it is
 * loaded when a study is open and a document of these kinds is shown, or the study has files that are checked without.
 * Documents that no editor shows don't count: VS Code opens its own settings, which are JSON, behind every window.
 */
export const languageServerFeature: Feature = (services) => {
  let started: Promise<RunningServer> | undefined;
  const begin = () => {
    if (started) return;
    started = start(services);
    started.catch((error: unknown) => services.log.error(`The language server could not be started: ${String(error)}`));
  };
  const consider = () => {
    const shown = vscode.window.visibleTextEditors.some(
      ({ document }) => vscode.languages.match(selector, document) > 0,
    );
    if (shown && services.study.catalogue !== null) begin();
  };
  const studyChanged = async () => {
    started?.then(
      async (server) => server.tell(await toldOf(services)),
      () => {},
    );
    consider();
    if (!started && (await hasLargeFiles(services))) begin();
  };
  return vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(consider),
    services.study.onDidChange(() => void studyChanged()),
    new vscode.Disposable(() => void started?.then((server) => server.dispose())),
  );
};

const hasLargeFiles = async ({ study: { catalogue } }: Services): Promise<boolean> => {
  const paths = [...(catalogue?.datasets ?? []), ...(catalogue?.runs ?? [])].map(({ path }) => path);
  const sizes = await Promise.allSettled(
    paths
      .filter((path) => /\.(jsonl|ndjson)$/i.test(path))
      .map((path) => vscode.workspace.fs.stat(vscode.Uri.file(path))),
  );
  return sizes.some((found) => found.status === 'fulfilled' && found.value.size > largestText);
};

/** Where the study's files are. Rows stay where they are: the server reads them itself. */
const toldOf = async ({ app, study: { catalogue } }: Services): Promise<ServerStudy | null> =>
  catalogue && {
    folder: catalogue.root,
    studyFile: catalogue.studyFile,
    datasets: catalogue.datasets.map(({ id, path }) => ({ id, path })),
    runs: catalogue.runs.map(({ id, path, model }) => ({ id, path, model })),
    evaluations: await app.remote.evaluationPlaces({ studyFolder: catalogue.root }),
  };

const start = async (services: Services): Promise<RunningServer> => {
  const { context, log } = services;
  const { startLanguageClient } = await import('../languageClient');
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const server = await startLanguageClient(module, selector);
  log.debug('language server started');
  server.tell(await toldOf(services));
  return server;
};

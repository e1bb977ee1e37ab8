import * as vscode from 'vscode';
import type { ServerStudy } from '../../protocol/languageServer';
import type { RunningServer } from '../languageClient';
import type { Feature, Services } from '../platform/services';

const selector = [
  { scheme: 'file', pattern: '**/{touchstone,*.touchstone}.{yaml,yml}' },
  { scheme: 'file', language: 'yaml', pattern: '**/rubrics/*.{yaml,yml}' },
  { scheme: 'file', pattern: '**/*.jsonl' },
];

/**
 * The language server for study files, rubrics, instances and predictions. Its client is heavy, so it is loaded when a
 * study is open and a document of these kinds is shown, and not before.
 */
export const languageServerFeature: Feature = (services) => {
  let started: Promise<RunningServer> | undefined;
  const consider = (document: vscode.TextDocument) => {
    if (started || services.study.catalogue === null || vscode.languages.match(selector, document) === 0) return;
    started = start(services);
    started.catch((error: unknown) => services.log.error(`The language server could not be started: ${String(error)}`));
  };
  const studyChanged = () => {
    started?.then((server) => server.tell(toldOf(services)));
    for (const document of vscode.workspace.textDocuments) consider(document);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(consider),
    services.study.onDidChange(studyChanged),
    new vscode.Disposable(() => void started?.then((server) => server.dispose())),
  );
};

/** Where the study's files are. Rows stay where they are: the server reads them itself. */
const toldOf = ({ study: { catalogue } }: Services): ServerStudy | null =>
  catalogue && {
    folder: catalogue.root,
    studyFile: catalogue.studyFile,
    datasets: catalogue.datasets.map(({ id, path }) => ({ id, path })),
    runs: catalogue.runs.map(({ id, path, model }) => ({ id, path, model })),
    evaluations: catalogue.evaluations.map(({ runId, model, instanceId, folder, source }) => ({
      runId,
      model,
      instanceId,
      folder,
      ...(source ? { source } : {}),
    })),
  };

const start = async (services: Services): Promise<RunningServer> => {
  const { context, log } = services;
  const { startLanguageClient } = await import('../languageClient');
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const server = await startLanguageClient(module, selector);
  log.debug('language server started');
  server.tell(toldOf(services));
  return server;
};

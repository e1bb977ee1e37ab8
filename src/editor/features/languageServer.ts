import * as vscode from 'vscode';
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
  let started: Promise<vscode.Disposable> | undefined;
  const consider = (document: vscode.TextDocument) => {
    if (started || services.study.catalogue === null || vscode.languages.match(selector, document) === 0) return;
    started = start(services);
    started.catch((error: unknown) => services.log.error(`The language server could not be started: ${String(error)}`));
  };
  const considerAll = () => {
    for (const document of vscode.workspace.textDocuments) consider(document);
  };
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(consider),
    services.study.onDidChange(considerAll),
    new vscode.Disposable(() => void started?.then((client) => client.dispose())),
  );
};

const start = async ({ context, log }: Services): Promise<vscode.Disposable> => {
  const { startLanguageClient } = await import('../languageClient');
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const client = await startLanguageClient(module, selector);
  log.debug('language server started');
  return client;
};

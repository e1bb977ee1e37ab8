import * as vscode from 'vscode';
import { type DocumentSelector, LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { type ServerStudy, studyNotification } from '../protocol/languageServer';

/** The running server: told of the study, and ended by disposing. */
export interface RunningServer extends vscode.Disposable {
  tell(study: ServerStudy | null): void;
}

/** Starts the server as a process of its own; disposing ends it. Heavy, so it is reached by `await import()` alone. */
export const startLanguageClient = async (
  module: string,
  documentSelector: DocumentSelector,
): Promise<RunningServer> => {
  const server = { module, transport: TransportKind.ipc };
  const fileEvents = vscode.workspace.createFileSystemWatcher('**/*.{jsonl,ndjson}');
  const options = { documentSelector, synchronize: { fileEvents } };
  const client = new LanguageClient('touchstone', 'Touchstone', server, options);
  await client.start();
  return {
    tell: (study) => void client.sendNotification(studyNotification, study),
    dispose: () => {
      fileEvents.dispose();
      void client.dispose();
    },
  };
};

import * as vscode from 'vscode';
import { type DocumentSelector, LanguageClient, TransportKind } from 'vscode-languageclient/node';

/** Starts the server as a process of its own; disposing ends it. Heavy, so it is reached by `await import()` alone. */
export const startLanguageClient = async (
  module: string,
  documentSelector: DocumentSelector,
): Promise<vscode.Disposable> => {
  const server = { module, transport: TransportKind.ipc };
  const client = new LanguageClient('touchstone', 'Touchstone', server, { documentSelector });
  await client.start();
  return new vscode.Disposable(() => void client.dispose());
};

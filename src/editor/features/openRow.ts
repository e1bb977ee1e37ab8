import * as vscode from 'vscode';
import { instanceRefOf, rowUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import { pickInstance } from '../platform/pickItem';
import type { Feature, Services } from '../platform/services';

/**
 * "Open Row...": the row of an instance as its file has it, as a read-only JSON document. It serves every file, also
 * those that no editor opens: Parquet, gzip, above 50 MB.
 */
export const openRowFeature: Feature = (services) =>
  vscode.Disposable.from(
    services.files.route('row', (uri) => readRow(services, uri)),
    registerCommand(services.log, commands.openRow, 'The row could not be opened', async (argument) => {
      const item = await pickInstance(services, argument);
      if (item) await vscode.window.showTextDocument(rowUri(item), { preview: true });
    }),
  );

const readRow = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const text = await app.remote.readRow(instanceRefOf(uri));
  if (text === null) throw vscode.FileSystemError.FileNotFound(uri);
  return new TextEncoder().encode(text);
};

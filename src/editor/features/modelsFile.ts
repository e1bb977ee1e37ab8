import * as vscode from 'vscode';
import { modelsStarter } from '../../core/run/model/modelsStarter';

/** Opens the models file; where there is none yet, it is begun and saved by the person. */
export const openModelsFile = async (path: string): Promise<void> => {
  const file = vscode.Uri.file(path);
  const isThere = await vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
  const document = await vscode.workspace.openTextDocument(isThere ? file : file.with({ scheme: 'untitled' }));
  const editor = await vscode.window.showTextDocument(document);
  if (!isThere && document.getText() === '')
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), modelsStarter));
};

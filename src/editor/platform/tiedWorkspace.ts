import * as vscode from 'vscode';
import type { Services } from './services';

/** A workspace that was opened from an instance, and which. */
export interface TiedWorkspace {
  readonly folder: string;
  readonly datasetPath: string;
  readonly instanceId: string;
}

/** The first folder of this window that is an instance's workspace; null where none is. */
export const tiedWorkspace = async ({ app }: Services): Promise<TiedWorkspace | null> => {
  for (const { uri } of vscode.workspace.workspaceFolders ?? []) {
    const tie = await app.remote.workspaceTie({ folder: uri.fsPath });
    if (tie) return { folder: uri.fsPath, datasetPath: tie.datasetPath, instanceId: tie.instanceId };
  }
  return null;
};

import * as vscode from 'vscode';
import { isFields } from '../../core/run/trajectory/fields';
import type { WantedStep } from '../../protocol/trajectoryPage';
import { queryOf } from '../documents/uris';
import { TrajectoryEditor } from '../panels/trajectoryEditor';
import { commands, customEditors } from '../platform/ids';
import { registerCommand } from '../platform/messages';
import type { Feature, Services } from '../platform/services';

/** Trajectories in an editor of ours; any file can be opened in it, its content decides what it is. */
export const trajectoryFeature: Feature = (services) => {
  const editor = new TrajectoryEditor(services);
  const { log } = services;
  return vscode.Disposable.from(
    services.files.route('final-patch', (uri) => readFinalPatch(services, uri)),
    // By name at once, or by choice: a custom editor has one priority.
    ...[customEditors.trajectory, customEditors.trajectoryFile].map((id) =>
      vscode.window.registerCustomEditorProvider(id, editor, { supportsMultipleEditorsPerDocument: true }),
    ),
    registerCommand(log, commands.openTrajectory, 'The trajectory could not be opened', async (argument, at) => {
      const uri = argument instanceof vscode.Uri ? argument : (fileOfTab() ?? (await askFile()));
      if (uri) await editor.open(uri, wantedStep(at));
    }),
    registerCommand(log, commands.trajectoryPress, 'The key could not be sent', (key) => editor.press(String(key))),
  );
};

const readFinalPatch = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const query = queryOf(uri);
  const { head } = await app.remote.trajectoryShape({ path: query.get('path'), which: Number(query.get('which')) });
  if (head.finalPatch === null) throw vscode.FileSystemError.FileNotFound(uri);
  return new TextEncoder().encode(head.finalPatch.text);
};

/** Which of the file's trajectories, and a step of it where one is meant; null: as it was left. */
const wantedStep = (at: unknown): WantedStep | null => {
  if (!isFields(at)) return null;
  const [which, step] = [at['which'], at['step']];
  if (typeof which !== 'number') return null;
  return { which, idx: typeof step === 'number' ? step : 1 };
};

/** The file of the active tab where it is one on disk. */
const fileOfTab = (): vscode.Uri | null => {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : null;
  return uri?.scheme === 'file' ? uri : null;
};

const askFile = async (): Promise<vscode.Uri | null> => {
  const chosen = await vscode.window.showOpenDialog({ title: 'Open as Trajectory', openLabel: 'Open' });
  return chosen?.[0] ?? null;
};

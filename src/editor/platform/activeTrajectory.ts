import * as vscode from 'vscode';
import type { TrajectoryRef } from '../../protocol/trajectory';
import { customEditors } from './ids';
import { stepShown, whichShown } from './shownTrajectories';

const types: readonly string[] = [customEditors.trajectory, customEditors.trajectoryFile];

const isTrajectory = (input: unknown): input is vscode.TabInputCustom =>
  input instanceof vscode.TabInputCustom && types.includes(input.viewType);

/** The trajectory in the tab in front, with the step that its page shows; null where another thing is there. */
export const activeTrajectory = (): (TrajectoryRef & { readonly idx: number | null }) | null => {
  const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!isTrajectory(input)) return null;
  const path = input.uri.fsPath;
  return { path, which: whichShown(path), idx: stepShown(path) };
};

import * as vscode from 'vscode';
import type { TrajectoryRef } from '../../protocol/trajectory';
import { codeUri, textUri } from '../documents/uris';
import { activeTrajectory } from '../platform/activeTrajectory';
import { commands } from '../platform/ids';
import { stepShown, whichShown } from '../platform/shownTrajectories';
import type { Judged } from './judged';
import { openTrajectoryAt } from './openTrajectoryAt';

const showPrediction = async (item: Judged): Promise<void> => {
  if (!item.run) return;
  const { patchKind, predictionsPath, attempt, patchBytes } = item.run;
  if (patchKind === 'code' && predictionsPath !== null)
    await vscode.window.showTextDocument(codeUri(item, predictionsPath, attempt), { preview: true });
  else if (patchBytes !== 0) await vscode.commands.executeCommand(commands.compare, item);
};

/** At the step that its page shows, where it has one. */
const showTrajectory = async (ref: TrajectoryRef): Promise<void> => {
  const front = activeTrajectory();
  if (front?.path === ref.path && front.which === ref.which) return;
  const step = whichShown(ref.path) === ref.which ? stepShown(ref.path) : null;
  await openTrajectoryAt(ref, step ?? undefined);
};

/** Puts beside the form what it asks about: the comparison, the trajectory, or, of an instance, its statement alone. */
export const showJudged = async (item: Judged): Promise<void> => {
  const { unit } = item;
  if (unit?.kind === 'trajectory') await showTrajectory(unit.ref);
  else if (unit?.kind === 'instance')
    await vscode.window.showTextDocument(textUri(item, 'statement'), { preview: true });
  else await showPrediction(item);
};

/** Puts beside the form what a stage that was opened shows: gold against base, with the test patch behind it. */
export const showPanes = async (item: Judged, panes: readonly string[]): Promise<void> => {
  if (panes.includes('test_patch'))
    await vscode.window.showTextDocument(textUri(item, 'testPatch'), { preview: false, preserveFocus: true });
  if (panes.includes('gold')) await vscode.commands.executeCommand(commands.compareBaseGold, { ...item, run: null });
};

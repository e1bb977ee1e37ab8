import * as vscode from 'vscode';
import { commands } from '../platform/ids';
import type { Services } from '../platform/services';

export interface Cell {
  readonly datasetPath: string;
  readonly instanceId: string;
  readonly runKey: string | null;
}

/**
 * Opens what a cell of a table stands for. `review` is what Compare Patches at the same run in the tree does; where there is
 * nothing to compare (gold, base, an evaluation alone) the instance's page opens at that run, as a click in the tree does.
 * Judging begins from the queue, blind, and not out of a table that has told the outcome.
 * `trajectory`: the steps of that run; where it has none, that is said.
 */
export const openCell = async (
  services: Services,
  what: 'review' | 'instance' | 'trajectory',
  cell: Cell,
): Promise<void> => {
  const { datasetPath, instanceId, runKey } = cell;
  const run = await services.study.runOf(instanceId, runKey);
  const item = { datasetPath, instanceId, run };
  if (what === 'trajectory') {
    await vscode.commands.executeCommand(commands.openRunTrajectory, item);
    return;
  }
  const isCompared =
    what === 'review' && run?.kind === 'prediction' && run.patchBytes !== 0 && run.patchKind !== 'code';
  await vscode.commands.executeCommand(isCompared ? commands.compare : commands.openInstance, item);
};

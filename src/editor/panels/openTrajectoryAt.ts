import * as vscode from 'vscode';
import type { TrajectoryRef } from '../../protocol/trajectory';
import { commands } from '../platform/ids';
import { trajectoryUri } from '../platform/judging';

/** Opens a trajectory in its editor; `step` from 1, where one is meant. */
export const openTrajectoryAt = async ({ path, which }: TrajectoryRef, step?: number): Promise<void> => {
  await vscode.commands.executeCommand(commands.openTrajectory, trajectoryUri(path), {
    which,
    ...(step === undefined ? {} : { step }),
  });
};

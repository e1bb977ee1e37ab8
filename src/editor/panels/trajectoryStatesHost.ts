import * as vscode from 'vscode';
import type { StepAction, TrajectoryStatesHostApi } from '../../protocol/trajectoryStates';
import { commands } from '../platform/ids';
import { noteShown, noteStepShown } from '../platform/shownTrajectories';

const commandOf: Readonly<Record<StepAction, string>> = {
  diff: commands.diffSoFar,
  gold: commands.diffToGoldAtStep,
  file: commands.openFileAtStep,
  workspace: commands.openWorkspaceAtStep,
  tests: commands.runTestsAtStep,
  fork: commands.forkStep,
};

/** What the page of a trajectory asks for of the files after a step; the commands do it. */
export const trajectoryStatesHost = (path: string): TrajectoryStatesHostApi => ({
  stepShown: async ({ which, idx }) => {
    noteShown(path, which);
    noteStepShown(path, idx);
    return null;
  },
  atStep: async ({ action, ...at }) => {
    const words: unknown = await vscode.commands.executeCommand(commandOf[action], { path, ...at });
    return typeof words === 'string' ? words : null;
  },
});

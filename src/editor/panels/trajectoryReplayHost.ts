import * as vscode from 'vscode';
import { shownText } from '../../core/shared/shownText';
import type { ReplayedText, TrajectoryReplayHostApi } from '../../protocol/trajectoryReplay';
import { replayUri } from '../documents/uris';
import type { Services } from '../platform/services';

const titleOf = (path: string, of: ReplayedText): string => {
  const what = of === 'patch' ? 'final patch' : `step ${of}`;
  return shownText(`${path.split(/[/\\]/).at(-1)}: ${what}, recorded ↔ replayed`);
};

/** What the page of a trajectory shows of its replay. */
export const trajectoryReplayHost = ({ app, files }: Services, path: string): TrajectoryReplayHostApi => ({
  replay: ({ which }) => app.remote.trajectoryReplay({ path, which }),
  openReplayed: async ({ which, of }) => {
    // A replay since then has other texts under the same names.
    files.invalidate();
    const [recorded, seen] = (['recorded', 'seen'] as const).map((side) => replayUri({ path, which }, of, side));
    const options = { preview: true, viewColumn: vscode.ViewColumn.Beside };
    await vscode.commands.executeCommand('vscode.diff', recorded, seen, titleOf(path, of), options);
    return null;
  },
});

import * as vscode from 'vscode';
import type { TrajectoryForks } from '../../protocol/modelRuns';
import type { TrajectoryHeadHostApi } from '../../protocol/trajectoryHeadPage';
import { finalPatchUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { openTrajectoryAt } from './openTrajectoryAt';

/** Opens the test output of the evaluation that gave the trajectory its outcome. */
const openOutput = async ({ app, study }: Services, path: string, which: number): Promise<void> => {
  const { instanceId, datasetPath, evaluationFolder } = await app.remote.trajectoryPlace({ path, which });
  const { rows } = instanceId === null ? { rows: [] } : await study.rowsOf(instanceId);
  const run = rows.find(({ evaluations }) => evaluations.some(({ folder }) => folder === evaluationFolder));
  if (run) await vscode.commands.executeCommand(commands.openTestOutput, { datasetPath, instanceId, run });
  else void tell('The study has no test output of this trajectory.');
};

const none: TrajectoryForks = { parent: null, forks: [] };

const forksOf = async ({ app, study }: Services, path: string): Promise<TrajectoryForks> =>
  study.folder === null ? none : app.remote.trajectoryForks({ studyFolder: study.folder, path });

/** What can be opened from the figures of one trajectory page. */
export const trajectoryHeadHost = (services: Services, path: string): TrajectoryHeadHostApi => ({
  openPatch: async ({ which }) => {
    await vscode.window.showTextDocument(finalPatchUri({ path, which }), {
      preview: true,
      viewColumn: vscode.ViewColumn.Beside,
    });
    return null;
  },
  forks: () => forksOf(services, path),
  openFork: async ({ path: other, step }) => {
    await openTrajectoryAt({ path: other, which: 0 }, step);
    return null;
  },
  openOutput: async ({ which }) => {
    await openOutput(services, path, which);
    return null;
  },
});

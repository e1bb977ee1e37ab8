import { commands } from '../platform/ids';
import type { Feature } from '../platform/services';
import { runSettings } from '../platform/settings';
import type { ModelRunRow } from '../views/modelRunRows';
import { mayRun } from './runModel';
import { unfinishedRunsOf } from './unfinishedFinder';

/** Runs of models that no process has, offered once to go on with. */
export const unfinishedModelRunsFeature: Feature = (services) => {
  const { app, modelRuns, study } = services;
  return unfinishedRunsOf(services, {
    what: 'unfinished runs of models',
    none: 'No unfinished run of a model was found in the study.',
    dismissedKey: 'touchstone.dismissedModelRuns',
    commands: { resume: commands.resumeModelRun, dismiss: commands.dismissModelRun },
    onDidEnd: modelRuns.onDidEnd,
    shown: () => modelRuns.unfinished,
    show: (found) => {
      modelRuns.unfinished = found;
    },
    find: async (studyFolder) => {
      const all = await app.remote.unfinishedModelRuns({ studyFolder });
      const live = new Set(modelRuns.live.flatMap(({ runIds }) => runIds));
      return all.filter(({ runId }) => !live.has(runId));
    },
    resume: async (run) => {
      if (!(await mayRun(run))) return false;
      const { runId } = run;
      const studyFolder = await study.ready();
      modelRuns.changed(await app.remote.resumeModelRun({ studyFolder, runId, settings: runSettings() }));
      return true;
    },
    ofRow: (argument) => {
      const row = argument as ModelRunRow | undefined;
      return row?.kind === 'modelUnfinished' ? row.unfinished : null;
    },
    offerWords: ({ runId, done, total }) =>
      `The model run ${runId} was not finished: ${done} of ${total} done. What is done is kept; an attempt that was cut off begins anew.`,
  });
};

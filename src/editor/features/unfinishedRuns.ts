import { chooseBackend } from '../platform/chooseBackend';
import { commands } from '../platform/ids';
import type { Feature } from '../platform/services';
import { runSettings } from '../platform/settings';
import type { EvaluationRow } from '../views/evaluationRows';
import { unfinishedRunsOf } from './unfinishedFinder';

/** Evaluations of the study that no process has, offered once to go on with. */
export const unfinishedRunsFeature: Feature = (services) => {
  const { app, runs, study } = services;
  return unfinishedRunsOf(services, {
    what: 'unfinished runs',
    none: 'No unfinished run was found in the study.',
    dismissedKey: 'touchstone.dismissedRuns',
    commands: { resume: commands.resumeUnfinished, dismiss: commands.dismissUnfinished },
    onDidEnd: runs.onDidEnd,
    shown: () => runs.unfinished,
    show: (found) => {
      runs.unfinished = found;
    },
    find: (studyFolder) => app.remote.unfinishedRuns({ studyFolder }),
    resume: async ({ runId }) => {
      const studyFolder = await study.ready();
      const backend = await chooseBackend(services);
      if (!backend) return false;
      runs.changed(await app.remote.resumeUnfinished({ studyFolder, runId, backend, settings: runSettings() }));
      return true;
    },
    ofRow: (argument) => {
      const row = argument as EvaluationRow | undefined;
      return row?.kind === 'unfinished' ? row.unfinished : null;
    },
    offerWords: ({ title, done, total }) =>
      `The evaluation of ${title} was not finished: ${done} of ${total} done. Results are kept; jobs that still run are waited for.`,
  });
};

import { resolve } from 'node:path';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { type LeftRun, leftRuns } from '../../io/store/unfinishedRuns';
import { ask } from '../ask';
import { say } from '../say';
import type { EvaluateOptions } from './evaluateOptions';
import { runWish } from './evaluateRun';

/** What a journal may not decide alone: it is a file like others, and could have come with the folder. */
const wants = ({ wish }: LeftRun, options: EvaluateOptions): readonly string[] => {
  const { images, repositories, repository, testCommands } = wish.settings;
  return [
    ...(wish.backend === 'local' && options.backend === undefined ? ['the local backend, which is no sandbox'] : []),
    ...(wish.endpoint !== null && options.endpoint === undefined ? [`the engine at ${wish.endpoint}`] : []),
    ...Object.values(images).map((image) => `the image ${image}`),
    ...Object.values(testCommands).map((command) => `the test command ${command}`),
    ...Object.values(repositories).map((source) => `the repository ${source}`),
    ...(repository === null ? [] : [`the repository ${repository.kind === 'url' ? repository.url : repository.path}`]),
  ];
};

const optionsOf = (options: EvaluateOptions, { wish }: LeftRun): EvaluateOptions => {
  const backend = options.backend ?? wish.backend;
  const endpoint = options.endpoint ?? wish.endpoint;
  return {
    ...options,
    dataset: wish.datasetPath,
    ...(backend === null ? {} : { backend }),
    ...(endpoint === null ? {} : { endpoint }),
  };
};

const resumeOne = async (options: EvaluateOptions, left: LeftRun, signal: AbortSignal): Promise<void> => {
  const asked = wants(left, options);
  const question = `The journal of run ${left.runId} wants ${asked.join(', ')}. Go on with that?`;
  if (asked.length > 0 && !(await ask(question, options.yes ?? false)))
    throw new EnvironmentFault('trust', `Run ${left.runId} was not resumed: give --yes, or evaluate it anew.`);
  say(`Run ${left.runId}, begun ${left.at}: ${left.done} of ${left.total} were done.`);
  const wish = { ...left.wish, workers: options.workers ?? left.wish.workers };
  await runWish(optionsOf(options, left), wish, signal, true);
};

/**
 * `touchstone evaluate --resume --out DIR`: goes on with the runs of a folder whose process was killed, stopped or lost
 * its engine; with `--run` only with that one. Throws InputFault where there is no such run.
 */
export const resumeRuns = async (options: EvaluateOptions, signal: AbortSignal): Promise<void> => {
  const found = await leftRuns(resolve(options.out));
  const left = options.run === undefined ? found : found.filter(({ runId }) => runId === options.run);
  if (left.length === 0) {
    const which = options.run === undefined ? 'no run' : `no run ${options.run}`;
    throw new InputFault(`${options.out}: ${which} is open here: all came to their end, or a process has them.`);
  }
  for (const run of left.toReversed()) await resumeOne(options, run, signal);
};

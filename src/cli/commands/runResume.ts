import { resolve } from 'node:path';
import type { ForkParent } from '../../core/run/record/runRecord';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { type LeftModelRun, leftModelRuns } from '../../io/store/unfinishedModelRuns';
import { ask } from '../ask';
import { say } from '../say';
import type { RunOptions } from './runOptions';
import { runWish } from './runStart';

/** Models of files are named by the file again; all others by their id alone, never by what the folder says of them. */
const modelOf = ({ record }: LeftModelRun): string => {
  const { id, protocol, file } = record.touchstone?.entry ?? {};
  const isFile = (protocol === 'scripted' || protocol === 'replay') && typeof file === 'string';
  return isFile ? `${protocol}:${file}` : String(id ?? record.model);
};

/** An agent of a person's own configuration is named by its file again. */
const agentOf = ({ record }: LeftModelRun): string => {
  const file = record.touchstone?.settings['file'];
  return typeof file === 'string' ? file : record.agent;
};

/** What a run's folder may not decide alone: it is a file like others, and could have come with the study. */
const wants = ({ record }: LeftModelRun, options: RunOptions): readonly string[] => [
  `the agent ${options.agent ?? record.agent} with the model ${options.model ?? record.model}`,
  ...(record.touchstone?.backend === 'local' && options.backend === undefined
    ? ['the local backend, which is no sandbox']
    : []),
];

const optionsOf = (options: RunOptions, left: LeftModelRun): RunOptions => {
  const { record, runId } = left;
  const ours = record.touchstone;
  const { attempt } = record;
  const budget = options.budget ?? ours?.settings['budgetUsd'];
  return {
    ...options,
    dataset: options.dataset ?? ours?.dataset ?? '',
    agent: options.agent ?? agentOf(left),
    model: options.model ?? modelOf(left),
    attempts: attempt,
    run: attempt > 1 && runId.endsWith(`-a${attempt}`) ? runId.slice(0, -`-a${attempt}`.length) : runId,
    ...(ours?.instances === undefined ? {} : { instance: options.instance ?? ours.instances }),
    ...(typeof budget === 'number' ? { budget } : {}),
    ...(ours?.backend === undefined ? {} : { backend: options.backend ?? ours.backend }),
  };
};

/** What a fork was told stands in its trajectory alone, so the call that began it has to be made again. */
const forkWords = (left: LeftModelRun, { file, step }: ForkParent): string => {
  const { runId } = left;
  const call = `touchstone fork ${file} --at ${step} --model ${modelOf(left)} --run ${runId}`;
  return `${runId} is a fork; what began it goes on with it: ${call}, with the hint or reply that it had. The editor offers to resume those that it began.`;
};

const resumeOne = async (options: RunOptions, left: LeftModelRun, signal: AbortSignal): Promise<void> => {
  const { record, runId, at, done, total } = left;
  const parent = record.touchstone?.parent ?? null;
  if (parent !== null) return say(forkWords(left, parent));
  const question = `The folder of run ${runId} wants ${wants(left, options).join(' and ')}. Go on with that?`;
  const isOwn = options.agent !== undefined && options.model !== undefined;
  if (!isOwn && !(await ask(question, options.yes ?? false)))
    throw new EnvironmentFault('trust', `Run ${runId} was not resumed: give --yes, or --agent and --model.`);
  say(`Run ${runId}, begun ${at}: ${done} of ${total} were done.`);
  await runWish(optionsOf(options, left), signal, { attempt: record.attempt });
};

/**
 * `touchstone run --resume`: goes on with the runs of a folder whose process was killed or stopped; with `--run` only
 * with that one. Throws InputFault where there is no such run.
 */
export const resumeModelRuns = async (options: RunOptions, signal: AbortSignal): Promise<void> => {
  const folder = resolve(options.study ?? options.out ?? '');
  const found = await leftModelRuns(folder);
  const left = options.run === undefined ? found : found.filter(({ runId }) => runId === options.run);
  if (left.length === 0) {
    const which = options.run === undefined ? 'no run' : `no run ${options.run}`;
    throw new InputFault(`${folder}: ${which} is open here: all came to their end, or a process has them.`);
  }
  for (const run of left.toReversed()) await resumeOne(options, run, signal);
};

import type { EvaluationKey } from '../../core/evaluation/record';
import type { JobRef, JobSpec } from '../../core/run/container/engine';
import type { FoundJob } from '../../core/run/container/foundJob';
import { EnvironmentFault } from '../../core/shared/problem';
import type { EvaluationContext } from './context';
import { folderLabel, inputsLabel, instanceLabel, modelLabel, repeatLabel, runLabel } from './jobLabels';
import type { Task } from './task';

type Looking = Pick<EvaluationContext, 'ports' | 'runOf' | 'signal'>;

/** The label by which jobs of one result folder are found, whichever process submitted them. */
export const folderMark = ({ ports }: Pick<Looking, 'ports'>, key: EvaluationKey): string =>
  ports.sha256(ports.store.folderOf(key));

/** Jobs of these runs that the engine still has, by the mark of their result folder. */
export const findJobs = async (
  { ports, signal }: Looking,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, readonly FoundJob[]>> => {
  const byFolder = new Map<string, FoundJob[]>();
  for (const runId of runIds)
    for (const job of await ports.engine.find({ [runLabel]: runId }, signal)) {
      const mark = job.labels[folderLabel];
      if (mark !== undefined) byFolder.set(mark, [...(byFolder.get(mark) ?? []), job]);
    }
  return byFolder;
};

/** Jobs of one evaluation that the engine has after it was away. */
export const findAgain = (context: Looking, { key }: Task): Promise<readonly FoundJob[]> =>
  context.ports.engine.find({ [folderLabel]: folderMark(context, key) }, context.signal);

/** Removes a job, and notes it: whoever reads the journal knows that nothing is left. */
export const removeJob = async ({ ports, runOf }: Looking, key: EvaluationKey, ref: JobRef): Promise<void> => {
  await ports.engine.remove(ref);
  const { instanceId, model, repeat } = key;
  await runOf(key).journal({ kind: 'removed', instanceId, model, repeat, at: ports.clock.now(), job: ref.id });
};

/** Removes what nobody waits for; what another machine may still wait for is left alone. */
export const removeFound = async (context: Looking, key: EvaluationKey, found: readonly FoundJob[]): Promise<void> => {
  for (const job of found) if (job.owner !== 'other') await removeJob(context, key, job.ref);
};

/**
 * What is left of these runs when they have ended: a request of a killed process may have reached the engine after
 * its jobs were looked for. That it can't be asked stops nothing.
 */
export const sweep = async (context: Looking, runIds: readonly string[]): Promise<void> => {
  const signal = AbortSignal.timeout(sweepMs);
  const found = await findJobs({ ...context, signal }, runIds).catch(() => new Map<string, readonly FoundJob[]>());
  for (const job of [...found.values()].flat())
    if (job.owner !== 'other' && isOurs(context, job)) await context.ports.engine.remove(job.ref);
};

const sweepMs = 20_000;

/** Whether its result would lie in this folder; another one may hold a run of the same name. */
const isOurs = ({ ports }: Looking, { labels }: FoundJob): boolean => {
  const { [runLabel]: runId = '', [modelLabel]: model = '', [instanceLabel]: instanceId = '' } = labels;
  const key = { runId, model, instanceId, repeat: Number(labels[repeatLabel]) };
  return labels[folderLabel] === folderMark({ ports }, key);
};

const isUsable = (job: FoundJob, spec: JobSpec): boolean =>
  job.owner !== 'other' && job.state !== 'created' && job.labels[inputsLabel] === spec.labels[inputsLabel];

/**
 * Takes over the job that an earlier process left for the same evaluation, made of the same patch, scripts and image;
 * the others of that evaluation are removed. Null where none can be taken over.
 */
export const takeOver = async (
  context: Looking,
  key: EvaluationKey,
  found: readonly FoundJob[],
  spec: JobSpec,
): Promise<JobRef | null> => {
  let taken: JobRef | null = null;
  for (const job of found) {
    if (taken === null && isUsable(job, spec)) taken = await adopted(context, job, spec);
    if (taken?.id !== job.ref.id) await removeFound(context, key, [job]);
  }
  return taken;
};

const adopted = async ({ ports }: Looking, job: FoundJob, spec: JobSpec): Promise<JobRef | null> => {
  try {
    return await ports.engine.adopt(job, spec);
  } catch (error) {
    if (error instanceof EnvironmentFault) return null;
    throw error;
  }
};

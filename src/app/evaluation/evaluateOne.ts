import type { EvaluationRecord, ItemEvent } from '../../core/evaluation/record';
import type { JobEnd, JobFiles, JobRef } from '../../core/run/container/engine';
import type { EvaluationContext } from './context';
import { removeJob, takeOver } from './foundJobs';
import { type JobOutcome, outcomeOfJob } from './jobOutcome';
import { type PreparedJob, prepareJob } from './prepareJob';
import { type EvaluatedItem, gradedInstance, rulesOfItem } from './request';
import { runLog } from './runLog';
import type { Task } from './task';
import { type TimedItem, withTimes } from './timedItem';
import { evaluatedItem, evidenceOf, filesToWrite, recordOf, secondsSince } from './writtenResult';

/** What one try came to. `failed`: the machinery did, and nothing was written; `detail` says how. */
export type Attempt =
  | { readonly kind: 'done'; readonly item: EvaluatedItem }
  | { readonly kind: 'failed'; readonly detail: string };

const noFiles: JobFiles = { files: new Map(), skipped: [] };

const eventOf = (
  { ports, request }: EvaluationContext,
  { key, item }: Task,
  kind: ItemEvent['kind'],
  more: Partial<ItemEvent>,
): ItemEvent => {
  const { instanceId, model, repeat } = key;
  const patchSha256 = item.patch === null ? null : ports.sha256(item.patch);
  return {
    kind,
    instanceId,
    model,
    repeat,
    at: ports.clock.now(),
    patchSha256,
    rules: rulesOfItem(request, item),
    ...more,
  };
};

/** Writes one line of the journal. */
export const note = (context: EvaluationContext, task: Task, kind: ItemEvent['kind'], more: Partial<ItemEvent> = {}) =>
  context.runOf(task.key).journal(eventOf(context, task, kind, more));

const showOutput = async ({ ports, hooks }: EvaluationContext, task: Task, ref: JobRef): Promise<void> => {
  if (hooks.output === undefined) return;
  for await (const bytes of ports.engine.watch(ref)) hooks.output(task.instanceId, bytes);
};

/** A prediction without a patch needs no container: the outcome is known. */
export const recordEmpty = async (context: EvaluationContext, task: Task): Promise<EvaluatedItem> => {
  const { key, item } = task;
  const reason = item.patch === null ? 'the prediction has no patch (null)' : 'the patch is empty';
  const record: EvaluationRecord = {
    ...recordOf(context, key, item, item.patch === null ? null : context.ports.sha256(item.patch), 0),
    outcome: { kind: 'none', reason: 'empty' },
    reason,
  };
  const files = new Map<string, string>(item.patch === null ? [] : [['patch.diff', item.patch]]);
  await context.ports.store.write(key, files, record);
  await note(context, task, 'result', { at: record.at, outcome: record.outcome });
  return evaluatedItem(context, record, null);
};

/** The job of this evaluation: one that goes on from an earlier process, else a new one. */
const jobOf = async (context: EvaluationContext, task: Task, { spec }: PreparedJob): Promise<JobRef> => {
  const { ports, signal } = context;
  const found = task.found;
  task.found = [];
  const taken = await takeOver(context, task.key, found, spec);
  if (taken !== null) {
    task.left = taken;
    await note(context, task, 'adopted', { job: taken.id });
    return taken;
  }
  await note(context, task, 'intent');
  const ref = await ports.engine.submit(spec, signal);
  task.left = ref;
  await note(context, task, 'started', { job: ref.id });
  return ref;
};

/** Waits for the job's end and collects what it left; it is not removed yet. */
const collect = async (context: EvaluationContext, task: Task, ref: JobRef) => {
  const { ports, hooks, signal } = context;
  hooks.progress(task.key, 'running the tests');
  const shown = showOutput(context, task, ref).catch(() => undefined);
  const end = await ports.engine.wait(ref, signal);
  signal.throwIfAborted();
  await shown;
  const early = end.kind === 'infrastructure' || end.kind === 'lost';
  return { end, early, output: early ? noFiles : await ports.engine.files(ref) };
};

interface Ended {
  readonly prepared: PreparedJob;
  readonly end: JobEnd;
  readonly output: JobFiles;
  readonly result: JobOutcome & { readonly timed?: TimedItem };
  readonly seconds: number;
}

/** Writes the folder, then the journal's line: what is written is found again, and what is not is collected again. */
const writeResult = async (context: EvaluationContext, task: Task, ended: Ended): Promise<EvaluatedItem> => {
  const { ports } = context;
  const { key, item } = task;
  const { prepared, end, output, result } = ended;
  const rules = rulesOfItem(context.request, item);
  const patchSha256 = item.patch === null ? null : ports.sha256(item.patch);
  const record: EvaluationRecord = {
    ...recordOf(context, key, item, patchSha256, ended.seconds),
    outcome: result.outcome,
    reason: result.reason,
    rule: result.grade?.rule ?? null,
    rung: result.script?.rung ?? null,
    testbed: result.script?.testbed ?? null,
    evalScript: prepared.script.source,
    parser: result.grade?.parser ?? null,
    image: prepared.image,
    testSeconds: result.script?.testSeconds ?? null,
    signs: result.grade?.signs ?? [],
    warnings: result.grade?.warnings ?? [],
    ...(result.coverage === null ? {} : { coverage: result.coverage }),
    ...(result.timed === undefined ? {} : { optimisation: result.timed.optimisation }),
    evidence: evidenceOf(end, output, result),
  };
  const log = runLog(task.instanceId, rules, record.at, end, output, result);
  await ports.store.write(key, filesToWrite(item, prepared.script.text, log, output, result), record);
  await note(context, task, 'result', { at: record.at, outcome: result.outcome });
  return evaluatedItem(context, record, result);
};

/**
 * Evaluates one item in one sandbox and writes its folder; the sandbox goes when the result is on disk, or when nobody
 * wants it any more. `last`: a failure of the machinery is written as the outcome, else nothing is written and
 * `task.left` is the job, for another try. Throws EnvironmentFault where the evaluation could not be started, and the
 * signal's reason where it was cancelled.
 */
export const evaluateOne = async (context: EvaluationContext, task: Task, last: boolean): Promise<Attempt> => {
  const { ports, request } = context;
  const { item } = task;
  const began = ports.clock.monotonic();
  const prepared = await prepareJob(context, task.key, item, item.patch === null ? null : ports.sha256(item.patch));
  const ref = await jobOf(context, task, prepared);
  const { end, early, output } = await collect(context, task, ref);
  const instance = gradedInstance(item.instance, prepared.target);
  const rules = rulesOfItem(request, item);
  const graded = outcomeOfJob({
    ...{ instance, rules, end, output, sha256: ports.sha256 },
    coverage: prepared.target.coverage ?? null,
  });
  if (early && !last) return { kind: 'failed', detail: graded.reason };
  const result = await withTimes(context, task, prepared, graded, output.files);
  const seconds = secondsSince(context, began);
  const done = await writeResult(context, task, { prepared, end, output, result, seconds });
  await dropJob(context, task);
  return { kind: 'done', item: done };
};

/** Removes the task's job, if it has one. */
export const dropJob = async (context: EvaluationContext, task: Task): Promise<void> => {
  const ref = task.left;
  task.left = null;
  if (ref !== null) await removeJob(context, task.key, ref);
};

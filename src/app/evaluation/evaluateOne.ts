import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EvaluationKey, EvaluationRecord } from '../../core/evaluation/record';
import type { JobEnd, JobFiles, JobRef, JobSpec } from '../../core/run/container/engine';
import type { EvaluationContext } from './context';
import { outcomeOfJob } from './jobOutcome';
import { prepareJob } from './prepareJob';
import { type EvaluatedItem, type EvaluationItem, gradedInstance, rulesOfItem } from './request';
import { runLog } from './runLog';
import { evaluatedItem, evidenceOf, filesToWrite, recordOf, secondsSince } from './writtenResult';

const showOutput = async ({ ports, hooks }: EvaluationContext, item: EvaluationItem, ref: JobRef): Promise<void> => {
  if (hooks.output === undefined) return;
  for await (const bytes of ports.engine.watch(ref)) hooks.output(item.instance.id, bytes);
};

const noFiles: JobFiles = { files: new Map(), skipped: [] };

const endedEarly = (end: JobEnd): boolean => end.kind === 'infrastructure' || end.kind === 'lost';

/** Runs the job to its end and removes it whatever happens. */
const runJob = async (context: EvaluationContext, key: EvaluationKey, item: EvaluationItem, spec: JobSpec) => {
  const { ports, hooks, run, signal } = context;
  const event = { ...key, at: ports.clock.now() };
  const ref = await ports.engine.submit(spec, signal);
  try {
    await run.journal({ ...event, kind: 'started', job: ref.id });
    hooks.progress(key, 'running the tests');
    const shown = showOutput(context, item, ref).catch(() => undefined);
    const end = await ports.engine.wait(ref, signal);
    signal.throwIfAborted();
    await shown;
    return { end, output: endedEarly(end) ? noFiles : await ports.engine.files(ref) };
  } finally {
    await ports.engine.remove(ref);
    await run.journal({ ...event, kind: 'removed', job: ref.id });
  }
};

/** A prediction without a patch needs no container: the outcome is known. */
export const recordEmpty = async (context: EvaluationContext, key: EvaluationKey, item: EvaluationItem) => {
  const reason = item.patch === null ? 'the prediction has no patch (null)' : 'the patch is empty';
  const patchSha256 = item.patch === null ? null : context.ports.sha256(item.patch);
  const record: EvaluationRecord = {
    ...recordOf(context, key, item, patchSha256, 0),
    outcome: { kind: 'none', reason: 'empty' },
    reason,
  };
  const files = new Map<string, string>(item.patch === null ? [] : [['patch.diff', item.patch]]);
  await context.ports.store.write(key, files, record);
  return evaluatedItem(context, record, null);
};

/**
 * Evaluates one item in one sandbox and writes its folder. Throws EnvironmentFault where the evaluation could not be
 * started, and the signal's reason where it was cancelled; everything else is an outcome.
 */
export const evaluateOne = async (
  context: EvaluationContext,
  key: EvaluationKey,
  item: EvaluationItem,
): Promise<EvaluatedItem> => {
  const { ports, request, run, hooks } = context;
  const rules = rulesOfItem(request, item);
  const began = ports.clock.monotonic();
  const patchSha256 = item.patch === null ? null : ports.sha256(item.patch);
  const prepared = await prepareJob(context, key, item, patchSha256);
  await run.journal({ ...key, kind: 'intent', at: ports.clock.now(), patchSha256, rules });
  const { end, output } = await runJob(context, key, item, prepared.spec);
  const instance = gradedInstance(item.instance, prepared.target);
  const result = outcomeOfJob({ instance, rules, end, output, sha256: ports.sha256 });
  const record: EvaluationRecord = {
    ...recordOf(context, key, item, patchSha256, secondsSince(context, began)),
    outcome: result.outcome,
    reason: result.reason,
    rule: result.grade?.rule ?? null,
    rung: result.script?.rung ?? null,
    testbed: result.script?.testbed ?? null,
    evalScript: prepared.script.source,
    parser: result.grade?.parser ?? null,
    image: prepared.target.image === null ? null : { name: prepared.target.image.image, digest: prepared.digest },
    testSeconds: result.script?.testSeconds ?? null,
    signs: result.grade?.signs ?? [],
    warnings: result.grade?.warnings ?? [],
    evidence: evidenceOf(end, output, result),
  };
  const log = runLog(item.instance.id, rules, record.at, end, output, result);
  await ports.store.write(key, filesToWrite(item, prepared.script.text, log, output, result), record);
  await run.journal({
    ...key,
    kind: 'result',
    at: record.at,
    patchSha256,
    rules,
    outcome: result.outcome,
  });
  hooks.progress(key, outcomeWords(result.outcome));
  return evaluatedItem(context, record, result);
};

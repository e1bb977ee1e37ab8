import { toHarnessReport } from '../../core/evaluation/grade/harnessReport';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import type { EvaluationKey, EvaluationRecord, OwnedRun } from '../../core/evaluation/record';
import { type EvalScript, evalScriptOf } from '../../core/evaluation/script/evalScript';
import type { EngineInfo, JobEnd, JobFiles, JobRef, JobSpec } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';
import { isCommit } from '../../core/workspace/commit';
import { type JobOutcome, LOG, outcomeOfJob } from './jobOutcome';
import { jobSpecOf } from './jobSpec';
import {
  type EvaluatedItem,
  type EvaluateHooks,
  type EvaluatePorts,
  type EvaluateRequest,
  type EvaluationItem,
  type EvaluationTarget,
  gradedInstance,
} from './request';
import { runLog } from './runLog';

/** Everything that all evaluations of one call share. */
export interface EvaluationContext {
  readonly ports: EvaluatePorts;
  readonly request: EvaluateRequest;
  readonly hooks: EvaluateHooks;
  readonly engine: EngineInfo;
  readonly run: OwnedRun;
  readonly signal: AbortSignal;
}

interface Prepared {
  readonly target: EvaluationTarget;
  readonly script: EvalScript;
  readonly digest: string | null;
  readonly spec: JobSpec;
}

const missingScript = (item: EvaluationItem): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `${item.instance.id}: the row has no eval_script and no test command is known for ` +
      `${item.instance.repo ?? 'its repository'}; name one in touchstone.testCommands or \`environments[].test\`.`,
  );

const missingImage = (item: EvaluationItem): EnvironmentFault =>
  new EnvironmentFault(
    'image',
    `${item.instance.id}: no image is named by the row, the study file or the setting touchstone.images.`,
  );

const bundleOf = async ({ ports, signal }: EvaluationContext, item: EvaluationItem, target: EvaluationTarget) => {
  const { baseCommit, id } = item.instance;
  if (target.repository === null) return null;
  if (baseCommit === null || !isCommit(baseCommit))
    throw new EnvironmentFault('git', `${id}: base_commit is no whole commit id, so nothing can be checked out.`);
  return (await ports.exportBase(target.repository, baseCommit, signal)).bundlePath;
};

const prepare = async (
  context: EvaluationContext,
  key: EvaluationKey,
  item: EvaluationItem,
  patchSha256: string | null,
) => {
  const { request, hooks, ports, engine, signal } = context;
  const target = request.targetOf(item.instance);
  const script = evalScriptOf(item.instance, { testCommand: target.testCommand, testbed: target.testbed });
  if (script === null) throw missingScript(item);
  if (target.image === null && engine.name !== 'local') throw missingImage(item);
  hooks.progress(key, 'preparing');
  const bundlePath = await bundleOf(context, item, target);
  const image =
    target.image === null
      ? null
      : await ports.engine.prepareImage(
          target.image,
          { onProgress: (text) => hooks.progress(key, text), confirmPull: hooks.confirmPull },
          signal,
        );
  const spec = jobSpecOf({ key, item, target, request, evalScript: script.text, bundlePath, patchSha256 });
  return { target, script, digest: image?.digest ?? null, spec };
};

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

const filesToWrite = (item: EvaluationItem, script: string, log: string, output: JobFiles, result: JobOutcome) => {
  const files = new Map<string, Uint8Array | string>([
    ['eval.sh', script],
    ['run_instance.log', log],
  ]);
  if (item.patch !== null) files.set('patch.diff', item.patch);
  for (const name of ['apply.log', 'applied.diff']) {
    const bytes = output.files.get(name);
    if (bytes !== undefined) files.set(name, bytes);
  }
  const testOutput = output.files.get(LOG);
  if (testOutput !== undefined && result.script?.stage !== 'not-applied') files.set(LOG, testOutput);
  if (result.grade !== null) files.set('report.json', `${JSON.stringify(toHarnessReport(result.grade), null, 4)}\n`);
  return files;
};

const recordOf = (
  context: EvaluationContext,
  key: EvaluationKey,
  item: EvaluationItem,
  patchSha256: string | null,
  seconds: number,
): Omit<EvaluationRecord, 'outcome' | 'reason'> => ({
  schema: 'touchstone-evaluation/1',
  ...key,
  subject: item.subject,
  rules: context.request.rules,
  patchSha256,
  rung: null,
  testbed: null,
  baseCommit: item.instance.baseCommit,
  evalScript: null,
  parser: null,
  image: null,
  engine: context.engine,
  limits: context.request.limits,
  timeoutSeconds: Math.ceil(context.request.timeoutMs / 1000),
  seconds,
  testSeconds: null,
  signs: [],
  warnings: [],
  evidence: [],
  at: context.ports.clock.now(),
});

const evidenceOf = (end: JobEnd, output: JobFiles, result: JobOutcome): string[] => [
  ...end.evidence,
  ...output.skipped.map((words) => `left out: ${words}`),
  ...(end.output === null ? ['the output stream broke, so the log could not be compared with it'] : []),
  ...(result.script !== null && result.script.leftovers > 0
    ? [`${result.script.leftovers} processes outlived the tests and were ended`]
    : []),
];

const secondsSince = ({ ports }: EvaluationContext, began: number): number =>
  Math.round(ports.clock.monotonic() - began) / 1000;

const evaluatedItem = (
  context: EvaluationContext,
  record: EvaluationRecord,
  result: JobOutcome | null,
): EvaluatedItem => ({
  instanceId: record.instanceId,
  model: record.model,
  repeat: record.repeat,
  outcome: record.outcome,
  report: result?.grade?.report ?? null,
  reason: record.reason,
  folder: context.ports.store.folderOf(record),
  seconds: record.seconds,
  kept: false,
});

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
  const began = ports.clock.monotonic();
  const patchSha256 = item.patch === null ? null : ports.sha256(item.patch);
  const prepared: Prepared = await prepare(context, key, item, patchSha256);
  await run.journal({ ...key, kind: 'intent', at: ports.clock.now(), patchSha256, rules: request.rules });
  const { end, output } = await runJob(context, key, item, prepared.spec);
  const instance = gradedInstance(item.instance, prepared.target);
  const result = outcomeOfJob({ instance, rules: request.rules, end, output, sha256: ports.sha256 });
  const record: EvaluationRecord = {
    ...recordOf(context, key, item, patchSha256, secondsSince(context, began)),
    outcome: result.outcome,
    reason: result.reason,
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
  const log = runLog(item.instance.id, request.rules, record.at, end, output, result);
  await ports.store.write(key, filesToWrite(item, prepared.script.text, log, output, result), record);
  await run.journal({
    ...key,
    kind: 'result',
    at: record.at,
    patchSha256,
    rules: request.rules,
    outcome: result.outcome,
  });
  hooks.progress(key, outcomeWords(result.outcome));
  return evaluatedItem(context, record, result);
};

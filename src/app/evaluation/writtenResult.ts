import { toHarnessReport } from '../../core/evaluation/grade/harnessReport';
import { gradedText } from '../../core/evaluation/gradedText';
import type { EvaluationKey, EvaluationRecord } from '../../core/evaluation/record';
import type { JobEnd, JobFiles } from '../../core/run/container/engine';
import type { EvaluationContext } from './context';
import { coverageFiles } from './coverageOfJob';
import { type JobOutcome, LOG } from './jobOutcome';
import { type EvaluatedItem, type EvaluationItem, rulesOfItem } from './request';
import type { TimedItem } from './timedItem';

/** The files of the harness's layout, as far as the harness would write them, and the tools' own output. */
export const filesToWrite = (
  item: EvaluationItem,
  script: string,
  log: string,
  output: JobFiles,
  result: JobOutcome & { readonly timed?: TimedItem },
) => {
  const files = new Map<string, Uint8Array | string>([
    ['eval.sh', script],
    ['run_instance.log', log],
  ]);
  if (item.patch !== null) files.set('patch.diff', item.patch);
  if (result.timed?.timings) files.set('timings.json', result.timed.timings);
  for (const name of ['apply.log', 'applied.diff']) {
    const bytes = output.files.get(name);
    if (bytes !== undefined) files.set(name, bytes);
  }
  for (const [name, bytes] of coverageFiles(output)) files.set(name, bytes);
  const testOutput = output.files.get(LOG);
  if (testOutput !== undefined && result.script?.stage !== 'not-applied') files.set(LOG, testOutput);
  if (result.grade !== null && result.grade.report !== null)
    files.set('report.json', `${JSON.stringify(toHarnessReport(result.grade), null, 4)}\n`);
  return files;
};

/** The record as far as it is known before the job. */
export const recordOf = (
  context: EvaluationContext,
  key: EvaluationKey,
  item: EvaluationItem,
  patchSha256: string | null,
  seconds: number,
): Omit<EvaluationRecord, 'outcome' | 'reason'> => ({
  schema: 'touchstone-evaluation/1',
  ...key,
  subject: item.subject,
  rules: rulesOfItem(context.request, item),
  patchSha256,
  rowSha256: context.ports.sha256(gradedText(item.instance)),
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

/** What the engine and the script noted, in words. */
export const evidenceOf = (end: JobEnd, output: JobFiles, result: JobOutcome): string[] => [
  ...end.evidence,
  ...output.skipped.map((words) => `left out: ${words}`),
  ...(end.output === null ? ['the output stream broke, so the log could not be compared with it'] : []),
  ...(result.script !== null && result.script.leftovers > 0
    ? [`${result.script.leftovers} processes outlived the tests and were ended`]
    : []),
  ...(result.script?.memoryKills
    ? [`the container's own count of processes killed for want of memory: ${result.script.memoryKills}`]
    : []),
];

export const secondsSince = ({ ports }: EvaluationContext, began: number): number =>
  Math.round(ports.clock.monotonic() - began) / 1000;

/** Measures beside the outcome, as far as there are any. */
export const measuresOf = ({ coverage, optimisation }: EvaluationRecord) => ({
  ...(coverage ? { coverage } : {}),
  ...(optimisation ? { optimisation } : {}),
});

export const evaluatedItem = (
  context: EvaluationContext,
  record: EvaluationRecord,
  result: JobOutcome | null,
): EvaluatedItem => ({
  instanceId: record.instanceId,
  model: record.model,
  repeat: record.repeat,
  rules: record.rules,
  outcome: record.outcome,
  report: result?.grade?.report ?? null,
  reason: record.reason,
  folder: context.ports.store.folderOf(record),
  seconds: record.seconds,
  ...measuresOf(record),
  kept: false,
});

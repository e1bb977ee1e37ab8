import type { RuleSetName } from '../../core/evaluation/report';
import { applyLadder } from '../../core/evaluation/script/applyLadder';
import type { JobEnd, JobFiles } from '../../core/run/container/engine';
import type { JobOutcome } from './jobOutcome';

const textOf = (files: JobFiles, name: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(files.files.get(name) ?? new Uint8Array());

const applyLines = (result: JobOutcome, output: JobFiles, rules: RuleSetName): string[] => {
  const said = textOf(output, 'apply.log');
  if (said === '') return ['No patch was applied: the base as it is.'];
  const rung = result.script?.rung ?? null;
  if (rung === null)
    return [
      `>>>>> Patch Apply Failed (${applyLadder(rules)
        .rungs.map(({ name }) => name)
        .join(', ')}):\n${said}`,
    ];
  return [`>>>>> Applied Patch (${rung}):\n${said}`, `Git diff before:\n${textOf(output, 'applied.diff')}`];
};

const resultLine = (instanceId: string, result: JobOutcome): string =>
  result.grade === null
    ? `No verdict for ${instanceId}: ${result.reason}`
    : `Result for ${instanceId}: resolved: ${result.grade.resolved} (${result.reason})`;

/** `run_instance.log`: what was done, in the harness's own phrases where it has one, and all that the tools said. */
export const runLog = (
  instanceId: string,
  rules: RuleSetName,
  at: string,
  end: JobEnd,
  output: JobFiles,
  result: JobOutcome,
): string =>
  [
    `Evaluation of ${instanceId} by ${rules}`,
    `Checkout: ${result.script?.testbed ?? 'none'}\n${textOf(output, 'testbed.log')}`,
    ...(result.script === null ? [] : applyLines(result, output, rules)),
    `Test runtime: ${result.script?.testSeconds ?? 'unknown'} seconds`,
    `The job ended: ${end.kind} (${end.evidence.join('; ')})`,
    ...output.skipped.map((words) => `Left out: ${words}`),
    resultLine(instanceId, result),
  ]
    .map((line) => `${at} - INFO - ${line.trimEnd()}\n`)
    .join('');

import { resolve } from 'node:path';
import { checkDataset, checkRunId, type DatasetCheckResult, usualRepeats } from '../../app/checkDataset';
import type { EvaluateHooks, EvaluatePorts } from '../../app/evaluation/request';
import type { EvaluationPlan } from '../../app/planEvaluation';
import type { EngineInfo } from '../../core/run/container/engine';
import { nodeFiles } from '../../io/files/nodeFiles';
import { CheckFile } from '../../io/store/checkFile';
import { say } from '../say';
import { checkDocument, checkSummary, checkSummaryLine, checkTable } from './evaluateCheckTable';
import type { EvaluateOptions } from './evaluateOptions';

/** A run that can begin. */
export interface Prepared {
  readonly planned: EvaluationPlan;
  readonly info: EngineInfo;
  readonly ports: EvaluatePorts;
}

/** What a check does where the command doesn't say otherwise: three runs of each side, in a run of the dataset's name. */
export const withCheckDefaults = (options: EvaluateOptions): EvaluateOptions => ({
  ...options,
  repeats: options.repeats ?? usualRepeats,
  run: options.run ?? checkRunId(resolve(options.dataset)),
});

/** 3 where the engine went away or kept instances from being checked, 1 where there are defects or rows left out. */
const exitCode = ({ planned }: Prepared, { instances, fault }: DatasetCheckResult): number => {
  if (fault !== null || instances.some(({ check }) => check === null)) return 3;
  const hasDefects = instances.some(({ check }) => (check?.defects.length ?? 0) > 0);
  return hasDefects || planned.problems.length > 0 ? 1 : 0;
};

/** `touchstone evaluate --check`: base and gold of every instance, and what they show to be wrong with it. */
export const runDatasetCheck = async (
  options: EvaluateOptions,
  prepared: Prepared,
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<void> => {
  const { planned, info } = prepared;
  const ports = { ...prepared.ports, files: nodeFiles, checks: new CheckFile(resolve(options.out)) };
  const result = await checkDataset(ports, planned.request, resolve(options.dataset), hooks, signal);
  const lines = options.json
    ? [...result.instances.map((each) => ({ check: checkDocument(each) })), checkSummary(planned, result, info.name)]
    : null;
  if (lines) process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  else process.stdout.write(`${checkTable(result)}${checkSummaryLine(result)}`);
  if (result.fault !== null) say(`The engine went away; what was done is kept. ${result.fault.message}`);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode(prepared, result));
};

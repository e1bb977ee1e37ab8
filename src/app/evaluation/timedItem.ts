import type { Optimisation, OptimisationSettings } from '../../core/evaluation/optimisation/optimisation';
import { outcomeOfOptimisation } from '../../core/evaluation/optimisation/optimisation';
import type { EvaluationRecord } from '../../core/evaluation/record';
import { compassMetricOf } from '../../core/evaluation/rules/compass';
import { asGradedByTests } from '../../core/evaluation/rules/compassScores';
import { timePatch } from '../timePatch';
import type { EvaluationContext } from './context';
import type { JobOutcome } from './jobOutcome';
import { LOG } from './jobOutcome';
import { gradeOwnLog } from './ownLog';
import type { PreparedJob } from './prepareJob';
import { type EvaluateRequest, type EvaluationItem, gradedInstance, rulesOfItem } from './request';
import type { Task } from './task';

/** What timing a patch left: its score, and `timings.json` where the job wrote one. */
export interface TimedItem {
  readonly optimisation: Optimisation;
  readonly timings: string | null;
}

/** How an item is timed; null where it isn't asked for, has no patch of a model, or isn't about speed. */
const settingsFor = (request: EvaluateRequest, item: EvaluationItem): OptimisationSettings | null => {
  const { optimisation = null } = request;
  return item.subject === 'patch' && compassMetricOf(item.instance) === 'optimisation' ? optimisation : null;
};

/** Whether an earlier result lacks the times that are asked for now. */
export const lacksTimes = (request: EvaluateRequest, item: EvaluationItem, record: EvaluationRecord): boolean =>
  settingsFor(request, item) !== null && record.outcome.kind === 'resolved' && record.optimisation === undefined;

/** The evaluation by its tests alone; SWE-Compass itself would have times or nothing. */
const byTests = (item: EvaluationItem, prepared: PreparedJob, result: JobOutcome, log: Uint8Array | undefined) => {
  if (result.grade?.rule !== 'compass.no-optimisation' || log === undefined) return result;
  const grade = gradeOwnLog(asGradedByTests(gradedInstance(item.instance, prepared.target)), log, 'compass');
  return { ...result, grade, outcome: grade.outcome, reason: grade.reason };
};

/**
 * Times the patch of an instance that is about speed (SWE-Compass's PO), where that is asked for and its tests resolve
 * it. Under SWE-Compass's rules the score is the outcome; under others it stands beside it.
 */
export const withTimes = async (
  context: EvaluationContext,
  { key, item }: Task,
  prepared: PreparedJob,
  graded: JobOutcome,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<JobOutcome & { readonly timed?: TimedItem }> => {
  const { request, ports, hooks, signal } = context;
  const settings = settingsFor(request, item);
  if (settings === null) return graded;
  const result = byTests(item, prepared, graded, files.get(LOG));
  if (result.outcome.kind !== 'resolved') return result;
  hooks.progress(key, 'timing base, gold and the patch in turns');
  const rules = rulesOfItem(request, item);
  const timed = await timePatch(
    ports,
    {
      ...{ spec: prepared.spec, instance: gradedInstance(item.instance, prepared.target), rules, settings },
      goldPatch: item.instance.goldPatch,
      baseCommit: prepared.spec.bundlePath === null ? null : item.instance.baseCommit,
      timeoutMs: request.timeoutMs,
    },
    signal,
  );
  if (rules !== 'compass') return { ...result, timed };
  const outcome = outcomeOfOptimisation(timed.optimisation);
  return { ...result, outcome, reason: timed.optimisation.reason, timed };
};

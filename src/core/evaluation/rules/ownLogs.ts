import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import { type CompassMetric, compassMetricOf } from './compass';
import { stagesOfRow } from './multiSweStages';

const compassFiles: Readonly<Partial<Record<CompassMetric, string>>> = {
  optimisation: 'the times of its tests before and after (--optimisation)',
  checklist: "a judge's checklist",
};

const whyNotCompass = (instance: GradedInstance, timed: boolean): string | null => {
  const metric = compassMetricOf(instance);
  if (metric === 'optimisation' && timed) return null;
  const files = compassFiles[metric];
  return files === undefined ? null : `SWE-Compass measures this instance by ${files}, not by a test log`;
};

const whyNotStages = (instance: GradedInstance): string | null => {
  const stages = stagesOfRow(instance);
  return typeof stages === 'string' ? `Multi-SWE-bench compares with the row's own test stages: ${stages}` : null;
};

/**
 * Why a rule set can't grade the test log that an evaluation of ours leaves; null where it can. To be asked before
 * anything is run. `timed`: whether the evaluation also times its patches.
 */
export const whyNotOwnLog = (instance: GradedInstance, rules: RuleSetName, timed = false): string | null => {
  if (rules === 'harbor') return 'Harbor grades by the rewards that its verifier writes, not by a test log';
  if (rules === 'humaneval') return 'HumanEval grades samples that are code by its own file of results, not a test log';
  if (rules === 'compass') return whyNotCompass(instance, timed);
  return rules === 'multi-swe-bench' ? whyNotStages(instance) : null;
};

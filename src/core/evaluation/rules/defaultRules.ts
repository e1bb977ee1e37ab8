import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';

/** By family, in the spelling of `Instance.benchmark`, blanks and dashes left out. */
const byBenchmark: Readonly<Record<string, RuleSetName>> = {
  swebenchlive: 'live',
  swebenchpro: 'pro',
  multiswebench: 'multi-swe-bench',
  swerebenchv2: 'rebench-v2',
  swesmith: 'smith',
  swecompass: 'compass',
  terminalbench: 'terminal-bench',
  terminalbench1: 'terminal-bench',
  harbor: 'harbor',
  humaneval: 'humaneval',
};

/** SWE-rebench v1 is graded by a fork of SWE-bench 4; V2 has columns and a grader of its own. */
const isRebenchV2 = ({ extra }: Pick<GradedInstance, 'extra'>): boolean =>
  ['pr_description', 'interface', 'language'].some((field) => Object.hasOwn(extra ?? {}, field));

/** The rule set of an instance's own benchmark, for callers that name none; the SWE-bench family has `swebench-v5`. */
export const defaultRulesOf = (instance: Pick<GradedInstance, 'benchmark' | 'extra'>): RuleSetName => {
  const benchmark = (instance.benchmark ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');
  if (benchmark === 'swerebench') return isRebenchV2(instance) ? 'rebench-v2' : 'swebench-v4';
  return byBenchmark[benchmark] ?? 'swebench-v5';
};

/**
 * The rule set that grades an instance where a setting names one: the setting chooses between versions of SWE-bench;
 * an instance of another benchmark keeps its own.
 */
export const rulesUnderSetting = (
  instance: Pick<GradedInstance, 'benchmark' | 'extra'>,
  setting: RuleSetName,
): RuleSetName => {
  const own = defaultRulesOf(instance);
  return own.startsWith('swebench-') ? setting : own;
};

import type { RuleSetName } from '../../core/evaluation/report';
import { defaultRulesOf, rulesUnderSetting } from '../../core/evaluation/rules/defaultRules';
import { whyNotOwnLog } from '../../core/evaluation/rules/ownLogs';
import type { Problem } from '../../core/shared/problem';
import type { EvaluationItem } from './request';

interface RuledItems {
  readonly items: readonly (EvaluationItem & { readonly rules: RuleSetName })[];
  readonly problems: readonly Problem[];
}

/**
 * Each item with its rule set: the one that was asked for (by the command or the study file), else that of the
 * instance's benchmark, among the versions of SWE-bench the usual one. What no rule set of these can grade from a test
 * log is left out before anything runs, with the reason. `timed`: patches are timed as well.
 */
export const withRules = (
  items: readonly EvaluationItem[],
  asked: RuleSetName | null,
  usual: RuleSetName | null,
  timed = false,
): RuledItems => {
  const problems: Problem[] = [];
  const ruled = items.flatMap((item) => {
    const { instance } = item;
    const own = usual === null ? defaultRulesOf(instance) : rulesUnderSetting(instance, usual);
    const rules = asked ?? own;
    const why = whyNotOwnLog(instance, rules, timed);
    if (why === null) return [{ ...item, rules }];
    problems.push({ where: instance.id, field: null, reason: `${rules}: ${why}; so it was not evaluated.` });
    return [];
  });
  return { items: ruled, problems };
};

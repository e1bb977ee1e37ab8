import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import type { Ruling } from '../rules/ruleSet';
import type { Grade } from './grade';
import { withoutRepeats } from './requiredTests';

/** A ruling that no log stands behind, in the shape of every grade. */
export const gradeOfRuling = (instance: GradedInstance, rules: RuleSetName, ruling: Ruling): Grade => ({
  id: instance.id,
  rules,
  parser: null,
  outcome: ruling.outcome,
  resolved: ruling.resolved,
  score: ruling.score,
  report: ruling.report,
  tests: withoutRepeats(ruling.tests),
  signs: [],
  results: new Map(),
  rule: ruling.rule,
  reason: ruling.reason,
  warnings: [],
});

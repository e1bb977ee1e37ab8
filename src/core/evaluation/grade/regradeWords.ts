import { outcomeWords } from '../outcomeWords';
import type { RuleSetName } from '../ruleSetName';
import type { TestDifference } from './differences';
import type { Regraded, Regrading } from './regrade';

/** At most this many tests of one evaluation are listed; the rest are counted. */
const LISTED = 50;

const words = (success: boolean | null): string =>
  success === null ? 'in neither list' : success ? 'success' : 'failure';

const testLine = (test: TestDifference): string =>
  `    ${test.required}  ${test.name}  ${words(test.before)} -> ${words(test.after)}: ${test.reason}`;

/** The rule's own name, after that of its rule set: `v4.tests` and `v5.tests` are one rule. */
const ruleName = (rule: string): string => rule.slice(rule.indexOf('.') + 1);

const changeLines = ({ id, key, outcome, flags, tests, rules }: Regraded): string[] => {
  const what = outcome ? `${outcomeWords(outcome.before)} -> ${outcomeWords(outcome.after)}` : 'the outcome stays';
  const more = tests.length - LISTED;
  return [
    `${id}: ${what}`,
    `  ${key}`,
    ...(ruleName(rules.before) === ruleName(rules.after) ? [] : [`  rule: ${rules.before} -> ${rules.after}`]),
    ...(outcome ? [`  why: ${outcome.reason}`] : []),
    ...flags.map(({ field, before, after }) => `  ${field}: ${before} -> ${after}`),
    ...(tests.length > 0
      ? [`  tests that count otherwise: ${tests.length}`, ...tests.slice(0, LISTED).map(testLine)]
      : []),
    ...(more > 0 ? [`    and ${more} more`] : []),
  ];
};

/** What another rule set changes, for people, a paragraph per evaluation; texts of outside data stand as they are. */
export const regradeLines = (before: string, after: RuleSetName, { changes, same }: Regrading): readonly string[] => [
  `${before} -> ${after}: ${changes.length} of ${changes.length + same} evaluations change`,
  ...changes.flatMap((change) => ['', ...changeLines(change)]),
];

import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { counted } from '../../core/shared/counted';
import type { CodeRun, ComparedSet, Equivalence, LoggedTest, TestSet } from './equivalence';

const setNames: Readonly<Record<TestSet, string>> = {
  instance: "the instance's tests",
  gold: 'the tests that gold brings',
  model: 'the tests that the model brings',
};

const runWords = (name: string, { outcome, reason, tests, passed }: CodeRun): string => {
  const results = tests === null ? reason : `${passed} of ${counted(tests, 'test')} passed`;
  return `${name}: ${outcomeWords(outcome)}; ${results}`;
};

const loggedWords = (name: string, test: LoggedTest | null): string =>
  test === null ? `${name}: not in the log` : `${name}: ${test.status}, line ${test.line}: ${test.text.trim()}`;

const differenceLines = ({ differing, once }: ComparedSet): readonly string[] => {
  if (once) return [];
  if (differing === null) return ['  not known where they differ: one of them has no results'];
  if (differing.length === 0) return ['  no test differs'];
  return [
    `  ${counted(differing.length, 'test')} ${differing.length === 1 ? 'differs' : 'differ'}:`,
    ...differing.flatMap(({ name, gold, model }) => [
      `  - ${name}`,
      `      ${loggedWords('gold', gold)}`,
      `      ${loggedWords('model', model)}`,
    ]),
  ];
};

const setLines = (set: ComparedSet): readonly string[] => {
  const title = `On ${setNames[set.set]}${set.brings.length > 0 ? ` (${set.brings.join(', ')})` : ''}`;
  if (set.whyNot !== null) return [`${title}: ${set.whyNot}`];
  const runs = [set.gold && runWords(set.once ? 'gold and model, the same code' : 'gold', set.gold)];
  if (!set.once) runs.push(set.model && runWords('model', set.model));
  return [`${title}:`, ...runs.flatMap((words) => (words === null ? [] : [`  ${words}`])), ...differenceLines(set)];
};

/** For people, line by line as the data says it: what was run, and where both codes differ, with both log lines. */
export const equivalenceLines = ({ instanceId, sets, notes }: Equivalence): readonly string[] => [
  `Gold's and the model's code of ${instanceId}, by running`,
  ...notes,
  '',
  ...sets.flatMap(setLines),
];

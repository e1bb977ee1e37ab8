import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { counted } from '../../core/shared/counted';
import { folderOf, nameOf } from '../../core/study/studyPath';
import type { ComparedLine } from '../../protocol/equivalence';
import type { CodeRun, ComparedSet, Equivalence, LoggedTest, TestSet } from './equivalence';

const setNames: Readonly<Record<TestSet, string>> = {
  instance: "the instance's tests",
  gold: 'the tests that gold brings',
  model: 'the tests that the model brings',
};

const plain = (text: string): ComparedLine => ({ text, log: null });

const logOf = ({ folder }: CodeRun, line: number | null): ComparedLine['log'] => ({
  folder,
  name: nameOf(folderOf(folder)),
  line,
});

const runLine = (name: string, run: CodeRun): ComparedLine => {
  const { outcome, reason, tests, passed } = run;
  const results = tests === null ? reason : `${passed} of ${counted(tests, 'test')} passed`;
  return { text: `  ${name}: ${outcomeWords(outcome)}; ${results}`, log: logOf(run, null) };
};

const loggedLine = (name: string, run: CodeRun | null, test: LoggedTest | null): ComparedLine =>
  test === null
    ? plain(`      ${name}: not in the log`)
    : {
        text: `      ${name}: ${test.status}, line ${test.line}: ${test.text.trim()}`,
        log: run && logOf(run, test.line),
      };

const differenceLines = ({ differing, once, gold: goldRun, model: modelRun }: ComparedSet): readonly ComparedLine[] => {
  if (once) return [];
  if (differing === null) return [plain('  not known where they differ: one of them has no results')];
  if (differing.length === 0) return [plain('  no test differs')];
  return [
    plain(`  ${counted(differing.length, 'test')} ${differing.length === 1 ? 'differs' : 'differ'}:`),
    ...differing.flatMap(({ name, gold, model }) => [
      plain(`  - ${name}`),
      loggedLine('gold', goldRun, gold),
      loggedLine('model', modelRun, model),
    ]),
  ];
};

const setLines = (set: ComparedSet): readonly ComparedLine[] => {
  const title = `On ${setNames[set.set]}${set.brings.length > 0 ? ` (${set.brings.join(', ')})` : ''}`;
  if (set.whyNot !== null) return [plain(`${title}: ${set.whyNot}`)];
  const runs = [set.gold && runLine(set.once ? 'gold and model, the same code' : 'gold', set.gold)];
  if (!set.once) runs.push(set.model && runLine('model', set.model));
  return [plain(`${title}:`), ...runs.flatMap((line) => (line === null ? [] : [line])), ...differenceLines(set)];
};

/** For people, line by line as the data says it: what was run, and where both codes differ, with both log lines. */
export const comparedLines = ({ instanceId, sets, notes }: Equivalence): readonly ComparedLine[] => [
  plain(`Gold's and the model's code of ${instanceId}, by running`),
  ...notes.map(plain),
  plain(''),
  ...sets.flatMap(setLines),
];

/** The same as text alone. */
export const equivalenceLines = (result: Equivalence): readonly string[] =>
  comparedLines(result).map(({ text }) => text);

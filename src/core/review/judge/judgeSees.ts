import type { Rubric } from '../rubric/rubric';

/** What a judge may be shown; the model's name, the run and other answers never are. */
export const judgePanes = ['statement', 'model', 'gold', 'test_patch', 'tests', 'log', 'trajectory'] as const;
export type JudgePane = (typeof judgePanes)[number];

const panesOfTests: readonly JudgePane[] = ['test_patch', 'tests', 'log'];

/** What of it shows the tests or their results. */
export const testsSeen = (sees: readonly JudgePane[]): readonly JudgePane[] =>
  sees.filter((pane) => panesOfTests.includes(pane));

/** Whether a rubric's answers are compared with the tests. */
const pairsWithTests = ({ criteria, overall }: Rubric): boolean =>
  [...criteria, overall].some(({ pairsWith }) =>
    pairsWith.some(({ field }) => field.startsWith('outcome.') || field.startsWith('tests.')),
  );

/**
 * Why a judge may not see what it would (S143 of study files); null where it may. A rubric that is compared with the tests is
 * answered by a judge that did not see them, or the comparison shows nothing.
 */
export const seesRefusal = (rubric: Rubric, sees: readonly JudgePane[]): string | null => {
  const seen = testsSeen(sees);
  if (seen.length === 0 || !pairsWithTests(rubric)) return null;
  return `S143: sees: a judge that sees ${seen.join(', ')} can't be calibrated against tests, and ${rubric.id} is. Leave it out.`;
};

const ofUnit = { prediction: 'model', trajectory: 'trajectory', instance: 'statement' } as const;

const isPane = (name: string): name is JudgePane => judgePanes.some((pane) => pane === name);

/**
 * What a judge sees where nothing is said: the statement, what is judged, and what the rubric needs; the tests only where
 * they may be seen.
 */
export const usualSees = (rubric: Rubric): readonly JudgePane[] => {
  const wanted = new Set<string>(['statement', ofUnit[rubric.unit], ...rubric.needs]);
  const needed = judgePanes.filter((pane) => wanted.has(pane));
  return seesRefusal(rubric, needed) === null ? needed : needed.filter((pane) => testsSeen([pane]).length === 0);
};

/** Names as written, as panes. A text says what is wrong with them. */
export const readSees = (names: readonly string[]): readonly JudgePane[] | string => {
  const unknown = names.filter((name) => !isPane(name));
  if (unknown.length > 0)
    return `sees: ${unknown.join(', ')} can't be shown to a judge. There are: ${judgePanes.join(', ')}.`;
  return judgePanes.filter((pane) => names.includes(pane));
};

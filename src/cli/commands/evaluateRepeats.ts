import type { EvaluatedItem } from '../../app/evaluation/request';
import { flakyInReports, outcomesDiffer, outcomesInWords } from '../../core/evaluation/grade/repeatedOutcomes';
import { repeatWords } from '../../core/evaluation/grade/testWords';
import { groupBy } from '../../core/shared/groupBy';
import { printable } from '../printable';

const groupsOf = (items: readonly EvaluatedItem[]): readonly (readonly EvaluatedItem[])[] =>
  [...groupBy(items, ({ instanceId, model }) => JSON.stringify([instanceId, model])).values()].filter(
    (group) => group.length > 1,
  );

const outcomesOf = (group: readonly EvaluatedItem[]) => group.map(({ outcome }) => outcome);

const flakyOf = (group: readonly EvaluatedItem[]) =>
  flakyInReports(group.flatMap(({ report }) => (report === null ? [] : [report])));

/** For people: each prediction whose repeats differ, with its counts and its flaky tests; '' without repeats. */
export const repeatLines = (items: readonly EvaluatedItem[]): string => {
  const groups = groupsOf(items);
  if (groups.length === 0) return '';
  const lines = groups.flatMap((group) => {
    const flaky = flakyOf(group);
    const [first] = group;
    if (first === undefined || (flaky.length === 0 && !outcomesDiffer(outcomesOf(group)))) return [];
    const head = `flaky: ${first.instanceId}  ${first.model}  ${outcomesInWords(outcomesOf(group))}`;
    return [head, ...flaky.map((test) => `  ${test.required}  ${test.name}  ${repeatWords(test)}`)];
  });
  const sum = `${groups.length} with repeats, ${lines.filter((line) => line.startsWith('flaky: ')).length} of them flaky`;
  return `${[...lines, sum].map(printable).join('\n')}\n`;
};

/** For `--json`: the same of every prediction with repeats; left out without any. */
export const repeatDocument = (items: readonly EvaluatedItem[]) => {
  const groups = groupsOf(items);
  if (groups.length === 0) return {};
  return {
    repeats: groups.map((group) => ({
      instance: group[0]?.instanceId,
      model: group[0]?.model,
      n: group.length,
      outcomes: Object.fromEntries(
        [...groupBy(outcomesOf(group), ({ kind }) => kind)].map(([kind, same]) => [kind, same.length]),
      ),
      differs: outcomesDiffer(outcomesOf(group)),
      flaky: flakyOf(group),
    })),
  };
};

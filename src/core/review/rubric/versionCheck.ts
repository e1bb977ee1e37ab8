import type { Criterion, Rubric } from './rubric';

const byId = (criteria: readonly Criterion[]): ReadonlyMap<string, Criterion> =>
  new Map(criteria.map((criterion) => [criterion.id, criterion]));

const valuesOf = ({ options }: Criterion): string => JSON.stringify(options.map(({ value }) => value));

const countsOf = ({ options }: Criterion): string => JSON.stringify(options.map(({ counts }) => counts));

const changesOf = (before: Criterion, after: Criterion): readonly string[] => [
  ...(before.kind === after.kind ? [] : [`${before.id} is now ${after.kind} (was ${before.kind})`]),
  ...(valuesOf(before) === valuesOf(after) ? [] : [`${before.id} has other options`]),
  ...(countsOf(before) === countsOf(after) ? [] : [`${before.id} counts otherwise`]),
];

/**
 * R113: what differs between two texts of a rubric that answers can't be pooled over, in words: criteria, their kinds,
 * their options. Wording is none of it. Empty where a major version needn't be raised.
 */
export const scaleChanges = (before: Rubric, after: Rubric): readonly string[] => {
  const [old, now] = [byId([...before.criteria, before.overall]), byId([...after.criteria, after.overall])];
  const gone = [...old.keys()].filter((id) => !now.has(id)).map((id) => `${id} is gone`);
  const added = [...now.keys()].filter((id) => !old.has(id)).map((id) => `${id} is new`);
  const changed = [...old.values()].flatMap((criterion) => {
    const other = now.get(criterion.id);
    return other ? changesOf(criterion, other) : [];
  });
  return [...gone, ...added, ...changed];
};

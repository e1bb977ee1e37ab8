import { isMap, isSeq } from 'yaml';
import type { FoundCheck } from '../evaluation/check/datasetCheck';
import { validCheck } from '../evaluation/check/latestChecks';
import { matchesCheck } from '../evaluation/check/matchesCheck';
import { child, memberOf, textOf, textsOf } from './yamlValues';

/** `evaluation.datasetCheck`: whether base and gold must have run before anything is rated. */
export type DatasetCheckLevel = 'required' | 'advised' | 'off';

const levels: readonly DatasetCheckLevel[] = ['required', 'advised', 'off'];

/** One instance as far as a study file's filters are told by lists alone. */
export interface FilteredInstance {
  readonly datasetId: string;
  readonly id: string;
  readonly repo: string | null;
}

/** One value, or a list of which any. */
const anyOf = (node: unknown): readonly string[] => {
  const one = textOf(node);
  return one === null ? (isSeq(node) ? textsOf(node) : []) : [one];
};

/** Whether a key of a filter holds; null for keys that take more than the lists to tell. */
const holds = (name: string, node: unknown, row: FilteredInstance, check: FoundCheck | null): boolean | null => {
  const values = anyOf(node);
  if (name === 'dataset') return values.includes(row.datasetId);
  if (name === 'repo') return row.repo !== null && values.includes(row.repo);
  if (name === 'ids') return values.includes(row.id);
  return name === 'datasetCheck' ? matchesCheck(values, check) : null;
};

const answers = (filter: unknown, row: FilteredInstance, check: FoundCheck | null): readonly (boolean | null)[] =>
  isMap(filter) ? filter.items.map((pair) => holds(textOf(pair.key) ?? '', pair.value, row, check)) : [];

/** What a study file says of dataset checks. */
export interface DatasetCheckPlan {
  readonly level: DatasetCheckLevel;
  /**
   * Whether the selection takes the instance in, as far as lists can tell it (keys `dataset`, `repo`, `ids`,
   * `datasetCheck`): what a further key might leave out counts as taken in.
   */
  takes(row: FilteredInstance, check: FoundCheck | null): boolean;
}

/** Reads `evaluation.datasetCheck` and the filters of `selection.instances` out of a study file's document. */
export const datasetCheckPlan = (root: unknown): DatasetCheckPlan => {
  const instances = child(child(root, 'selection'), 'instances');
  const [where, except] = [child(instances, 'where'), child(instances, 'except')];
  return {
    level: memberOf(child(child(root, 'evaluation'), 'datasetCheck'), levels) ?? 'advised',
    takes: (row, check) => {
      if (answers(where, row, check).includes(false)) return false;
      const out = answers(except, row, check);
      return out.length === 0 || !out.every((answer) => answer === true);
    },
  };
};

/** Counts of instances that a study takes in: not checked (or changed since), and with defects. */
export interface CheckCounts {
  readonly total: number;
  readonly unchecked: number;
  /** Of `unchecked`: checked once, and changed since. */
  readonly stale: number;
  readonly withDefects: number;
}

export const countChecks = (
  plan: DatasetCheckPlan,
  rows: readonly FilteredInstance[],
  checkOf: (id: string) => FoundCheck | undefined,
): CheckCounts => {
  const counts = { total: 0, unchecked: 0, stale: 0, withDefects: 0 };
  for (const row of rows) {
    const found = checkOf(row.id);
    const check = validCheck(found);
    if (!plan.takes(row, check)) continue;
    counts.total += 1;
    if (check === null) counts.unchecked += 1;
    if (found?.stale === true) counts.stale += 1;
    if (check !== null && check.defects.length > 0) counts.withDefects += 1;
  }
  return counts;
};

const instances = (n: number, one: string, many: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? `instance ${one}` : `instances ${many}`}`;

/** S200 in words. */
export const checkFaultWords = ({ unchecked, stale, withDefects }: CheckCounts): string => {
  const changed = stale === 0 ? '' : ` (${stale} of them changed since)`;
  const defects = `${withDefects.toLocaleString('en-US')} ${withDefects === 1 ? 'has' : 'have'} defects`;
  return (
    `${instances(unchecked, 'was', 'were')} not checked${changed}, ${defects}: ` +
    'run "touchstone evaluate --check" or exclude them.'
  );
};

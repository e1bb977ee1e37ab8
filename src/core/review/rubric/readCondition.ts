import type { Condition } from './condition';
import { type OptionValue, paneNames } from './rubric';
import { type Path, problemAt, type RubricProblem } from './rubricProblem';

type Record_ = Readonly<Record<string, unknown>>;
type Report = (problem: RubricProblem) => void;

const shapes = '{ criterion, is | atLeast | has }, { overall }, { visible }, { unit }, { all }, { any }, { not }';

const isRecord = (value: unknown): value is Record_ =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isValue = (value: unknown): value is OptionValue =>
  typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';

const isValues = (value: unknown): value is readonly OptionValue[] =>
  Array.isArray(value) && value.length > 0 && value.every(isValue);

const keysOf = (record: Record_): string =>
  Object.keys(record)
    .filter((key) => !key.startsWith('x-'))
    .sort()
    .join(' ');

const readMany = (found: unknown, path: Path, report: Report): readonly Condition[] | null => {
  if (!Array.isArray(found) || found.length === 0) {
    report(problemAt('schema', path, 'expected a list of conditions.'));
    return null;
  }
  const read = found.map((inner, index) => readCondition(inner, [...path, index], report));
  return read.every((inner) => inner !== null) ? (read as Condition[]) : null;
};

const readOnCriterion = (record: Record_): Condition | null => {
  const { criterion } = record;
  if (typeof criterion !== 'string') return null;
  if (isValues(record['is'])) return { kind: 'is', criterion, values: record['is'] };
  if (typeof record['atLeast'] === 'number') return { kind: 'atLeast', criterion, value: record['atLeast'] };
  return isValue(record['has']) ? { kind: 'has', criterion, value: record['has'] } : null;
};

const readUnit = (found: unknown): Condition | null => {
  if (!isRecord(found)) return null;
  const [field, ...more] = Object.keys(found);
  const values = field === undefined ? null : found[field];
  if (field === undefined || more.length > 0 || !isValues(values)) return null;
  return { kind: 'unit', field, values: values.map(String) };
};

const readLeaf = (record: Record_, keys: string): Condition | null => {
  if (keys === 'criterion is' || keys === 'atLeast criterion' || keys === 'criterion has')
    return readOnCriterion(record);
  if (keys === 'overall' && isValues(record['overall'])) return { kind: 'overall', values: record['overall'] };
  if (keys === 'unit') return readUnit(record['unit']);
  const pane = record['visible'];
  if (keys === 'visible' && (paneNames as readonly unknown[]).includes(pane))
    return { kind: 'visible', pane: String(pane) };
  return null;
};

/** Reads one condition of a rubric file; null, with problems reported at their place, where it isn't one. */
export const readCondition = (found: unknown, path: Path, report: Report): Condition | null => {
  const keys = isRecord(found) ? keysOf(found) : '';
  if (isRecord(found) && (keys === 'all' || keys === 'any')) {
    const of = readMany(found[keys], [...path, keys], report);
    return of && { kind: keys, of };
  }
  if (isRecord(found) && keys === 'not') {
    const of = readCondition(found['not'], [...path, 'not'], report);
    return of && { kind: 'not', of };
  }
  const leaf = isRecord(found) ? readLeaf(found, keys) : null;
  if (!leaf) report(problemAt('schema', path, `isn't a condition. There are: ${shapes}.`));
  return leaf;
};

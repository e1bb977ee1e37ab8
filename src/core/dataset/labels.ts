import type { Label, Labels } from '../instance/instance';

const columns = [
  ['taskTypes', 'task_types'],
  ['scenarios', 'programming_scenarios'],
  ['languages', 'programming_languages'],
  ['difficulty', 'difficulty'],
] as const;

const valuesOf = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return null;
};

/**
 * Labels that the data itself gives: SWE-Compass's `task_types`, `programming_scenarios`, `programming_languages`,
 * and Verified's `difficulty`; text or a list of texts each. What is absent stays unknown (no key).
 */
export const readLabels = (
  row: Readonly<Record<string, unknown>>,
  note: (field: string, reason: string) => void,
): Labels => {
  const labels: { -readonly [K in keyof Labels]: Labels[K] } = {};
  for (const [key, column] of columns) {
    const value = row[column];
    if (value === null || value === undefined) continue;
    const values = valuesOf(value);
    if (values === null) note(column, `${column}: text or a list of texts expected; the label is left unknown.`);
    else if (values.length > 0) labels[key] = values.map((text): Label => ({ value: text, source: 'data' }));
  }
  return labels;
};

import type { Label, Labels } from '../instance/instance';
import { languageName } from './labels/languageOfPath';

/** Columns of all benchmarks that state a label; the first of a label that is there counts (formats.md A1, A4). */
const columns = [
  ['taskTypes', 'task_types'],
  ['scenarios', 'programming_scenarios'],
  ['languages', 'programming_languages'],
  ['languages', 'repo_language'],
  ['languages', 'language'],
  ['languages', 'lang'],
  ['difficulty', 'difficulty'],
] as const;

const valuesOf = (value: unknown): readonly string[] | null => {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  return null;
};

/**
 * Labels that the data itself gives: SWE-Compass's `task_types`, `programming_scenarios`, `programming_languages`,
 * `repo_language` (Pro), `language` (rebench V2), `lang` (Multi-SWE-bench), `difficulty` (Verified, LiveCodeBench);
 * text or a list of texts each. Languages get one name each (`js` is JavaScript). What is absent stays unknown.
 */
export const readLabels = (
  row: Readonly<Record<string, unknown>>,
  note: (field: string, reason: string) => void,
): Labels => {
  const labels: { -readonly [K in keyof Labels]: Labels[K] } = {};
  for (const [key, column] of columns) {
    const value = row[column];
    if (value === null || value === undefined || labels[key] !== undefined) continue;
    const values = valuesOf(value);
    if (values === null) note(column, `${column}: text or a list of texts expected; the label is left unknown.`);
    else if (values.length > 0) labels[key] = values.map((text) => labelOf(key, text));
  }
  return labels;
};

const labelOf = (key: keyof Labels, text: string): Label => ({
  value: key === 'languages' ? languageName(text) : text,
  source: 'data',
});

import type * as z from 'zod/mini';
import { nearest } from '../../shared/nearest';

/** Codes of design document "rubric-schema": R101 and up; `schema` where the file's shape itself is wrong. */
export type RubricCode =
  | 'schema'
  | 'R101'
  | 'R102'
  | 'R103'
  | 'R104'
  | 'R105'
  | 'R106'
  | 'R107'
  | 'R108'
  | 'R109'
  | 'R110'
  | 'R111'
  | 'R112';

export type Path = readonly (string | number)[];

/** One fault of a rubric file. Warnings never stop its use. */
export interface RubricProblem {
  readonly code: RubricCode;
  readonly severity: 'error' | 'warning';
  /** Keys and indexes from the top of the document to the fault. */
  readonly path: Path;
  readonly reason: string;
  /** What was probably meant instead of what stands there. */
  readonly meant?: readonly string[];
  /** The fault is of the field's name, not of its value. */
  readonly atKey?: true;
}

export const problemAtKey = (code: RubricCode, path: Path, reason: string): RubricProblem => ({
  ...problemAt(code, path, reason),
  atKey: true,
});

export const problemAt = (code: RubricCode, path: Path, reason: string): RubricProblem => ({
  code,
  severity: code === 'R111' || code === 'R112' ? 'warning' : 'error',
  path,
  reason,
});

/** `criteria[2].options[0].anchor`, as people write it; `the file` for the top. */
export const pathText = (path: Path): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '') || 'the file';

const valueAt = (document: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : value),
    document,
  );

const kindOf = (value: unknown): string => {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `${typeof value} ${JSON.stringify(value).slice(0, 40)}`;
};

type Issue = z.core.$ZodIssue;

const reasonOf = (issue: Issue, document: unknown): string => {
  const found = valueAt(document, issue.path as Path);
  if (issue.code === 'invalid_type' && found === undefined) return `is missing; expected ${issue.expected}.`;
  if (issue.code === 'invalid_type') return `expected ${issue.expected}, found ${kindOf(found)}.`;
  if (issue.code === 'invalid_value') return `${kindOf(found)} isn't one of ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'too_big')
    return `is over the limit of ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}.`;
  if (issue.code === 'too_small') return `is under the least of ${issue.minimum}.`;
  if (issue.code === 'invalid_format') return `${kindOf(found)} isn't written as asked (${issue.format}).`;
  return issue.message && issue.message !== 'Invalid input' ? issue.message : `can't be used: found ${kindOf(found)}.`;
};

/** Puts a schema's complaints into words; an unknown key is reported at the key, with the nearest known one. */
export const problemsOfIssue = (
  issue: Issue,
  document: unknown,
  known: readonly string[],
): readonly RubricProblem[] => {
  const path = issue.path as Path;
  if (issue.code !== 'unrecognized_keys') return [problemAt('schema', path, reasonOf(issue, document))];
  return issue.keys.map((key) => {
    const near = nearest(key, known);
    const hint = near ? ` Did you mean "${near}"?` : '';
    const problem = problemAtKey('schema', [...path, key], `unknown field.${hint} Own fields start with "x-".`);
    return near ? { ...problem, meant: [near] } : problem;
  });
};

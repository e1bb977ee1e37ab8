import type { EvalType, Instance } from '../instance/instance';
import type { Problem } from '../shared/problem';
import { readLabels } from './labels';
import { readTestList } from './testList';
import { isCommit, isFolderName, isRepoName } from './validity';

/** What one row became: an instance (with notes on what it lacks), or nothing, with the reason. */
export type RowReading =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly notes: readonly Problem[] }
  | { readonly kind: 'skipped'; readonly problem: Problem };

export interface RowContext {
  /** For people: `spandrel.jsonl row 7`. */
  readonly where: string;
  readonly format: string;
  readonly benchmark: string;
  /** The columns that were asked for; null where all were. What was not asked for is not missing. */
  readonly columns?: ReadonlySet<string> | null;
}

type Fields = Readonly<Record<string, unknown>>;

const texts = {
  repo: 'repo',
  baseCommit: 'base_commit',
  statement: 'problem_statement',
  hints: 'hints_text',
  goldPatch: 'patch',
  testPatch: 'test_patch',
  version: 'version',
  createdAt: 'created_at',
  image: 'image',
  evalScript: 'eval_script',
  logParser: 'log_parser',
} as const;

/** Columns without which a row opens for reading alone. */
export const wantedColumns = [
  'repo',
  'base_commit',
  'problem_statement',
  'patch',
  'test_patch',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
] as const;

const taken: ReadonlySet<string> = new Set([
  'instance_id',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
  'eval_type',
  'task_types',
  'programming_scenarios',
  'programming_languages',
  'difficulty',
  ...Object.values(texts),
]);

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** Collects what is wrong with one row: `fatal` leaves the row out, `notes` do not. */
class RowFaults {
  fatal: Problem | null = null;
  readonly notes: Problem[] = [];
  constructor(readonly where: string) {}

  leaveOut(field: string | null, reason: string): void {
    this.fatal ??= { where: this.where, field, reason };
  }

  note(field: string, reason: string): void {
    this.notes.push({ where: this.where, field, reason });
  }
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readText = (row: Fields, field: string, faults: RowFaults, kept: [string, unknown][]): string | null => {
  const value = row[field];
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (field === 'patch' || field === 'test_patch') {
    faults.leaveOut(field, `${field}: text expected, ${kindOf(value)} found. Write the diff as one string.`);
    return null;
  }
  if (typeof value === 'number' || typeof value === 'bigint') {
    faults.note(field, `${field} is a number; read as the text "${value}".`);
    return String(value);
  }
  kept.push([field, value]);
  faults.note(field, `${field}: text expected, ${kindOf(value)} found. The row opens without it; see "extra".`);
  return null;
};

const readTests = (
  row: Fields,
  field: 'FAIL_TO_PASS' | 'PASS_TO_PASS',
  faults: RowFaults,
): readonly string[] | null => {
  const value = row[field];
  if (value === null || value === undefined) return null;
  const list = readTestList(value);
  if (list.ok) return list.value;
  faults.leaveOut(field, `${field}: ${list.error}`);
  return null;
};

const readEvalType = (row: Fields, faults: RowFaults): EvalType | null => {
  const value = row['eval_type'];
  if (value === null || value === undefined) return null;
  if (value === 'pass_and_fail' || value === 'fail_only') return value;
  faults.note('eval_type', `eval_type: "pass_and_fail" or "fail_only" expected, ${JSON.stringify(value)} found.`);
  return null;
};

const checkAddresses = (repo: string | null, commit: string | null, faults: RowFaults): void => {
  if (repo !== null && !isRepoName(repo))
    faults.note('repo', `repo: owner/name expected, "${repo}" found. The row opens for reading; it has no workspace.`);
  if (commit === null || isCommit(commit)) return;
  const found = commit === '' ? 'is empty' : `is no 40 or 64 hex digits: "${commit}"`;
  faults.note('base_commit', `base_commit ${found}. The row opens for reading; it has no workspace and no evaluation.`);
};

const noteMissing = (row: Fields, asked: ReadonlySet<string> | null, faults: RowFaults): void => {
  for (const field of wantedColumns) {
    if (asked !== null && !asked.has(field)) continue;
    if (row[field] !== null && row[field] !== undefined) continue;
    faults.note(field, `${field} is missing. The row opens without it.`);
  }
};

const readId = (row: Fields, faults: RowFaults): string => {
  const id = row['instance_id'];
  if (typeof id !== 'string' || id === '') {
    const found = id === undefined ? 'nothing' : id === '' ? 'an empty text' : kindOf(id);
    faults.leaveOut('instance_id', `instance_id: text expected, ${found} found. Give every row an id of its own.`);
    return '';
  }
  if (!isFolderName(id))
    faults.note('instance_id', `instance_id ${JSON.stringify(id)} can't name a folder: it is read, not evaluated.`);
  return id;
};

/**
 * One row of the SWE-bench family, classic or v5 columns (formats.md A1), as an instance. A row with a wrong type
 * where grading needs it is left out; one that merely lacks something opens, with notes. Never throws for bad data.
 */
export const readRow = (value: unknown, context: RowContext): RowReading => {
  const faults = new RowFaults(context.where);
  if (!isFields(value)) {
    faults.leaveOut(null, `An object with the fields of one instance expected, ${kindOf(value)} found.`);
    return { kind: 'skipped', problem: faults.fatal as unknown as Problem };
  }
  const kept: [string, unknown][] = [];
  for (const key of Object.keys(value)) if (!taken.has(key)) kept.push([key, value[key]]);
  const id = readId(value, faults);
  const text = (field: string): string | null => readText(value, field, faults, kept);
  const instance: Instance = {
    id,
    benchmark: context.benchmark,
    format: context.format,
    repo: text(texts.repo),
    baseCommit: text(texts.baseCommit),
    statement: text(texts.statement),
    hints: text(texts.hints),
    goldPatch: text(texts.goldPatch),
    testPatch: text(texts.testPatch),
    failToPass: readTests(value, 'FAIL_TO_PASS', faults),
    passToPass: readTests(value, 'PASS_TO_PASS', faults),
    version: text(texts.version),
    createdAt: text(texts.createdAt),
    image: text(texts.image),
    evalScript: text(texts.evalScript),
    logParser: text(texts.logParser),
    evalType: readEvalType(value, faults),
    labels: readLabels(value, (field, reason) => faults.note(field, reason)),
    extra: Object.fromEntries(kept),
  };
  if (faults.fatal) return { kind: 'skipped', problem: faults.fatal };
  noteMissing(value, context.columns ?? null, faults);
  checkAddresses(instance.repo, instance.baseCommit, faults);
  return { kind: 'instance', instance, notes: faults.notes };
};

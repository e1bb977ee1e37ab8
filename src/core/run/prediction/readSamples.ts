import type { Problem } from '../../shared/problem';
import type { Prediction } from './prediction';

/** What one row of samples gives; what can't be used is said. */
export interface SamplesReading {
  /** `attempt` counts from 1 within the row; who reads several rows of a task adds those before. */
  readonly samples: readonly Prediction[];
  /** Entries of the row, those left out too, so that attempts keep their places. */
  readonly count: number;
  readonly skipped: readonly Problem[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that hold code, the first that is there counts; `solution` is whole, `completion` follows the prompt. */
const codeFields = ['solution', 'completion', 'code_list', 'completions'] as const;

const codeFieldOf = (row: Fields): string | undefined => {
  if (Object.hasOwn(row, 'task_id')) return codeFields.find((name) => Object.hasOwn(row, name));
  return Object.hasOwn(row, 'question_id') && Object.hasOwn(row, 'code_list') ? 'code_list' : undefined;
};

/** Results carry the sample too, but are read as results; a dataset's row has the tests or the question. */
const otherFields = ['passed', 'graded_list', 'canonical_solution', 'test_list', 'question_content', 'base_commit'];

/**
 * Whether a row is one of samples of code (formats.md A2): HumanEval, EvalPlus and BigCodeBench `{ task_id, completion |
 * solution }`, LiveCodeBench `{ question_id, code_list }`; in an object by id (`key`) CRUXEval's list of texts.
 */
export const isSampleRow = (value: unknown, key: string | null): boolean => {
  if (key !== null && Array.isArray(value))
    return /\d/.test(key) && value.length > 0 && value.every((item) => typeof item === 'string');
  if (!isFields(value) || otherFields.some((name) => Object.hasOwn(value, name))) return false;
  return codeFieldOf(value) !== undefined;
};

const idOf = (row: Fields, key: string | null): string | null => {
  const id = row['task_id'] ?? row['question_id'] ?? key;
  if (typeof id === 'number' && Number.isSafeInteger(id)) return String(id);
  return typeof id === 'string' && id !== '' ? id : null;
};

const modelOf = (row: Fields): string | null => {
  const model = row['model'] ?? row['model_name_or_path'];
  return typeof model === 'string' && model !== '' ? model : null;
};

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return String(value);
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
};

/** The samples of one row in its order. Never throws; an entry that is no text is left out and said. */
export const readSamples = (value: unknown, where: string, key: string | null): SamplesReading => {
  const row: Fields = Array.isArray(value) ? { code_list: value, task_id: key } : isFields(value) ? value : {};
  const id = idOf(row, key);
  const field = codeFieldOf(row);
  const skip = (name: string, reason: string): Problem => ({ where, field: name, reason });
  if (id === null || field === undefined) {
    const name = id === null ? 'task_id' : 'completion';
    return {
      samples: [],
      count: 0,
      skipped: [skip(name, `${name}: text expected. Say which task it answers, and with what.`)],
    };
  }
  const found = row[field];
  const list: readonly unknown[] = Array.isArray(found) ? found : [found];
  const extra = Object.fromEntries(
    Object.entries(row).filter(([name]) => ![field, 'task_id', 'question_id', 'model_name_or_path'].includes(name)),
  );
  const samples: Prediction[] = [];
  const skipped: Problem[] = [];
  list.forEach((code, n) => {
    if (typeof code === 'string')
      samples.push({ instanceId: id, model: modelOf(row), patch: null, kind: 'code', code, attempt: n + 1, extra });
    else skipped.push(skip(`${field}[${n}]`, `text expected, ${kindOf(code)} found; this sample is left out.`));
  });
  return { samples, count: list.length, skipped };
};

/** CRUXEval's `generations.json` as one object: numbered ids (`sample_7`) to lists of texts, nothing else. */
export const isSamplesById = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  isFields(value) &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(([id, list]) => /\d/.test(id) && isSampleRow(list, id));

/** LiveCodeBench's list of lists: samples by position alone, in the sorted order of the questions' ids. */
export const isPositionalRow = (value: unknown, key: string | null): value is readonly unknown[] =>
  key === null && Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

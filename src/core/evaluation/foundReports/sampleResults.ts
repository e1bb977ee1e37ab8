import type { Outcome } from '../outcome';
import type { FoundReport, ReportPlace } from './foundReport';
import {
  isFields,
  kindWords,
  outcomeOfFlag,
  ReportReading,
  resolved,
  result,
  textOf,
  unresolved,
} from './reportFields';

/** `pass` or `passed` alone is a yes; `fail`, `timeout`, `failed: ...` are not. A sample out of time has failed. */
export const outcomeOfWord = (word: string): Outcome => (/^pass(?:ed)?$/i.test(word) ? resolved : unresolved);

const isResultRow = (row: unknown): boolean =>
  isFields(row) && Object.hasOwn(row, 'task_id') && typeof row['passed'] === 'boolean';

/** HumanEval `<samples>_results.jsonl`: the sample with `result` and `passed`. Told by its first rows. */
export const isSampleResults = (rows: readonly unknown[]): boolean => rows.length > 0 && rows.every(isResultRow);

const taskOf = (row: unknown): string | null => {
  const id = isFields(row) ? row['task_id'] : null;
  return typeof id === 'number' ? String(id) : textOf(id);
};

/**
 * The rows of `<samples>_results.jsonl`, in the order of the samples: the n-th of a task is its n-th attempt. A sample
 * that ran out of time has failed, by HumanEval's rules; pass@k is left to who sums up.
 */
export const readSampleResults = (
  rows: readonly { readonly place: string; readonly value: unknown }[],
  place: ReportPlace,
): FoundReport => {
  const reading = new ReportReading(place.name);
  const attempts = new Map<string, number>();
  for (const { place: at, value } of rows) {
    const task = taskOf(value);
    const passed = isFields(value) ? value['passed'] : undefined;
    if (task === null) {
      reading.skip(at, 'No task_id; the row names no task.');
      continue;
    }
    const attempt = (attempts.get(task) ?? 0) + 1;
    attempts.set(task, attempt);
    if (typeof passed === 'boolean') reading.add(result(task, outcomeOfFlag(passed), `${at} passed`, { attempt }));
    else reading.skip(at, `passed: true or false expected, ${kindWords(passed)} found; no outcome.`);
  }
  return reading.done('humaneval-results', 'HumanEval', 'instance');
};

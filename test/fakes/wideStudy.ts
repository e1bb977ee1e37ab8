import fs from 'node:fs';
import path from 'node:path';
import { instanceRow, jsonLines } from './rows';

/** What a run's evaluation of an instance shows; null: it was not evaluated; 'absent': it has no prediction. */
export type Shown = 'resolved' | 'assertion' | 'import' | 'name' | 'empty' | 'absent' | null;

const logs: Readonly<Record<'assertion' | 'import' | 'name', string>> = {
  assertion: '____ test_a ____\nE   AssertionError: 1 != 2\nFAILED t.py::test_a - AssertionError: 1 != 2',
  import: '____ ERROR collecting t.py ____\nE   ModuleNotFoundError: No module named "x"',
  name: "____ test_a ____\nE   NameError: name 'x' is not defined",
};

const report = (id: string, resolved: boolean) => {
  const group = (failure: readonly string[], success: readonly string[]) => ({ success, failure });
  const none = group([], []);
  const tests = resolved ? group([], ['t.py::test_a']) : group(['t.py::test_a'], []);
  return {
    [id]: {
      patch_is_None: false,
      patch_exists: true,
      patch_successfully_applied: true,
      resolved,
      tests_status: { FAIL_TO_PASS: tests, PASS_TO_PASS: none, FAIL_TO_FAIL: none, PASS_TO_FAIL: none },
    },
  };
};

const write = (file: string, text: string): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

/**
 * Writes a study without a study file: a dataset, and runs in the SWE-bench layout that show what `runs` says; `wordsOf`
 * gives fields of a row.
 */
export const wideStudy = (
  folder: string,
  count: number,
  runs: Readonly<Record<string, (i: number) => Shown>>,
  wordsOf: (i: number) => Readonly<Record<string, string>> = () => ({}),
): void => {
  const rows = Array.from({ length: count }, (_, i) => {
    const { instance_id: id = `wide__repo-${i + 1}`, ...words } = wordsOf(i);
    return instanceRow(id, { problem_statement: `Title of ${id}\n`, repo: 'wide/repo', ...words });
  });
  const ids = rows.map((row) => String(row['instance_id']));
  write(path.join(folder, 'wide.jsonl'), jsonLines(rows));
  for (const [run, shows] of Object.entries(runs)) {
    const predictions: object[] = [];
    for (const [i, id] of ids.entries()) {
      const shown = shows(i);
      if (shown === 'absent') continue;
      const patch =
        shown === 'empty' ? '' : `diff --git a/${i} b/${i}\n--- a/${i}\n+++ b/${i}\n@@ -1 +1 @@\n-a\n+${run}\n`;
      predictions.push({ instance_id: id, model_name_or_path: run, model_patch: patch });
      if (shown === null || shown === 'empty') continue;
      const place = path.join(folder, 'logs', 'run_evaluation', run, run, id);
      write(path.join(place, 'report.json'), JSON.stringify(report(id, shown === 'resolved')));
      write(path.join(place, 'patch.diff'), patch);
      const body = shown === 'resolved' ? 'PASSED t.py::test_a' : logs[shown];
      write(path.join(place, 'test_output.txt'), `>>>>> Start Test Output\n${body}\n>>>>> End Test Output\n`);
    }
    write(path.join(folder, 'runs', run, 'predictions.jsonl'), jsonLines(predictions));
  }
};

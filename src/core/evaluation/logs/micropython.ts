import type { TestStatus } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const statuses: Readonly<Record<string, TestStatus>> = { pass: 'PASSED', FAIL: 'FAILED', skip: 'SKIPPED' };
const RESULT = new RegExp(`^(pass|FAIL|skip)[${BLANKS}]+(.+)$`, 's');

/** MicroPython's `run-tests.py`, `pass  basics/int.py`, as `parse_log_micropython_test` reads it. */
export const micropythonParser = parserByLine(
  'parse_log_micropython_test',
  cuesAt('indented', ...Object.keys(statuses)),
  (text) => {
    const found = RESULT.exec(trimBlanks(text));
    const status = statuses[found?.[1] ?? ''];
    return status === undefined || found?.[2] === undefined ? null : [found[2], status];
  },
);

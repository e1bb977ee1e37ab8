import type { TestStatus } from '../testResult';
import { trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const statuses: ReadonlyMap<string, TestStatus> = new Map([
  ['--- PASS: ', 'PASSED'],
  ['--- FAIL: ', 'FAILED'],
  ['--- SKIP: ', 'SKIPPED'],
]);
const PREFIX_LENGTH = 10;

/**
 * `go test -v` as `parse_log_gotest` reads it: `--- PASS: TestName/case (0.00s)`, also indented. The package is not
 * part of the id, so equal names in two packages are one result. The name ends before the last bracket.
 */
export const gotestParser = parserByLine('parse_log_gotest', cuesAt('indented', ...statuses.keys()), (raw) => {
  const text = trimBlanks(raw);
  const status = statuses.get(text.slice(0, PREFIX_LENGTH));
  if (status === undefined || !text.endsWith(')')) return null;
  const open = text.lastIndexOf(' (', text.length - 4);
  return open > PREFIX_LENGTH ? [text.slice(PREFIX_LENGTH, open), status] : null;
});

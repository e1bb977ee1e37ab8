import type { TestStatus } from '../testResult';
import { BLANKS, isBlank } from './blanks';
import { parserByLine } from './byLine';
import { DIGIT } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';

/** Durations in brackets, in the order in which the harness looks for them. */
const durations: readonly RegExp[] = ['ms', `[${BLANKS}]s`, 's'].map(
  (unit) => new RegExp(`\\([${DIGIT}.]+${unit}\\)`, 'uy'),
);

/** What stands before the last duration of the first kind that the text holds; a blank stands between. */
const beforeDuration = (text: string): string => {
  for (const duration of durations) {
    for (let open = text.lastIndexOf('('); open > 0; open = text.lastIndexOf('(', open - 1)) {
      duration.lastIndex = open;
      if (isBlank(text.charCodeAt(open - 1)) && duration.test(text)) return text.slice(0, open - 1);
    }
  }
  return text;
};

const statuses: ReadonlyMap<string, TestStatus> = new Map([
  ['PASS', 'PASSED'],
  ['FAIL', 'FAILED'],
]);

/**
 * Jest without `--verbose`: `PASS path/to/file.js (5.2 s)`; the file is the unit. The harness has it under several
 * names, `parse_log_carbon` and `parse_log_react_pdf` among them.
 */
export const jestFilesParser = (name: string): LineParser =>
  parserByLine(name, cuesAt('start', ...statuses.keys()), (text) => {
    const status = statuses.get(text.slice(0, 4));
    if (status === undefined || !isBlank(text.charCodeAt(4))) return null;
    return [beforeDuration(text.slice(5)), status];
  });

import type { LogParser, TestResult } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';

const FAILURE = new RegExp(`^\\d+\\)[${BLANKS}](.*)$`, 's');

/** Jasmine's numbered failures, `1) name`, as `parse_log_marked` reads them: only failures are ever listed. */
export const markedParser: LogParser = {
  name: 'parse_log_marked',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, line] of lines.entries()) {
      const name = FAILURE.exec(line)?.[1];
      if (name !== undefined) results.set(trimBlanks(name), { status: 'FAILED', line: firstLine + index });
    }
    return results;
  },
};

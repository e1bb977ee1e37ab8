import type { LogParser, TestResult, TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';

const marks: Readonly<Record<string, TestStatus>> = { '✓': 'PASSED', '×': 'FAILED', '↓': 'SKIPPED' };
const ENDING = new RegExp(`^(.+?)(?:[${BLANKS}](?:\\d+[${BLANKS}]*m?s?|\\[skipped\\]))?$`, 's');

/** Vitest's verbose lines as `parse_log_vitest` reads them. Colour codes before the mark hide a result from it. */
export const vitestParser: LogParser = {
  name: 'parse_log_vitest',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, raw] of lines.entries()) {
      const line = trimBlanks(raw);
      const status = marks[line[0] ?? ''];
      if (status === undefined || !isBlank(line.charCodeAt(1))) continue;
      const id = ENDING.exec(line.slice(2))?.[1];
      if (id !== undefined) results.set(id, { status, line: firstLine + index });
    }
    return results;
  },
};

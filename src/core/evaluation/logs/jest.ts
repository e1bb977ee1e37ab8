import type { LogParser, TestResult, TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';

const marks: Readonly<Record<string, TestStatus>> = { '✓': 'PASSED', '✕': 'FAILED', '○': 'SKIPPED' };

const DURATION = new RegExp(`^\\(\\d+[${BLANKS}]*m?s\\)$`);

/** A name without the duration in brackets at its end: `adds (12 ms)`. */
const withoutDuration = (text: string): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 1 && isBlank(text.charCodeAt(open - 1)) && DURATION.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

/** Jest's `--verbose` lines as `parse_log_jest` reads them. Suites are dropped, so equal names are one result. */
export const jestParser: LogParser = {
  name: 'parse_log_jest',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, raw] of lines.entries()) {
      const line = trimBlanks(raw);
      const status = marks[line[0] ?? ''];
      if (status === undefined || line.length < 3 || !isBlank(line.charCodeAt(1))) continue;
      results.set(trimBlanks(withoutDuration(line.slice(2))), { status, line: firstLine + index });
    }
    return results;
  },
};

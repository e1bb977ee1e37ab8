import type { LogParser, TestResult } from '../testResult';
import { trimBlanks } from './blanks';

const POINT = /^(ok|not ok) \d+ (.+)$/s;

/**
 * TAP as the SWE-bench harness reads it (`parse_log_tap`): the line without the blanks at its ends, then everything
 * after the number is the id, so a leading `- ` and a trailing `# SKIP` become part of it, and nothing is ever skipped.
 * Rows that name this parser have their ids made by it.
 */
export const officialTapParser: LogParser = {
  name: 'parse_log_tap',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, line] of lines.entries()) {
      const point = POINT.exec(trimBlanks(line));
      if (point?.[2] === undefined) continue;
      results.set(point[2], { status: point[1] === 'ok' ? 'PASSED' : 'FAILED', line: firstLine + index });
    }
    return results;
  },
};

import type { LogParser, TestResult } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';

const RESULT = new RegExp(`^\\[(PASSED|FAILED)\\][${BLANKS}](.+)$`, 's');

/** Jest's JSON after the row's own jq step, `[PASSED] suite > name`, as `parse_log_jest_json` reads it. */
export const jestJsonParser: LogParser = {
  name: 'parse_log_jest_json',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, line] of lines.entries()) {
      const found = RESULT.exec(trimBlanks(line));
      if (found?.[2] === undefined) continue;
      results.set(found[2], { status: found[1] === 'PASSED' ? 'PASSED' : 'FAILED', line: firstLine + index });
    }
    return results;
  },
};

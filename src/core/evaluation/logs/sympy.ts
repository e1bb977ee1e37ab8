import type { LogParser, TestResult, TestStatus } from '../testResult';
import { trimBlanks, words } from './blanks';

/** `____ sympy/core/tests/test_x.py:test_y ____`: what stands between the first and the last blank, if it is that. */
const headline = (line: string): string | null => {
  const start = line.indexOf(' ') + 1;
  const end = line.lastIndexOf(' ');
  const file = line.lastIndexOf('.py:', end - 4);
  return start > 0 && end - 4 >= start && file >= start ? line.slice(start, end) : null;
};

const endings: readonly (readonly [ending: string, status: TestStatus])[] = [
  [' E', 'ERROR'],
  [' F', 'FAILED'],
  [' ok', 'PASSED'],
];

/**
 * Sympy's own runner as `parse_log_sympy` reads it: `test_x ok`, `test_x F`, `test_x E`, and the headlines of the
 * failures. The names lack the file, so equal names in two files are one result.
 */
export const sympyParser: LogParser = {
  name: 'parse_log_sympy',
  parse(lines, firstLine) {
    const results = new Map<string, TestResult>();
    for (const [index, line] of lines.entries()) {
      const id = headline(line);
      if (id !== null) results.set(id, { status: 'FAILED', line: firstLine + index });
    }
    for (const [index, raw] of lines.entries()) {
      const line = trimBlanks(raw);
      const status = line.startsWith('test_') ? endings.find(([ending]) => line.endsWith(ending))?.[1] : undefined;
      const id = status && words(line, 1)[0];
      if (status && id) results.set(id, { status, line: firstLine + index });
    }
    return results;
  },
};

import type { TestStatus } from '../testResult';
import { trimBlanks, words } from './blanks';
import { flatText } from './flatText';
import { cuesAt, type LineParser } from './lineParser';

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
 * failures. The names lack the file, so equal names in two files are one result. The harness reads all headlines
 * first, so a line of a test stands against a headline wherever either is.
 */
export const sympyParser: LineParser = {
  name: 'parse_log_sympy',
  cues: [...cuesAt('anywhere', '.py:'), ...cuesAt('indented', 'test_')],
  read(sink) {
    const ofLines = new Set<string>();
    return {
      line(line) {
        const failed = headline(line.text);
        if (failed !== null && !ofLines.has(failed)) sink.set(failed, 'FAILED', line);
        const text = trimBlanks(line.text);
        const status = text.startsWith('test_') ? endings.find(([ending]) => text.endsWith(ending))?.[1] : undefined;
        const id = status && words(text, 1)[0];
        if (!status || !id) return;
        if (id.includes('.py:')) ofLines.add(flatText(id));
        sink.set(id, status, line);
      },
    };
  },
};

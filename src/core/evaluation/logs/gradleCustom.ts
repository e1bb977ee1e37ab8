import type { RuleSetName } from '../report';
import type { TestStatus } from '../testResult';
import { isBlank, trimBlanks, words } from './blanks';
import type { LineResult } from './byLine';
import { hasTwoCharacters } from './characterClasses';
import { flatText } from './flatText';
import { cuesAt, type LineParser } from './lineParser';

const statusOf = (word: string): TestStatus | null => (word === 'PASSED' || word === 'FAILED' ? word : null);

/** `Class > method PASSED`; all but one of the blanks before the status belong to the id. */
const wholeLine = (text: string): LineResult | null => {
  const status = statusOf(text.slice(-6));
  const end = text.length - 7;
  if (status === null || text.startsWith('>') || !isBlank(text.charCodeAt(end))) return null;
  const id = text.slice(0, end);
  return hasTwoCharacters(id) ? [id, status] : null;
};

const isName = (text: string): boolean => {
  const [first, sign, last, more] = words(text, 4);
  return first?.startsWith('>') === false && sign === '>' && last !== undefined && more === undefined;
};

/**
 * Gradle with the row's own listener, `Class > method PASSED`, as `parse_log_gradle_custom` reads it. Under
 * swebench-v5 the status may also stand alone on a later line, after output that came between.
 */
export const gradleCustomParser = (rules: RuleSetName): LineParser => ({
  name: 'parse_log_gradle_custom',
  cues: cuesAt('anywhere', 'PASSED', 'FAILED', ...(rules === 'swebench-v5' ? ['>'] : [])),
  read(sink) {
    let pending: string | null = null;
    return {
      line(line) {
        const text = trimBlanks(line.text);
        const found = wholeLine(text);
        if (found) {
          pending = null;
          sink.set(found[0], found[1], line);
        } else if (rules === 'swebench-v5') {
          const status = pending === null ? null : statusOf(text);
          if (isName(text)) pending = flatText(text);
          else if (status !== null && pending !== null) {
            sink.set(pending, status, line);
            pending = null;
          }
        }
      },
    };
  },
});

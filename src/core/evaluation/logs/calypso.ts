import type { TestStatus } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import type { LineParser, LogPlace } from './lineParser';
import { indentOf, suiteStack } from './suiteStack';

const COMMAND = ' ./node_modules/.bin/jest ';
const marks: Readonly<Record<string, TestStatus>> = { '✓': 'PASSED', '✕': 'FAILED' };
const DURATION = new RegExp(`\\([${DIGIT}]+ms\\)`, 'u');
const LAST_DURATION = new RegExp(`^\\([${DIGIT}]+ms\\)$`, 'u');
const MARKED = new RegExp(`^[${BLANKS}]+[✓✕][${BLANKS}]`);

/** The name after a mark; null where the harness's own pattern doesn't fit the line, and it breaks off. */
const nameOf = (text: string): string | null => {
  if (!MARKED.test(text)) return null;
  const name = text.slice(indentOf(text) + 2);
  if (!DURATION.test(text)) return name;
  const open = name.lastIndexOf('(');
  return open !== -1 && LAST_DURATION.test(name.slice(open)) ? name.slice(0, open) : null;
};

/**
 * Jest's tree as `parse_log_calypso` reads it, one tree for each traced command: `✓ name (5ms)` below indented suites;
 * the id is `suite - suite - name`. A tree ends at `Test Suites` or at the first failure's details. The harness breaks
 * off at a mark at a line's start and at a duration that is not at its end.
 */
export const calypsoParser: LineParser = {
  name: 'parse_log_calypso',
  cues: 'every',
  read(sink) {
    const suites = suiteStack();
    let state: 'outside' | 'tree' = 'outside';
    const readLine = (text: string, place: LogPlace): void => {
      const status = marks[text[indentOf(text)] ?? ''];
      if (text.startsWith('Test Suites') || text.startsWith('  ● ')) state = 'outside';
      else if (status === undefined) suites.enter(text);
      else {
        const name = nameOf(text);
        if (name === null) sink.breakOff(place);
        else sink.set(trimBlanks(`${suites.path()} - ${name}`), status, place);
      }
    };
    return {
      line(line) {
        const parts = line.text.includes(COMMAND) ? line.text.split(COMMAND) : [line.text];
        for (const [index, part] of parts.entries()) {
          if (index > 0) state = 'tree';
          if (state === 'tree') readLine(part, line);
        }
      },
    };
  },
};

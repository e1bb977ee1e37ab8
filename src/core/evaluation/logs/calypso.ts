import type { TestStatus } from '../testResult';
import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { heldResults } from './heldResults';
import type { LineParser } from './lineParser';
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
 * the id is `suite - suite - name`. A tree ends at `Test Suites` or at the first failure's details. Where the harness
 * breaks off (a mark at the line's start, a duration that is not at its end), nothing is read.
 */
export const calypsoParser: LineParser = {
  name: 'parse_log_calypso',
  cues: 'every',
  read(sink) {
    const held = heldResults(sink);
    const suites = suiteStack();
    let state: 'outside' | 'tree' | 'broken' = 'outside';
    const readLine = (text: string, place: Parameters<typeof held.set>[2]): void => {
      const status = marks[text[indentOf(text)] ?? ''];
      if (text.startsWith('Test Suites') || text.startsWith('  ● ')) state = 'outside';
      else if (status === undefined) suites.enter(text);
      else {
        const name = nameOf(text);
        if (name === null) state = 'broken';
        else held.set(trimBlanks(`${suites.path()} - ${name}`), status, place);
      }
    };
    return {
      line(line) {
        const parts = line.text.includes(COMMAND) ? line.text.split(COMMAND) : [line.text];
        for (const [index, part] of parts.entries()) {
          if (index > 0 && state !== 'broken') state = 'tree';
          if (state === 'tree') readLine(part, line);
        }
      },
      end: () => {
        if (state !== 'broken') held.flush();
      },
    };
  },
};

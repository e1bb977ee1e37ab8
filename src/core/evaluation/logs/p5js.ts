import { withoutCodes } from './ansi';
import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { withoutJson } from './p5Blocks';
import { withoutElements } from './p5Elements';
import { indentOf } from './suiteStack';
import { type WholeText, wholeTextParser } from './wholeText';

const NUMBER = new RegExp(`(?<![^\\n])[${BLANKS.replace('\t-\r', '\t\v-\r')}]*[${DIGIT}]+\\)`, 'gu');
const LONGEST = 1000;

/** The text from `from` to the next colon, if at most 1000 characters stand between. */
const untilColon = (text: string, from: number): string | null => {
  const near = text.slice(from, from + 2 * LONGEST + 2);
  const colon = near.indexOf(':');
  if (colon === -1) return null;
  const found = near.slice(0, colon);
  return found.length <= LONGEST || [...found].length <= LONGEST ? found : null;
};

/** Whether each line of a name is indented farther than the one before. */
const isTree = (lines: readonly string[]): boolean =>
  lines.every((line, index) => indentOf(line) > (index === 0 ? 0 : indentOf(lines[index - 1] ?? '')));

const readFailures = ({ text }: WholeText, found: (id: string, index: number) => void): void => {
  let done = 0;
  for (const head of text.matchAll(NUMBER)) {
    if (head.index < done) continue;
    const from = head.index + head[0].length;
    const name = untilColon(text, from);
    if (name === null) continue;
    done = from + name.length + 1;
    const lines = name.split('\n');
    if (isTree(lines)) found(lines.map(trimBlanks).join(':'), from);
  }
};

/**
 * Mocha's numbered failures as `parse_log_p5js` reads them: `1) suite`, then lines each indented farther, up to a colon;
 * the id is `suite:suite:test`. Printed objects, lists and elements are left out first. Failures alone.
 */
export const p5jsParser = wholeTextParser(
  'parse_log_p5js',
  (whole, set) => {
    const shown = withoutElements(withoutJson(whole));
    readFailures(shown, (id, index) => set(id, 'FAILED', shown.placeAt(index)));
  },
  withoutCodes,
);

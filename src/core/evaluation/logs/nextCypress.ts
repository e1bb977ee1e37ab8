import { BLANKS, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { partOf, wholeTextParser } from './wholeText';

const HEAD = 'Running:';
const HEADLINE = new RegExp(`\\)\\n{3}[${BLANKS}]{2}([^\\n]*)\\n`, 'g');
const FAILURE = new RegExp(`(?<![^\\n])[${BLANKS}]{4}[${DIGIT}]+\\)[${BLANKS}]([^\\n]*)`, 'gu');
const SUCCESS = new RegExp(`(?<![^\\n])[${BLANKS}]{4}✓[${BLANKS}]([^\\n]*)\\(`, 'g');
const lists = [
  { pattern: FAILURE, status: 'FAILED' },
  { pattern: SUCCESS, status: 'PASSED' },
] as const;

interface Suite {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The suites of a text: `Running: file)` at a line's end, two empty lines, then the headline. */
const suitesOf = (text: string): Suite[] => {
  const suites: Suite[] = [];
  let done = 0;
  HEADLINE.lastIndex = 0;
  for (let found = HEADLINE.exec(text); found !== null; found = HEADLINE.exec(text)) {
    const line = Math.max(done, text.lastIndexOf('\n', found.index) + 1);
    const start = text.slice(line, found.index).indexOf(HEAD);
    if (start === -1) HEADLINE.lastIndex = found.index + 1;
    else {
      done = HEADLINE.lastIndex;
      suites.push({ name: found[1] ?? '', start: line + start, end: done });
    }
  }
  return suites;
};

/**
 * Cypress's tree as `parse_log_next` reads it for version 1.27: after each `Running: file)` a headline, then `✓ name (1ms)`
 * and `1) name`; the id is `headline: name`.
 */
export const nextCypressParser = wholeTextParser('parse_log_next_v2', (whole, set) => {
  const suites = suitesOf(whole.text);
  for (const [index, suite] of suites.entries()) {
    const part = partOf(whole, suite.end, suites[index + 1]?.start ?? whole.text.length);
    for (const { pattern, status } of lists)
      for (const found of part.text.matchAll(pattern))
        set(`${suite.name}: ${trimBlanks(found[1] ?? '')}`, status, part.placeAt(found.index + 4));
  }
});

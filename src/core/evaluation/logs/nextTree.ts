import { withoutCodes } from './ansi';
import { BLANKS, trimBlanks } from './blanks';
import { indentOf, type SuiteStack, suiteStack } from './suiteStack';
import { joinParts, partOf, type SetResult, splitText, type WholeText, wholeTextParser } from './wholeText';

const ASSERTION = new RegExp(`AssertionError:[${BLANKS}]+#`, 'g');
const BROWSER = 'Starting browser Chrome';
const noise = ['ERROR', 'LOG', 'WARN', 'Check', 'in'];

/** The text without the messages of failed assertions, each up to the next empty line. */
const withoutAssertions = (whole: WholeText): WholeText => {
  const parts: (readonly [string, number])[] = [];
  let from = 0;
  for (const head of whole.text.matchAll(ASSERTION)) {
    if (head.index < from) continue;
    const end = whole.text.indexOf('\n\n', head.index + head[0].length);
    if (end === -1) break;
    parts.push([whole.text.slice(from, head.index), from]);
    from = end + 2;
  }
  return joinParts(whole, [...parts, [whole.text.slice(from), from]]);
};

const nameAfter = (line: string, mark: string): string | null => {
  const at = line.indexOf(mark);
  return at === -1 ? null : line.slice(at + 1 + indentOf(line.slice(at + 1)));
};

/** One command's tree, from the last start of the browser to the line `TOTAL`. */
const readTree = ({ text, placeAt }: WholeText, suites: SuiteStack, set: SetResult): void => {
  let at = 0;
  for (const line of text.split('\n')) {
    if (line.startsWith('TOTAL')) return;
    const shown = trimBlanks(line);
    const failed = nameAfter(line, '✗');
    const name = failed ?? nameAfter(line, '✓');
    if (noise.some((word) => shown.startsWith(word))) {
      // Output of the tests or the bundler, no headline.
    } else if (name === null) suites.enter(line);
    else {
      const id = suites.isEmpty() ? name : `${suites.path()} - ${name}`;
      set(id, failed === null ? 'PASSED' : 'FAILED', placeAt(at));
    }
    at += line.length + 1;
  }
};

/**
 * Karma's tree as `parse_log_next` reads it (all versions but 1.27), one for each traced `xvfb-run`: `✓ name` and
 * `✗ name` below indented suites; the id is `suite - suite - name`.
 */
export const nextTreeParser = wholeTextParser(
  'parse_log_next_v1',
  (whole, set) => {
    const suites = suiteStack();
    for (const section of splitText(withoutAssertions(whole), ' xvfb-run ').slice(1)) {
      const started = section.text.lastIndexOf(BROWSER);
      readTree(partOf(section, started === -1 ? 0 : started + BROWSER.length, section.text.length), suites, set);
    }
  },
  withoutCodes,
);

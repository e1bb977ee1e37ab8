import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { indentOf, suiteStack } from './suiteStack';
import { partOf, type SetResult, type WholeText, wholeTextParser } from './wholeText';

const RUN = new RegExp(`running[${BLANKS}][${DIGIT}]+[${BLANKS}]test[${BLANKS}]files`, 'gu');
const PASSING = new RegExp(`(?<![${DIGIT}])[${DIGIT}]+[${BLANKS}]passing`, 'u');
const TEST = new RegExp(`^(✔|[${DIGIT}]+\\))[${BLANKS}](.*)$`, 'su');
const DURATION = new RegExp(`\\([${DIGIT}]+m+s\\)`, 'uy');

/** What stands before the last duration in the text, if a blank stands between. */
const beforeDuration = (text: string): string => {
  for (let open = text.lastIndexOf('('); open > 0; open = text.lastIndexOf('(', open - 1)) {
    DURATION.lastIndex = open;
    if (isBlank(text.charCodeAt(open - 1)) && DURATION.test(text)) return text.slice(0, open - 1);
  }
  return text;
};

/** One run's tree. The harness takes the blanks off its beginning, so its first line is never indented. */
const readRun = ({ text, placeAt }: WholeText, set: SetResult): void => {
  const suites = suiteStack();
  let at = indentOf(text);
  for (const line of text.slice(at).split('\n')) {
    const test = TEST.exec(trimBlanks(line));
    const path = suites.path();
    if (test?.[2] === undefined) suites.enter(line);
    else {
      const name = beforeDuration(test[2]);
      set(suites.isEmpty() ? name : `${path} - ${name}`, test[1] === '✔' ? 'PASSED' : 'FAILED', placeAt(at));
    }
    at += line.length + 1;
  }
};

/**
 * Mocha's tree as `parse_log_lighthouse_mocha` reads it, one for each `running N test files` to `N passing`: `✔ name` and
 * `1) name` below indented suites; the id is `suite - suite - name`.
 */
export const lighthouseMochaParser = wholeTextParser('parse_log_lighthouse_mocha', (whole, set) => {
  const heads = [...whole.text.matchAll(RUN)].map(({ index, 0: head }) => ({ index, end: index + head.length }));
  for (const [at, { end }] of heads.entries()) {
    const run = partOf(whole, end, heads[at + 1]?.index ?? whole.text.length);
    readRun(partOf(run, 0, PASSING.exec(run.text)?.index ?? run.text.length), set);
  }
});

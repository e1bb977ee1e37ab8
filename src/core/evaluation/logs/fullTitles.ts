import type { TestStatus } from '../testResult';
import { BLANKS } from './blanks';
import type { LineParser } from './lineParser';
import { type SetResult, splitText, type WholeText, wholeTextParser } from './wholeText';

const TITLE = new RegExp(`"fullTitle":[${BLANKS}]"`, 'g');

/** One list of mocha's JSON: after the last `open` of a section, before the last `close` that follows. */
interface List {
  readonly open: string;
  readonly close: string;
  readonly status: TestStatus;
}

const boundsOf = (text: string, { open, close }: List): readonly [start: number, end: number] => {
  const opened = text.lastIndexOf(open);
  const start = opened === -1 ? 0 : opened + open.length;
  const closed = text.lastIndexOf(close);
  return [start, closed < start ? text.length : closed];
};

/** The titles of a list: each at the end of a line of its own, `"fullTitle": "name",`. */
const readList = ({ text, placeAt }: WholeText, list: List, set: SetResult): void => {
  const [start, end] = boundsOf(text, list);
  let lineEnd = -1;
  TITLE.lastIndex = start;
  for (let head = TITLE.exec(text); head !== null; head = TITLE.exec(text)) {
    const from = head.index + head[0].length;
    if (lineEnd < from) lineEnd = text.indexOf('\n', from);
    if (lineEnd === -1 || lineEnd >= end) return;
    if (lineEnd - 2 < from || !text.startsWith('",', lineEnd - 2)) continue;
    set(text.slice(from, lineEnd - 2), list.status, placeAt(from));
    TITLE.lastIndex = lineEnd + 1;
  }
};

const titlesParser = (
  name: string,
  separator: string,
  choose: (sections: readonly WholeText[]) => readonly WholeText[],
  lists: readonly List[],
): LineParser =>
  wholeTextParser(name, (whole, set) => {
    for (const section of choose(splitText(whole, separator))) for (const list of lists) readList(section, list, set);
  });

/**
 * Mocha's JSON, read as lines, as `parse_log_lighthouse` reads it for old versions: one report after each traced
 * command. The titles keep their JSON escapes.
 */
export const lighthouseJsonParser = titlesParser(
  'parse_log_lighthouse',
  './node_modules/.bin/mocha --reporter json',
  (sections) => sections.slice(1),
  [
    { open: '"passes": [', close: ']', status: 'PASSED' },
    { open: '"failures": [', close: '],', status: 'FAILED' },
  ],
);

/** The same as `parse_log_cypress` reads it: one report before each `../..`. */
export const cypressParser = titlesParser('parse_log_cypress', '../..', (sections) => sections.slice(0, -1), [
  { open: '  "passes": [', close: '  }', status: 'PASSED' },
  { open: '  "failures": [', close: '  ],', status: 'FAILED' },
]);

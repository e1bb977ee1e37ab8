import { isBlank } from './blanks';
import { flatText } from './flatText';
import { cuesAt, type LineParser } from './lineParser';
import { indentOf } from './suiteStack';

const LONGEST = 16_384;

interface Entry {
  readonly indent: number;
  readonly name: string;
  readonly rest: string;
}

/** Where the blanks begin that stand before a colon, the first at or after `from`; -1 where there are none. */
const nameEnd = (text: string, from: number): readonly [end: number, colon: number] | null => {
  for (let colon = text.indexOf(':', from); colon !== -1; colon = text.indexOf(':', colon + 1)) {
    let end = colon;
    while (end > from && isBlank(text.charCodeAt(end - 1))) end -= 1;
    if (end < colon) return [end, colon];
  }
  return null;
};

/** An indented `mark name : rest`; null where the line is none. */
const entryOf = (text: string, mark: string): Entry | null => {
  const indent = indentOf(text);
  if (indent === 0 || text[indent] !== mark) return null;
  const blanks = indentOf(text.slice(indent + 1));
  if (blanks === 0) return null;
  const from = indent + 1 + blanks;
  const end = nameEnd(text, from) ?? (blanks > 1 && text[from] === ':' ? ([from, from] as const) : null);
  return end === null ? null : { indent, name: text.slice(from, end[0]), rest: text.slice(end[1] + 1) };
};

/**
 * Karma's tree as `parse_plotly_js` reads it: `- suite :` and `* test : ok`; the id is `suite.suite.test`. A line
 * indented as far as the last suite or less closes all of them.
 */
export const plotlyParser: LineParser = {
  name: 'parse_plotly_js',
  cues: [...cuesAt('indented', '-', '*')],
  read(sink) {
    let path = '';
    let depth = 0;
    return {
      line(line) {
        const suite = entryOf(line.text, '-');
        const entry = suite ?? entryOf(line.text, '*');
        if (entry === null) return;
        if (entry.indent <= depth) path = '';
        if (suite) {
          path = flatText(`${path}${suite.name}.`.slice(0, LONGEST));
          depth = suite.indent;
          return;
        }
        const status = entry.rest.toLowerCase();
        sink.set(
          `${path}${entry.name}`,
          status.includes('ok') && !status.includes('failed') ? 'PASSED' : 'FAILED',
          line,
        );
      },
    };
  },
};

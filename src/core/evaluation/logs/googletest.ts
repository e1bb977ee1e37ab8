import { BLANKS, isBlank, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const MARK = new RegExp(`\\[[${BLANKS}]*(OK|FAILED)[${BLANKS}]*\\][${BLANKS}]`, 'y');

/** Where the last `(` after a blank stands that the line's closing bracket may belong to, at its blank. */
const bracketOf = (text: string): number => {
  for (let open = text.lastIndexOf('(', text.length - 2); open > 0; open = text.lastIndexOf('(', open - 1))
    if (isBlank(text.charCodeAt(open - 1))) return open - 1;
  return -1;
};

/** GoogleTest's lines, `[       OK ] suite.name (0 ms)`, as `parse_log_googletest` reads them. */
export const googletestParser = parserByLine('parse_log_googletest', cuesAt('anywhere', 'OK', 'FAILED'), (raw) => {
  const text = trimBlanks(raw);
  const end = text.endsWith(')') ? bracketOf(text) : -1;
  for (
    let at = end < 1 ? -1 : text.lastIndexOf('[', end);
    at >= 0;
    at = at === 0 ? -1 : text.lastIndexOf('[', at - 1)
  ) {
    MARK.lastIndex = at;
    const mark = MARK.exec(text);
    if (mark && MARK.lastIndex <= end) return [text.slice(MARK.lastIndex, end), mark[1] === 'OK' ? 'PASSED' : 'FAILED'];
  }
  return null;
});

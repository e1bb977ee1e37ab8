import { BLANKS, isBlank, trimBlanks } from './blanks';
import { DIGIT } from './characterClasses';
import { wholeTextParser } from './wholeText';

const NUMBER = new RegExp(`[${BLANKS}]{2}[${DIGIT}]+\\)`, 'gu');
const BLANK_RUN = new RegExp(`[${BLANKS}]+`, 'g');
const ERROR = 'Error';

/** Where a name that begins at `from` ends, and where its error does; null where no error follows. */
const errorAfter = (text: string, from: number): { readonly name: number; readonly end: number } | null => {
  const lineEnd = text.indexOf('\n', from);
  const own = lineEnd === -1 ? text.length : lineEnd;
  let blank = from;
  while (blank < own && !isBlank(text.charCodeAt(blank))) blank += 1;
  const last = text.lastIndexOf(ERROR, own - ERROR.length);
  if (last > blank) return { name: blank, end: last + ERROR.length };
  const error = text.indexOf(ERROR, own);
  if (error === -1) return null;
  let name = text.lastIndexOf('\n', error);
  while (name > from && isBlank(text.charCodeAt(name - 1))) name -= 1;
  const errorLineEnd = text.indexOf('\n', error);
  const stop = (errorLineEnd === -1 ? text.length : errorLineEnd) - ERROR.length;
  return { name, end: text.lastIndexOf(ERROR, stop) + ERROR.length };
};

/**
 * Mocha's numbered failures as `parse_log_eslint` reads them, `1) name`, over several lines up to a line with an
 * `Error`: failures alone, with their blanks made one.
 */
export const eslintParser = wholeTextParser('parse_log_eslint', ({ text, placeAt }, set) => {
  let done = 0;
  for (NUMBER.lastIndex = 0; ; NUMBER.lastIndex = done) {
    const head = NUMBER.exec(text);
    if (head === null) return;
    const from = head.index + head[0].length;
    const error = errorAfter(text, from);
    if (error === null) return;
    set(trimBlanks(text.slice(from, error.name).replace(BLANK_RUN, ' ')), 'FAILED', placeAt(from));
    done = error.end;
  }
});

import { withoutCodes } from './ansi';
import { BLANKS } from './blanks';
import { browserPattern, findFailures, type ReadFailure } from './browserFailures';
import { wholeTextParser } from './wholeText';

const FAILED = 'FAILED';
const INLINE = BLANKS.replace('\t-\r', '\t\v\f');
const HEAD = browserPattern(`Chrome_#[${INLINE}]\\((?=[^\\n])`);
const CLOSE = new RegExp(`\\)[${INLINE}]`, 'g');

/** Reads `system) name FAILED` in one line, which may be the last. Brackets are sought once, from left to right. */
const afterSystem = (): ReadFailure => {
  let close = -1;
  return (text, from, lineEnd) => {
    const end = lineEnd - FAILED.length;
    if (end < from || !text.startsWith(FAILED, end)) return null;
    const least = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
    if (close < least) {
      CLOSE.lastIndex = least;
      close = CLOSE.exec(text)?.index ?? text.length;
    }
    return close + 2 <= end ? { name: text.slice(close + 2, end), end: lineEnd } : null;
  };
};

/**
 * Karma's failures in Chrome as `parse_log_chart_js` reads them, `Chrome 99.0 (Linux x86_64) name FAILED`: failures
 * alone; the blank before `FAILED` belongs to the id.
 */
export const chartJsParser = wholeTextParser(
  'parse_log_chart_js',
  (whole, set) => findFailures(whole, HEAD, afterSystem(), (name) => name, set),
  withoutCodes,
);

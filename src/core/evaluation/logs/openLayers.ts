import { BLANKS, isBlank, trimBlanks } from './blanks';
import { browserPattern, findFailures, type ReadFailure, untilFailed } from './browserFailures';
import { DIGIT } from './characterClasses';
import { type SetResult, type WholeText, wholeTextParser } from './wholeText';

const FAILED = 'FAILED\n';
const HEADLESS = browserPattern(`Chrome_Headless_#_\\(Linux_[^${BLANKS}]+\\)_`);
const CHROME = browserPattern(`Chrome_#_\\(Linux_[^${BLANKS}]+\\)_`);
const NUMBER = new RegExp(`(?<![^\\n])[${BLANKS}]{2}[${DIGIT}]+\\)`, 'gu');
const MISMATCH = new RegExp(`(?<![^\\n])case[${BLANKS}]([^\\n]*):[${BLANKS}]mismatch`, 'g');
const BLANK_RUN = new RegExp(`[${BLANKS}]+`, 'g');

const inOneLine = (name: string): string => trimBlanks(name.replace(BLANK_RUN, ' '));

/** `name FAILED`, with a blank between that may be a line end. */
const afterBlank: ReadFailure = (text, from, lineEnd) => {
  if (text.startsWith(FAILED, lineEnd + 1))
    return { name: text.slice(from, lineEnd), end: lineEnd + 1 + FAILED.length };
  const end = lineEnd - FAILED.length;
  const fits = end >= from && isBlank(text.charCodeAt(end)) && text.startsWith(FAILED, end + 1);
  return fits ? { name: text.slice(from, end), end: lineEnd + 1 } : null;
};

/** Mocha's numbered failures, up to the next `Error:`. */
const numbered = ({ text, placeAt }: WholeText, set: SetResult): void => {
  let done = 0;
  for (const head of text.matchAll(NUMBER)) {
    const from = head.index + head[0].length;
    if (head.index < done) continue;
    const error = text.indexOf('Error:', from);
    if (error === -1) return;
    set(inOneLine(text.slice(from, error)), 'FAILED', placeAt(from));
    done = error + 'Error:'.length;
  }
};

/** The failures of Karma, Mocha and the rendering cases as `parse_log_openlayers` reads them: failures alone. */
export const openLayersParser = wholeTextParser('parse_log_openlayers', (whole, set) => {
  findFailures(whole, HEADLESS, afterBlank, inOneLine, set);
  findFailures(whole, CHROME, untilFailed, inOneLine, set);
  numbered(whole, set);
  for (const { index, 1: name } of whole.text.matchAll(MISMATCH))
    set(inOneLine(name ?? ''), 'FAILED', whole.placeAt(index));
});

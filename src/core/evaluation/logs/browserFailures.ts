import { BLANKS } from './blanks';
import { DIGIT } from './characterClasses';
import type { SetResult, WholeText } from './wholeText';

const FAILED = 'FAILED';

/** A pattern for the browser's name and system before a test, with `_` for one blank and `#` for a version. */
export const browserPattern = (source: string): RegExp =>
  new RegExp(source.replaceAll('_', `[${BLANKS}]`).replaceAll('#', `[${DIGIT}.]+`), 'gu');

/** What stands between a browser's head and `FAILED`, and where the match ends. */
export interface Failure {
  readonly name: string;
  readonly end: number;
}

/** Reads on after a head that ends at `from`, in a line that ends at `lineEnd`; null where it is no failure. */
export type ReadFailure = (text: string, from: number, lineEnd: number) => Failure | null;

/** `name FAILED` up to the end of the line, which another line has to follow. */
export const untilFailed: ReadFailure = (text, from, lineEnd) => {
  const end = lineEnd - FAILED.length;
  const fits = lineEnd < text.length && end >= from && text.startsWith(FAILED, end);
  return fits ? { name: text.slice(from, end), end: lineEnd + 1 } : null;
};

/**
 * All failures whose heads `pattern` finds, from left to right.
 */
export const findFailures = (
  { text, placeAt }: WholeText,
  pattern: RegExp,
  read: ReadFailure,
  idOf: (name: string) => string,
  set: SetResult,
): void => {
  let done = 0;
  let lineEnd = -1;
  for (const head of text.matchAll(pattern)) {
    const from = head.index + head[0].length;
    if (head.index < done) continue;
    if (lineEnd < from) lineEnd = text.indexOf('\n', from);
    if (lineEnd === -1) lineEnd = text.length;
    const failure = read(text, from, lineEnd);
    if (failure === null) continue;
    set(idOf(failure.name), FAILED, placeAt(from));
    done = failure.end;
  }
};

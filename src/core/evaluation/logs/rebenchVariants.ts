import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { type LineResult, parserByLine } from './byLine';
import { DIGIT, hasTwoCharacters } from './characterClasses';
import { cuesAt, type LineParser } from './lineParser';
import { phpunitParserWith } from './phpunit';

const SQUARE = new RegExp(`^\\[[${BLANKS}]*[${DIGIT}]+(?:\\.[${DIGIT}]+)?[${BLANKS}]*m?s[${BLANKS}]*\\]$`, 'iu');
const SECONDS = new RegExp(`^\\([${DIGIT}]+(?:\\.[${DIGIT}]+)?s\\)$`, 'u');
const ROUND = new RegExp(`^\\([${DIGIT}.]+[${BLANKS}]*m?s\\)$`, 'u');

const trimEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** A text without the bracket at its end, if that fits and stands after a blank. */
const withoutRound = (text: string, duration: RegExp): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 0 && isBlank(text.charCodeAt(open - 1)) && duration.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

/** A name without `[1.2 ms]` at its end, before which no blank has to stand. */
const withoutSquare = (name: string): string => {
  const text = trimEnd(name);
  const open = text.lastIndexOf('[');
  return trimBlanks(open !== -1 && SQUARE.test(text.slice(open)) ? text.slice(0, open) : text);
};

const gradleLine = (raw: string): LineResult | null => {
  const whole = trimEnd(withoutRound(trimBlanks(raw), SECONDS));
  const status = (['PASSED', 'FAILED'] as const).find((word) => whole.endsWith(word));
  const before = status === undefined ? '' : whole.slice(0, -status.length);
  const id = trimEnd(before);
  if (status === undefined || id === before || id === '' || id.startsWith('>')) return null;
  if (hasTwoCharacters(id)) return [id, status];
  return before.length > id.length + 1 ? [before.slice(0, id.length + 1), status] : null;
};

const fileStatuses: ReadonlyMap<string, TestStatus> = new Map([
  ['PASS', 'PASSED'],
  ['FAIL', 'FAILED'],
]);

const fileLine = (text: string): LineResult | null => {
  const status = fileStatuses.get(text.slice(0, 4));
  if (status === undefined || !isBlank(text.charCodeAt(4))) return null;
  return [trimEnd(withoutRound(text.slice(5), ROUND)), status];
};

/** Parsers that SWE-rebench V2 has under a name of the harness and lets read otherwise: names without durations. */
export const rebenchVariants: ReadonlyMap<string, LineParser> = new Map([
  ['phpunit', phpunitParserWith(withoutSquare)],
  ['gradle_custom', parserByLine('parse_log_gradle_custom', cuesAt('anywhere', 'PASSED', 'FAILED'), gradleLine)],
  ['react_pdf', parserByLine('parse_log_react_pdf', cuesAt('start', 'PASS', 'FAIL'), fileLine)],
]);

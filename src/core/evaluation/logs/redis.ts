import type { TestStatus } from '../testResult';
import { BLANKS, isBlank, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { DIGIT } from './characterClasses';
import { cuesAt } from './lineParser';

const statuses: Readonly<Record<string, TestStatus>> = {
  ok: 'PASSED',
  err: 'FAILED',
  skip: 'SKIPPED',
  ignore: 'SKIPPED',
};
const HEAD = new RegExp(`^\\[(ok|err|skip|ignore)\\]:[${BLANKS}]`);
const DURATION = new RegExp(`^\\([${DIGIT}]+[${BLANKS}]*m?s\\)$`, 'u');

const withoutDuration = (text: string): string => {
  const open = text.lastIndexOf('(');
  const timed = open > 1 && isBlank(text.charCodeAt(open - 1)) && DURATION.test(text.slice(open));
  return timed ? text.slice(0, open - 1) : text;
};

const blanksBefore = (text: string, end: number): number => {
  let at = end;
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at -= 1;
  return at;
};

/** A failure's name without the ` in tests/file.tcl` at its end. */
const withoutFile = (text: string): string => {
  let word = text.length;
  while (word > 0 && !isBlank(text.charCodeAt(word - 1))) word -= 1;
  const end = blanksBefore(text, word);
  if (word === text.length || end === word || text.slice(Math.max(0, end - 2), end) !== 'in') return text;
  const start = blanksBefore(text, end - 2);
  return start === end - 2 ? text : text.slice(0, start);
};

/** The test suite of Redis and Valkey, `[ok]: name (12 ms)`, as `parse_log_redis` reads it. */
export const redisParser = parserByLine(
  'parse_log_redis',
  cuesAt('indented', ...Object.keys(statuses).map((word) => `[${word}]:`)),
  (raw) => {
    const text = trimBlanks(raw);
    const head = HEAD.exec(text);
    const status = statuses[head?.[1] ?? ''];
    if (!head || status === undefined || head[0].length === text.length) return null;
    const name = withoutDuration(text.slice(head[0].length));
    return [status === 'FAILED' ? withoutFile(name) : name, status];
  },
);

import { expect } from 'vitest';
import { isBlank } from '../../src/core/evaluation/logs/blanks';
import type { Cue, LineParser, LogLine } from '../../src/core/evaluation/logs/lineParser';
import type { TestStatus } from '../../src/core/evaluation/testResult';

/** One result with where it stands. */
export interface ReadResult {
  readonly status: TestStatus;
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

const linesOf = (log: string): LogLine[] => {
  const lines: LogLine[] = [];
  let at = 0;
  for (const [index, part] of log.split(/(?<=\r\n|\n|\r(?!\n))/).entries()) {
    const text = part.replace(/[\r\n]+$/, '');
    const start = at;
    at += Buffer.byteLength(part);
    const place = { text, line: index + 1, start, end: start + Buffer.byteLength(text) };
    if (part !== '') lines.push(text === part ? { ...place, open: true } : place);
  }
  return lines;
};

const holds = (text: string, cue: Cue): boolean => {
  if (cue.at === 'anywhere') return text.includes(cue.text);
  if (cue.at === 'end') return text.endsWith(cue.text);
  let from = 0;
  while (cue.at === 'indented' && from < text.length && isBlank(text.charCodeAt(from))) from += 1;
  return text.startsWith(cue.text, from);
};

const readBy = (parser: LineParser, log: string, shown: (text: string) => boolean): Map<string, ReadResult> => {
  const results = new Map<string, ReadResult>();
  let wantsNext = false;
  let broken = false;
  const reading = parser.read({
    set: (id, status, { line, start, end }) => {
      if (!broken) results.set(id, { status, line, start, end });
    },
    has: (id) => results.has(id),
    next: () => {
      wantsNext = true;
    },
    breakOff: () => {
      broken = true;
      results.clear();
    },
  });
  for (const line of linesOf(log)) {
    const wanted = wantsNext;
    wantsNext = false;
    if (wanted || shown(line.text)) reading.line(line);
  }
  reading.end?.();
  return results;
};

/**
 * Reads a log with a parser alone, without the scanner, and expects that the lines without a cue change nothing: reading
 * every line gives the same as reading those that hold one.
 */
export const readLog = (parser: LineParser, log: string): Map<string, ReadResult> => {
  const all = readBy(parser, log, () => true);
  const { cues } = parser;
  if (cues === 'every') return all;
  const some = readBy(parser, log, (text) => cues.some((cue) => holds(text, cue)));
  expect([...some]).toEqual([...all]);
  return all;
};

/** Ids and statuses alone. */
export const statusesIn = (parser: LineParser, log: string): Record<string, TestStatus> =>
  Object.fromEntries([...readLog(parser, log)].map(([id, { status }]) => [id, status]));

import { looseLine, looseText } from './looseText';
import { handedIn, type RecordedOutput } from './recordedOutput';
import type { Repeated } from './replayRecord';

/** What a command gave when it was run again. */
export interface SeenOutput {
  readonly text: string;
  /** Null where it was ended. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** False: it printed more than is kept of one command. */
  readonly isWhole: boolean;
}

/** Characters of each text that a comparison keeps; of longer ones the beginning of what differs is kept. */
const mostKept = 128 * 1024;

const isSame = (a: string, b: string): boolean => a === b || looseLine(a) === looseLine(b);

/** The first of `recorded`'s lines that `seen` does not have at its place; null where none is. */
const firstOther = (recorded: readonly string[], seen: readonly string[]): number | null => {
  const most = Math.max(recorded.length, seen.length);
  for (let at = 0; at < most; at++) {
    const [before, now] = [recorded[at], seen[at]];
    if (before === undefined || now === undefined || !isSame(before, now)) return at;
  }
  return null;
};

const linesOf = (text: string): readonly string[] => looseText(text).split('\n');

/** Whether a line that may be cut at one of its ends is part of another. */
const begins = (whole: string, part: string): boolean =>
  whole.startsWith(part) || looseLine(whole).startsWith(looseLine(part));
const ends = (whole: string, part: string): boolean =>
  whole.endsWith(part) || looseLine(whole).endsWith(looseLine(part));

/** Where `seen` stops to begin with `head`, whose last line may be cut; null: it begins so. */
const partsFromHead = (head: readonly string[], seen: readonly string[]): number | null => {
  const last = head.length - 1;
  const at = firstOther(head.slice(0, last), seen.slice(0, last));
  if (at !== null) return at;
  return begins(seen[last] ?? '', head[last] ?? '') ? null : last;
};

/** Where `seen` stops to end with `tail`, whose first line may be cut; null: it ends so. */
const partsFromTail = (tail: readonly string[], seen: readonly string[]): number | null => {
  const from = seen.length - tail.length;
  if (from < 0) return Math.max(0, seen.length - 1);
  if (!ends(seen[from] ?? '', tail[0] ?? '')) return from;
  const at = firstOther(tail.slice(1), seen.slice(from + 1));
  return at === null ? null : from + 1 + at;
};

/** Of two that were ended before they were done, one may have come further. */
const partsEarly = (recorded: readonly string[], seen: readonly string[]): number | null => {
  const [shorter, longer] = recorded.length <= seen.length ? [recorded, seen] : [seen, recorded];
  return partsFromHead(shorter, longer);
};

const partsAt = (recorded: RecordedOutput, seen: SeenOutput, text: string): number | null => {
  const [head, tail] = recorded.parts;
  if (head === undefined) return null;
  const lines = linesOf(text);
  if (tail !== undefined) return partsFromHead(linesOf(head), lines) ?? partsFromTail(linesOf(tail), lines);
  if ((recorded.timedOut && seen.timedOut) || !seen.isWhole) return partsEarly(linesOf(head), lines);
  return firstOther(linesOf(head), lines);
};

const leftOut = '\n[... the recording leaves a middle out ...]\n';

/** A text around the line that differs, so that both can be laid side by side. */
const kept = (text: string, at: number | null): string => {
  if (text.length <= mostKept) return text;
  let from = 0;
  for (let line = 0; line < (at ?? 0) - 20 && from >= 0; line++) from = text.indexOf('\n', from) + 1 || text.length;
  const start = Math.min(from, text.length - mostKept);
  return text.slice(start, start + mostKept);
};

const withEnd = (text: string, exitCode: number | null, timedOut: boolean): string => {
  const end = timedOut ? 'ran out of time' : exitCode === null ? null : `exit code ${exitCode}`;
  return end === null ? text : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${end}]\n`;
};

const endsDiffer = (recorded: RecordedOutput, seen: SeenOutput): boolean => {
  if (recorded.timedOut !== seen.timedOut) return true;
  return !seen.timedOut && recorded.exitCode !== null && recorded.exitCode !== seen.exitCode;
};

/**
 * Compares what a command gave with what was recorded of it, line by line, where lines differ only if they do without
 * times, dates, addresses, process ids, temporary paths and hashes of new commits (`looseText`). `at` counts lines of
 * what was seen; both texts are kept as they are, of very long ones the part that differs.
 */
export const compareOutput = (recorded: RecordedOutput, seen: SeenOutput): Repeated => {
  const text = recorded.isSubmission ? (handedIn(seen.text) ?? seen.text) : seen.text;
  const at = partsAt(recorded, seen, text);
  const otherEnd = endsDiffer(recorded, seen);
  if (at === null && !otherEnd) return { kind: 'same' };
  const before = kept(recorded.parts.join(leftOut), at);
  const now = kept(text, at);
  return {
    kind: 'parted',
    at: at === null ? null : at + 1,
    recorded: otherEnd ? withEnd(before, recorded.exitCode, recorded.timedOut) : before,
    seen: otherEnd ? withEnd(now, seen.exitCode, seen.timedOut) : now,
  };
};

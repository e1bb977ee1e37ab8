import type { RequiredTest } from '../report';

/** At the end of a result's line: go's `(0.01s)`, mocha's `(12ms)`, jest's `(12 ms)`, vitest's ` 12ms`. */
const atEnd = /[\s(](\d{1,9}(?:\.\d{1,9})?) ?(ms|s)\)?\s*$/;

/** In the block below a TAP line (`duration_ms: 12.3`, node:test), or as its directive (`# time=12ms`). */
const inTap = /^\s*duration_ms: (\d{1,9}(?:\.\d{1,9})?)\s*$/;
const inDirective = /# time=(\d{1,9}(?:\.\d{1,9})?)ms\s*$/;

/** Lines of a TAP block that are looked through for its duration. */
const blockLines = 6;

const inBlock = (lines: readonly string[], at: number): number | null => {
  for (const line of lines.slice(at + 1, at + 1 + blockLines)) {
    const found = inTap.exec(line)?.[1];
    if (found !== undefined) return Number(found) / 1000;
    if (/^\s*\.\.\.\s*$/.test(line)) return null;
  }
  return null;
};

/** Seconds that a runner printed for the result on a line (from 0); null where it printed none. */
const timeAt = (lines: readonly string[], at: number): number | null => {
  const line = (lines[at] ?? '').slice(-2000);
  const directive = inDirective.exec(line)?.[1];
  if (directive !== undefined) return Number(directive) / 1000;
  const end = atEnd.exec(line);
  if (end) return Number(end[1]) / (end[2] === 'ms' ? 1000 : 1);
  return inBlock(lines, at);
};

/**
 * Seconds that the tests to speed up (FAIL_TO_PASS; SWE-Compass: "the single test") took by their runner's own word;
 * null where the log doesn't say so of every one.
 */
export const ownSeconds = (log: string, tests: readonly RequiredTest[]): number | null => {
  const wanted = tests.filter(({ required }) => required === 'FAIL_TO_PASS');
  if (wanted.length === 0) return null;
  const lines = log.split('\n');
  let sum = 0;
  for (const { line } of wanted) {
    const seconds = line === null ? null : timeAt(lines, line - 1);
    if (seconds === null) return null;
    sum += seconds;
  }
  return sum;
};

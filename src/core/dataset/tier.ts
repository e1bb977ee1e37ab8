/** Benchmarks whose runs are graded by this version, rows and folders alike (`formats.md` B). */
const graded: ReadonlySet<string> = new Set([
  'swe-bench',
  'swe-bench-live',
  'swe-bench-pro',
  'multi-swe-bench',
  'swe-rebench',
  'swe-smith',
  'swe-gym',
  'swe-compass',
  'terminal-bench',
  'harbor',
  'humaneval',
]);

/** `graded`: opened, shown and graded. `shown`: opened and shown; a later version grades it. */
type Tier = 'graded' | 'shown';

/** What this version does with a benchmark's instances, by `Instance.benchmark`. */
const tierOf = (benchmark: string): Tier => (graded.has(benchmark) ? 'graded' : 'shown');

/** The tier in words, for people. */
export const tierWords = (benchmark: string): string =>
  tierOf(benchmark) === 'graded' ? 'graded now' : 'opened and shown, graded later';

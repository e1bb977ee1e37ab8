import type { TestStatus } from '../testResult';

/** The words that the harness knows; pytest's XPASS is not among them. */
export const statusWords = ['FAILED', 'PASSED', 'SKIPPED', 'ERROR', 'XFAIL'] as const;

/** Whether a line begins with a status word, as a word or as a part of one (`ERRORS`, `ERROR:`). */
export const beginsWithStatus = (line: string): boolean => {
  const first = line.charCodeAt(0);
  if (first !== 0x46 && first !== 0x50 && first !== 0x53 && first !== 0x45 && first !== 0x58) return false;
  return statusWords.some((word) => line.startsWith(word));
};

export const endsWithStatus = (line: string): boolean => statusWords.some((word) => line.endsWith(word));

const statuses: ReadonlySet<string> = new Set(statusWords);

/** The status that a word is; `OTHER` where it only looks like one. */
export const statusOf = (word: string): TestStatus => (statuses.has(word) ? (word as TestStatus) : 'OTHER');

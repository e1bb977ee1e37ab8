import type { TestStatus } from '../testResult';

/** The words that the harness knows; pytest's XPASS is not among them. */
export const statusWords = ['FAILED', 'PASSED', 'SKIPPED', 'ERROR', 'XFAIL'] as const;

/** The words by the code of their first letter; no two share one. */
const byFirst = new Map<number, string>(statusWords.map((word) => [word.charCodeAt(0), word]));
const lastLetters: ReadonlySet<number> = new Set(statusWords.map((word) => word.charCodeAt(word.length - 1)));

/** Whether a line begins with a status word, as a word or as a part of one (`ERRORS`, `ERROR:`). */
export const beginsWithStatus = (line: string): boolean => {
  const word = byFirst.get(line.charCodeAt(0));
  return word !== undefined && line.startsWith(word);
};

export const endsWithStatus = (line: string): boolean =>
  lastLetters.has(line.charCodeAt(line.length - 1)) && statusWords.some((word) => line.endsWith(word));

const statuses = new Map<string, TestStatus>(statusWords.map((word) => [word, word]));

/** The status that a word is; `OTHER` where it only looks like one. */
export const statusOf = (word: string): TestStatus => statuses.get(word) ?? 'OTHER';

import type { NearResult, RequiredTest } from '../report';
import type { TestResult, TestResults } from '../testResult';

const LOOSE = /[\s'"`´‘’“”()[\]{}<>]+/g;

/** An id without blanks, quotes and brackets. */
const core = (id: string): string => id.replace(LOOSE, '');

const near = (name: string, why: NearResult['why'], { status, line }: TestResult): NearResult => ({
  name,
  why,
  status,
  line,
});

/** Results that nobody requires, by their core; the first of each. */
const byCore = (
  tests: readonly RequiredTest[],
  results: TestResults,
): ReadonlyMap<string, readonly [string, TestResult]> => {
  const found = new Map<string, readonly [string, TestResult]>();
  const required = new Set<string>();
  for (const { name, matched } of tests) if (matched !== 'absent') required.add(name);
  // Most logs name no other test.
  if (required.size === results.size) return found;
  for (const [id, result] of results) {
    const key = required.has(id) ? '' : core(id);
    if (key !== '' && !found.has(key)) found.set(key, [id, result]);
  }
  return found;
};

/**
 * Says of each absent test what it may be in the log: a result hidden by colour codes, or an id that differs in nothing
 * but blanks, quotes or brackets. A hint for people; the score is what it was.
 */
export const withNearResults = (
  tests: readonly RequiredTest[],
  results: TestResults,
  plain: TestResults,
): readonly RequiredTest[] => {
  if (!tests.some(({ matched }) => matched === 'absent')) return tests;
  const others = byCore(tests, results);
  return tests.map((test) => {
    // The log has that very id: its rules count nothing of it, as where time ran out.
    if (test.matched !== 'absent' || results.has(test.name)) return test;
    const coloured = plain.get(test.name);
    if (coloured) return { ...test, near: near(test.name, 'colour codes', coloured) };
    const other = others.get(core(test.name));
    return other ? { ...test, near: near(other[0], 'blanks, quotes or brackets', other[1]) } : test;
  });
};

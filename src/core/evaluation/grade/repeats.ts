import type { RequiredTest } from '../report';
import type { Grade } from './grade';

/** One required test over the repeats of an evaluation that gave a verdict. */
export interface RepeatedTest {
  readonly name: string;
  readonly required: RequiredTest['required'];
  /** Repeats in which it counts as passed, as failed, and in neither list. */
  readonly passed: number;
  readonly failed: number;
  readonly leftOut: number;
  /** Whether the repeats disagree. */
  readonly flaky: boolean;
}

export interface Repeats {
  readonly tests: readonly RepeatedTest[];
  /** Repeats that were counted, and those without a verdict, which say nothing of any test. */
  readonly counted: number;
  readonly withoutVerdict: number;
}

type Counts = { -readonly [Key in keyof RepeatedTest]: RepeatedTest[Key] };

const keyOf = (test: RequiredTest): string => `${test.required} ${test.name}`;

const add = (counts: Counts, { success }: RequiredTest): void => {
  if (success === null) counts.leftOut += 1;
  else if (success) counts.passed += 1;
  else counts.failed += 1;
};

/**
 * What the repeats of one evaluation say of each required test, in the order of the first grade that has it. All grades
 * are of one instance and rule set; a repeat without a verdict is counted apart and makes no test flaky.
 */
export const overRepeats = (grades: readonly Pick<Grade, 'outcome' | 'tests'>[]): Repeats => {
  const counted = grades.filter(({ outcome }) => outcome.kind !== 'none');
  const tests = new Map<string, Counts>();
  for (const test of counted.flatMap((grade) => grade.tests)) {
    const { name, required } = test;
    const counts = tests.get(keyOf(test)) ?? { name, required, passed: 0, failed: 0, leftOut: 0, flaky: false };
    add(counts, test);
    counts.flaky = [counts.passed, counts.failed, counts.leftOut].filter((count) => count > 0).length > 1;
    tests.set(keyOf(test), counts);
  }
  return { tests: [...tests.values()], counted: counted.length, withoutVerdict: grades.length - counted.length };
};

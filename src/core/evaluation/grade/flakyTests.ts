import type { RequiredTest } from '../report';
import type { Grade } from './grade';

/** A required test that did not come out the same in every repeat. */
export interface FlakyTest {
  readonly name: string;
  readonly required: RequiredTest['required'];
  /** Repeats in which it counts as passed, of those that have a verdict. */
  readonly passed: number;
  readonly of: number;
}

/**
 * Required tests that are flaky over the repeats of one evaluation: they pass in some and not in others. Repeats
 * without a verdict say nothing of tests and are left out.
 */
export const flakyTests = (repeats: readonly Grade[]): readonly FlakyTest[] => {
  const judged = repeats.filter(({ outcome }) => outcome.kind !== 'none');
  const passed = new Map<string, number>();
  for (const { tests } of judged)
    for (const { required, name, success } of tests)
      passed.set(`${required} ${name}`, (passed.get(`${required} ${name}`) ?? 0) + (success === true ? 1 : 0));
  return (judged[0]?.tests ?? []).flatMap(({ name, required }) => {
    const count = passed.get(`${required} ${name}`) ?? 0;
    return count === 0 || count === judged.length ? [] : [{ name, required, passed: count, of: judged.length }];
  });
};

import type { RequiredTest } from '../report';
import { type CheckedRun, hasVerdict } from './checkedRun';

const keyOf = ({ required, name }: RequiredTest): string => `${required} ${name}`;

/** Required tests, as in the first run with a verdict, for which a fact holds in every run with a verdict. */
export const testsInAll = (
  runs: readonly CheckedRun[],
  is: (test: RequiredTest) => boolean,
): readonly RequiredTest[] => {
  const [first, ...others] = runs.filter(hasVerdict);
  if (first === undefined) return [];
  const sets = others.map(({ tests }) => new Set(tests.filter(is).map(keyOf)));
  return first.tests.filter((test) => is(test) && sets.every((set) => set.has(keyOf(test))));
};

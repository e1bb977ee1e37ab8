import { intervalWords, wilsonInterval } from '../../shared/wilson';
import type { NearResult } from '../report';
import type { RepeatedTest } from './repeats';

/** `line 5 has "x " PASSED, which differs by blanks, quotes or brackets`: what an absent test may be in the log. */
export const nearWords = ({ name, status, line, why }: NearResult): string =>
  `line ${line} has ${JSON.stringify(name)} ${status}, which differs by ${why}`;

/** `passed 3 of 5 (95% .23 to .88)`, with Wilson's interval; repeats without a verdict are not among them. */
export const repeatWords = ({
  passed,
  failed,
  leftOut,
}: Pick<RepeatedTest, 'passed' | 'failed' | 'leftOut'>): string => {
  const n = passed + failed + leftOut;
  const interval = wilsonInterval(passed, n);
  return `passed ${passed} of ${n}${interval === null ? '' : ` (${intervalWords(interval)})`}`;
};

/** Which repeats speak of a test, by list and name; empty where there are fewer than two. */
export const repeatsByTest = (
  repeats: { readonly counted: number; readonly tests: readonly RepeatedTest[] } | null | undefined,
): ReadonlyMap<string, RepeatedTest> =>
  new Map(repeats && repeats.counted > 1 ? repeats.tests.map((test) => [`${test.required} ${test.name}`, test]) : []);

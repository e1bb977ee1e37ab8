import { placeOf } from '../grade/requiredTests';
import type { RequiredTest } from '../report';
import type { TestResults, TestStatus } from '../testResult';
import { type ExpectedClasses, type Stage, type Stages, type TestClass, testClasses } from './multiSweStages';

export interface Verdict {
  readonly rule: string;
  readonly reason: string;
}

const classBefore: Readonly<Record<Stage, TestClass>> = { PASS: 'p2p', FAIL: 'f2p', SKIP: 's2p', NONE: 'n2p' };

const at = (stages: Stages, stage: keyof Stages, name: string): Stage => stages[stage].get(name) ?? 'NONE';

/** The class in which a test lands; null where the fix doesn't pass it. */
const classOf = (stages: Stages, name: string): TestClass | null =>
  at(stages, 'fix', name) === 'PASS' ? classBefore[at(stages, 'test', name)] : null;

const named = (names: readonly string[]): string =>
  names.length === 1 ? JSON.stringify(names[0]) : `${JSON.stringify(names[0])} and ${names.length - 1} more`;

/** Names that were required in a class and did not land there. */
const strayed = (stages: Stages, expected: ExpectedClasses): string[] =>
  testClasses.flatMap((kind) => expected[kind].filter((name) => classOf(stages, name) !== kind));

/**
 * The checks of Multi-SWE-bench in its order, over all tests of all stages: the fix stage has results, nothing that
 * passed before the fix fails after it, something passes anew, nothing fails that passed at the base and was silent
 * in the test stage, and every required name lands in its class.
 */
export const weigh = (stages: Stages, expected: ExpectedClasses): Verdict => {
  if (stages.fix.size === 0)
    return { rule: 'multi-swe.no-result', reason: 'the fix stage has no result: the patch may not have applied' };
  const failing = [...stages.fix].filter(([, stage]) => stage === 'FAIL').map(([name]) => name);
  const broken = failing.filter((name) => at(stages, 'test', name) === 'PASS');
  if (broken.length > 0)
    return { rule: 'multi-swe.broken', reason: `passed before the fix and fails after it: ${named(broken)}` };
  const passing = [...stages.fix].filter(([, stage]) => stage === 'PASS').map(([name]) => name);
  if (!passing.some((name) => at(stages, 'test', name) !== 'PASS'))
    return { rule: 'multi-swe.nothing-fixed', reason: 'no test passes that did not pass before the fix' };
  const odd = failing.filter(
    (name) => at(stages, 'run', name) === 'PASS' && ['NONE', 'SKIP'].includes(at(stages, 'test', name)),
  );
  if (odd.length > 0)
    return { rule: 'multi-swe.anomaly', reason: `passed at the base, was silent, fails with the fix: ${named(odd)}` };
  const missing = strayed(stages, expected);
  return missing.length > 0
    ? { rule: 'multi-swe.classes', reason: `not in the class that the row requires: ${named(missing)}` }
    : { rule: 'multi-swe.resolved', reason: 'something was fixed, nothing broken, every required test in its class' };
};

const statuses: Readonly<Record<Stage, TestStatus | null>> = {
  PASS: 'PASSED',
  FAIL: 'FAILED',
  SKIP: 'SKIPPED',
  NONE: null,
};

const matchedAs = (stage: Stage): RequiredTest['matched'] => {
  if (stage === 'NONE') return 'absent';
  return stage === 'SKIP' ? 'skipped' : 'exact';
};

/** The required tests: what had to be repaired (f2p, s2p, n2p) as FAIL_TO_PASS, then p2p as PASS_TO_PASS. */
export const requiredOf = (expected: ExpectedClasses, stages: Stages, results: TestResults): RequiredTest[] => {
  const ofClass = (kind: TestClass): RequiredTest[] =>
    expected[kind].map((name) => {
      const stage = at(stages, 'fix', name);
      return {
        name,
        required: kind === 'p2p' ? 'PASS_TO_PASS' : 'FAIL_TO_PASS',
        success: classOf(stages, name) === kind,
        status: results.get(name)?.status ?? statuses[stage],
        matched: matchedAs(stage),
        ...placeOf(results.get(name)),
      };
    });
  return [...ofClass('f2p'), ...ofClass('s2p'), ...ofClass('n2p'), ...ofClass('p2p')];
};

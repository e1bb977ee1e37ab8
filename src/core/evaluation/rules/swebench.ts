import type { EvalType } from '../../instance/instance';
import { matchRequired } from '../grade/requiredTests';
import type { GradedInstance } from '../gradedInstance';
import { evalTypeOf } from '../logs/registry';
import type { InstanceReport, RequiredTest } from '../report';
import { emptyReport, failureWords, reportOfTests, untested } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { LogEvidence, PatchState, RuleSet, Ruling } from './ruleSet';

type Version = 'v4' | 'v5';

/** swebench-v5 has two advisory fields beside the others; `resolved` does not depend on them. */
const withAdvice = (version: Version, report: InstanceReport, evidence: LogEvidence | null): InstanceReport => {
  if (version === 'v4') return report;
  const { tests_status, ...flags } = report;
  const sign = evidence?.infraFailure ?? null;
  return {
    ...flags,
    infra_failure: sign?.certain ?? false,
    ...(sign ? { infra_failure_reason: sign.reason } : {}),
    ...(tests_status ? { tests_status } : {}),
  };
};

interface Refusal {
  readonly rule: string;
  readonly reason: string;
}

/** Why swebench-v5 refuses a log that swebench-v4 grades; null where it doesn't. */
const distrust = ({ resultCount, runnerRan, exitCode, anyFailure }: LogEvidence): Refusal | null => {
  if (resultCount === 0 && !runnerRan)
    return {
      rule: 'v5.nothing-parsed',
      reason: 'no result could be read and no summary says that a test ran, so the log is not gradeable',
    };
  if (exitCode === null || exitCode === 0 || resultCount === 0 || anyFailure) return null;
  return {
    rule: 'v5.exit-code',
    reason: `the test command ended with exit code ${exitCode} but the log shows no failure, so the log is not gradeable`,
  };
};

const reasonOf = (tests: readonly RequiredTest[], resolved: boolean, evalType: EvalType): string => {
  if (!resolved) return failureWords(tests);
  return evalType === 'fail_only' ? 'no required test is listed as failed' : 'no required test counts as a failure';
};

const refused = (instance: GradedInstance, evidence: LogEvidence, patch: PatchState, refusal: Refusal): Ruling => ({
  ...refusal,
  resolved: false,
  outcome: { kind: 'unresolved', reason: 'ungradeable' },
  score: null,
  tests: untested(instance),
  report: withAdvice('v5', emptyReport(patch), evidence),
});

const byTests = (version: Version, instance: GradedInstance, evidence: LogEvidence): Ruling => {
  const evalType = evalTypeOf(instance);
  const tests = matchRequired(
    instance,
    evidence.results,
    version,
    evalType,
    evidence.lacksSiblings === true ? 'some' : 'all',
  );
  const resolved = tests.every((test) => test.success !== false);
  const nothing = evidence.resultCount === 0;
  return {
    resolved,
    outcome: resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: nothing ? 'ungradeable' : 'tests' },
    score: null,
    tests,
    rule: resolved ? `${version}.resolved` : `${version}.tests`,
    reason: reasonOf(tests, resolved, evalType),
    report: withAdvice(version, reportOfTests(tests, resolved), null),
  };
};

const decideBy =
  (version: Version): RuleSet['decide'] =>
  (instance, evidence, patch) => {
    const stop = obstacleOf(version, instance, evidence, patch, 'required');
    if (stop?.report) {
      const advice = stop.outcome.kind === 'none' && stop.outcome.reason === 'empty' ? null : evidence;
      return { ...stop, report: withAdvice(version, stop.report, advice) };
    }
    const refusal = version === 'v5' ? distrust(evidence) : null;
    return refusal ? refused(instance, evidence, patch, refusal) : byTests(version, instance, evidence);
  };

/** SWE-bench 2.0 to 4.1 (`formats.md` B1). */
export const swebenchV4: RuleSet = {
  name: 'swebench-v4',
  title: 'SWE-bench 4.1',
  markers: 'required',
  keeps: 'required',
  decide: decideBy('v4'),
};

/** SWE-bench 5.0 (`formats.md` B2). */
export const swebenchV5: RuleSet = {
  name: 'swebench-v5',
  title: 'SWE-bench 5.0',
  markers: 'required',
  keeps: 'required',
  decide: decideBy('v5'),
};

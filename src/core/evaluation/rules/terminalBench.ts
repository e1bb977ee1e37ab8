import { placeOf } from '../grade/requiredTests';
import type { GradedInstance } from '../gradedInstance';
import type { RequiredTest } from '../report';
import type { TestResult, TestResults, TestStatus } from '../testResult';
import { noVerdict, rulingOfTests } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';

/** Skipped and expected failures count as passed in Terminal-Bench 1 (its `pytest_parser.py`). */
const passes = (status: TestStatus): boolean => status === 'PASSED' || status === 'XFAIL' || status === 'SKIPPED';

/** All tests of a task are required; they stand under FAIL_TO_PASS, since a task has no other list. */
const required = (name: string, status: TestStatus, result?: TestResult): RequiredTest => ({
  name,
  required: 'FAIL_TO_PASS',
  success: passes(status),
  status,
  matched: status === 'SKIPPED' ? 'skipped' : 'exact',
  ...placeOf(result),
});

const byTests = (tests: readonly RequiredTest[], also: string): Ruling => {
  const failed = tests.filter((test) => test.success === false).length;
  const resolved = failed === 0;
  const reason = resolved ? `all ${tests.length} tests passed` : `${failed} of ${tests.length} tests failed`;
  const rule = resolved ? 'terminal-bench.resolved' : 'terminal-bench.tests';
  return rulingOfTests(tests, resolved, rule, `${reason}${also}`);
};

const byResults = (instance: GradedInstance, results: TestResults): Ruling => {
  if (results.size === 0) {
    const reason = 'no test result after "short test summary info": a parse error there, and no verdict';
    return noVerdict(instance, 'terminal-bench.parse-error', 'error', reason);
  }
  return byTests(
    [...results].map(([name, result]) => required(name, result.status, result)),
    '',
  );
};

/** Terminal-Bench 1 over `post-test.txt`: resolved where there are results and all of them passed. */
export const terminalBenchRules: RuleSet = {
  name: 'terminal-bench',
  title: 'Terminal-Bench 1',
  markers: 'none',
  keeps: 'all',
  decide: (instance, evidence, patch) =>
    obstacleOf('terminal-bench', instance, evidence, patch, 'none') ?? byResults(instance, evidence.results),
};

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What became of the agent is independent of the tests: 239 of 3,543 public trials passed after its time-out. */
const agentWords = (mode: unknown): string =>
  typeof mode === 'string' && !['unset', 'none', ''].includes(mode) ? `; failure mode of the trial: ${mode}` : '';

const noResults = (instance: GradedInstance, mode: unknown): Ruling => {
  const why = mode === 'test_timeout' ? 'time-out' : 'error';
  const words = mode === 'test_timeout' ? 'the tests ran out of time' : 'no test result could be read';
  return noVerdict(instance, `terminal-bench.${why}`, why, `parser_results is null: ${words}${agentWords(mode)}`);
};

/** All of no tests passed: the benchmark calls that resolved, which an agent can bring about. */
const nothingTested = (mode: unknown): Ruling => {
  const reason = 'parser_results is empty: all of no tests passed, which counts as resolved here; look at the tests';
  return rulingOfTests([], true, 'terminal-bench.nothing-tested', `${reason}${agentWords(mode)}`);
};

/** Rules by a trial's `results.json` (`parser_results`, `failure_mode`, `is_resolved`). Never throws for bad data. */
export const decideTrial = (instance: GradedInstance, trial: unknown): Ruling => {
  if (!isFields(trial) || !Object.hasOwn(trial, 'parser_results'))
    return noVerdict(instance, 'terminal-bench.trial', 'error', 'results.json has no parser_results');
  const { parser_results: results, failure_mode: mode, is_resolved: said } = trial;
  if (!isFields(results)) return noResults(instance, mode);
  if (Object.keys(results).length === 0) return nothingTested(mode);
  const tests = Object.entries(results).map(([name, word]) => required(name, word === 'passed' ? 'PASSED' : 'FAILED'));
  const resolved = tests.every((test) => test.success === true);
  const apart = typeof said === 'boolean' && said !== resolved ? `; yet the trial says is_resolved ${said}` : '';
  return byTests(tests, `${agentWords(mode)}${apart}`);
};

import type { GradedInstance } from '../gradedInstance';
import type { RequiredTest } from '../report';
import type { TestResults, TestStatus } from '../testResult';
import { failureWords, judgeTests, reportOfTests, rulingOfTests } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { LogEvidence, RuleSet, Ruling } from './ruleSet';

/** Absent is a pass, since only the files of the FAIL_TO_PASS tests are run; a skipped test is in neither list. */
const judge = (status: TestStatus | null): boolean | null => {
  if (status === null || status === 'PASSED' || status === 'XFAIL') return true;
  return status === 'FAILED' || status === 'ERROR' ? false : null;
};

const fileOf = (name: string): string => name.split('::', 1)[0] ?? name;

/**
 * Files of the FAIL_TO_PASS tests where the ids are pytest's; the harness runs these alone and counts no test of
 * another file. Null where all tests count: other runners, and mypy, whose command goes by test names.
 */
const filesRun = (instance: GradedInstance): readonly string[] | null => {
  const files = [...new Set((instance.failToPass ?? []).map(fileOf))];
  const isMypy = /(?:^|\/)(?:python__mypy|mypy)\b/.test(instance.repo ?? '') || instance.id.startsWith('python__mypy.');
  return files.length > 0 && !isMypy && files.every((file) => file.endsWith('.py')) ? files : null;
};

const reasonOf = (tests: readonly RequiredTest[], resolved: boolean): string => {
  if (!resolved) return failureWords(tests);
  if (tests.every((test) => test.matched === 'absent'))
    return 'nothing of the required tests was read, which is a pass here';
  const absent = tests.filter((test) => test.matched === 'absent' && test.success === true).length;
  return `no required test failed${absent > 0 ? `; ${absent} were absent, which is a pass here` : ''}`;
};

const byResults = (instance: GradedInstance, results: TestResults): Ruling => {
  const files = filesRun(instance);
  const counts = (name: string): boolean => files === null || files.some((file) => name.startsWith(file));
  const tests = judgeTests(instance, results, (status, _required, name) => (counts(name) ? judge(status) : null));
  const resolved = tests.every((test) => test.success !== false);
  // The harness never sets patch_successfully_applied: its reports say false beside resolved true.
  const report = reportOfTests(tests, resolved, false);
  return rulingOfTests(tests, resolved, resolved ? 'smith.resolved' : 'smith.tests', reasonOf(tests, resolved), report);
};

/** Bad codes that the harness of SWE-smith looks for; others it reads past. */
const heeded = (evidence: LogEvidence): LogEvidence =>
  /Patch Apply Failed|Tests Timed Out/.test(evidence.badCode ?? '') ? evidence : { ...evidence, badCode: null };

/** SWE-smith (`swesmith/harness/grading.py`): as SWE-bench, but absent is a pass. */
export const smithRules: RuleSet = {
  name: 'smith',
  title: 'SWE-smith',
  markers: 'required',
  wholeLog: false,
  keeps: 'required',
  decide: (instance, evidence, patch) =>
    obstacleOf('smith', instance, heeded(evidence), patch, 'required') ?? byResults(instance, evidence.results),
};

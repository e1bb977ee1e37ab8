import { parsePythonJson } from '../../shared/pythonJson';
import type { GradedInstance } from '../gradedInstance';
import type { LogPlace } from '../logs/lineParser';
import type { TestResult, TestResults, TestStatus } from '../testResult';
import { entryPlaces } from './entryPlaces';
import { emptyReport, failureWords, judgeTests, reportOfTests, rulingOfTests, untested } from './judgeTests';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';

/**
 * SWE-bench Pro (its `swe_bench_pro_eval.py`): every FAIL_TO_PASS and PASS_TO_PASS name has to be among the names
 * whose status is exactly `PASSED`, byte for byte. Skipped is as good as missing; no result at all is unresolved.
 */
const byResults = (instance: GradedInstance, results: TestResults): Ruling => {
  const tests = judgeTests(instance, results, (status) => status === 'PASSED');
  const resolved = tests.every((test) => test.success === true);
  const reason = resolved ? 'every required name has the status PASSED' : failureWords(tests);
  const report = reportOfTests(tests, resolved);
  const ruling = rulingOfTests(tests, resolved, resolved ? 'pro.resolved' : 'pro.tests', reason, report);
  if (resolved || results.size > 0) return ruling;
  return { ...ruling, outcome: { kind: 'unresolved', reason: 'ungradeable' }, rule: 'pro.no-result' };
};

/** SWE-bench Pro over logs that a parser of ours reads; as a rule its own `output.json` is there (`decideProOutput`). */
export const proRules: RuleSet = {
  name: 'pro',
  title: 'SWE-bench Pro',
  markers: 'none',
  keeps: 'required',
  decide: (instance, evidence, patch) =>
    obstacleOf('pro', instance, evidence, patch, 'none') ?? byResults(instance, evidence.results),
};

const statuses: readonly string[] = ['PASSED', 'FAILED', 'SKIPPED', 'ERROR'];

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownPlace: LogPlace = { line: 1, start: 0, end: 0 };

/**
 * The benchmark collects the names of entries that passed, so that one PASSED entry of a name is enough. An entry
 * without a status, or one that passed without a name, stops it, and the instance counts as unresolved: null.
 */
const resultsOf = (entries: readonly unknown[], places: readonly LogPlace[]): Map<string, TestResult> | null => {
  const results = new Map<string, TestResult>();
  for (const [index, entry] of entries.entries()) {
    if (!isFields(entry) || !Object.hasOwn(entry, 'status')) return null;
    const { name, status: word } = entry;
    if (word === 'PASSED' && (name === undefined || (typeof name === 'object' && name !== null))) return null;
    if (typeof name !== 'string' || results.get(name)?.status === 'PASSED') continue;
    const status = (statuses.includes(String(word)) ? word : 'OTHER') as TestStatus;
    results.set(name, { status, ...(places[index] ?? unknownPlace) });
  }
  return results;
};

const unreadable = (instance: GradedInstance, reason: string): Ruling => ({
  resolved: false,
  outcome: { kind: 'unresolved', reason: 'ungradeable' },
  score: null,
  tests: untested(instance),
  rule: 'pro.no-result',
  reason,
  report: emptyReport({ isNone: false, exists: true }),
});

/**
 * Rules by the text of `output.json`, `{ "tests": [{ "name", "status" }] }`. A file that is missing (null) or can't
 * be read is unresolved, as in the benchmark, and sent to a person. Line numbers are those of the file.
 */
export const decideProOutput = (instance: GradedInstance, text: string | null): Ruling => {
  if (text === null) return unreadable(instance, 'there is no output.json, which counts as unresolved here');
  const document = parsePythonJson(text);
  if (document === undefined) return unreadable(instance, 'output.json is no JSON, which counts as unresolved here');
  const entries = isFields(document) ? document['tests'] : undefined;
  if (!Array.isArray(entries)) return unreadable(instance, 'output.json has no list "tests": unresolved here');
  const results = resultsOf(entries, entryPlaces(text, 'tests'));
  return results === null
    ? unreadable(instance, 'an entry of output.json lacks its name or status, which counts as unresolved here')
    : byResults(instance, results);
};

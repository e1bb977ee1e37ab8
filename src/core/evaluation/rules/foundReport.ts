import type { GradedInstance } from '../gradedInstance';
import type { InstanceReport, RequiredTest, TestsStatusGroup } from '../report';
import { noVerdict, nowhere, untested } from './judgeTests';
import type { Ruling } from './ruleSet';

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesOf = (group: TestsStatusGroup | undefined, list: 'success' | 'failure'): readonly unknown[] => {
  const names = group?.[list];
  return Array.isArray(names) ? names : [];
};

const testsOf = (report: InstanceReport, required: RequiredTest['required']): RequiredTest[] => {
  const group = report.tests_status?.[required];
  // The report names the test and gives no status.
  const blank = { required, status: null, matched: 'exact', ...nowhere } as const;
  return [
    ...namesOf(group, 'success').map((name) => ({ name: String(name), success: true, ...blank })),
    ...namesOf(group, 'failure').map((name) => ({ name: String(name), success: false, ...blank })),
  ];
};

/**
 * The report of one instance in a document: `{ <id>: { resolved, ... } }`, or flat as SWE-smith and SWE-bench-Live
 * write it. Null where there is none.
 */
export const reportIn = (document: unknown, id: string): InstanceReport | null => {
  if (!isFields(document)) return null;
  const entry = Object.hasOwn(document, id) ? document[id] : document;
  return isFields(entry) && typeof entry['resolved'] === 'boolean' ? (entry as unknown as InstanceReport) : null;
};

/** What does not fit together in a report, for a person: never mended. */
const oddities = (report: InstanceReport, tests: readonly RequiredTest[]): string[] => {
  const failed = tests.filter((test) => test.success === false).length;
  const odd: string[] = [];
  if (report.resolved && failed > 0) odd.push(`though ${failed} required tests are listed as failed`);
  if (report.resolved && report.patch_successfully_applied === false)
    odd.push('patch_successfully_applied is false beside it, as in all reports of SWE-smith');
  return odd;
};

/** A ruling that only repeats a report, where there is no log to grade: its answer, its lists, and what is odd in it. */
export const decideFoundReport = (instance: GradedInstance, report: InstanceReport, from: string): Ruling => {
  if (report.patch_is_None === true)
    return noVerdict(instance, 'report.empty', 'empty', `${from} says that there is no patch`, report);
  const listed = [...testsOf(report, 'FAIL_TO_PASS'), ...testsOf(report, 'PASS_TO_PASS')];
  const tests = listed.length > 0 ? listed : untested(instance);
  const odd = oddities(report, listed);
  const why = report.tests_status === undefined && !report.resolved ? 'ungradeable' : 'tests';
  return {
    resolved: report.resolved,
    outcome: report.resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: why },
    score: null,
    tests,
    rule: 'report.found',
    reason: [`graded from ${from}: resolved is ${report.resolved}`, ...odd].join(', '),
    report,
  };
};

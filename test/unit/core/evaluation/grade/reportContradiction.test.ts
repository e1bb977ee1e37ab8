import { describe, expect, it } from 'vitest';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import { reportContradiction } from '../../../../../src/core/evaluation/grade/reportContradiction';
import type { InstanceReport } from '../../../../../src/core/evaluation/report';

const instance = {
  id: 'i',
  repo: null,
  version: null,
  failToPass: ['f'],
  passToPass: ['p', 'q'],
  logParser: 'pytest',
  evalType: null,
};
const log = '>>>>> Start Test Output\nPASSED f\nPASSED p\nFAILED q\n>>>>> End Test Output\n';
const grade = gradeLog({ instance, rules: 'swebench-v4', log });
const own = grade.report as InstanceReport;
const withLists = (success: unknown, failure: unknown): InstanceReport =>
  ({
    ...own,
    tests_status: { ...own.tests_status, PASS_TO_PASS: { success, failure } },
  }) as unknown as InstanceReport;

describe('a report beside a grade', () => {
  it('agrees with itself, in any order and with repeats', () => {
    expect(reportContradiction(own, grade)).toBeNull();
    expect(reportContradiction(withLists(['p', 'p'], ['q']), grade)).toBeNull();
  });

  it('contradicts in lists that are named, with the tests of each side', () => {
    const found = reportContradiction(withLists(['p', 'q'], []), grade);
    expect(found?.flags).toEqual([]);
    expect(found?.lists).toEqual([
      { list: 'PASS_TO_PASS.success', onlyReport: ['q'], onlyGrade: [] },
      { list: 'PASS_TO_PASS.failure', onlyReport: [], onlyGrade: ['q'] },
    ]);
    expect(found?.words).toEqual([
      'PASS_TO_PASS.success differs (only in it: q)',
      'PASS_TO_PASS.failure differs (only here: q)',
    ]);
  });

  it('contradicts in resolved', () => {
    expect(reportContradiction({ ...own, resolved: true }, grade)?.words).toEqual([
      'resolved is true in it and false here',
    ]);
  });

  it('takes lists that are none for empty ones', () => {
    expect(reportContradiction(withLists('p', null), grade)?.lists.map(({ list }) => list)).toEqual([
      'PASS_TO_PASS.success',
      'PASS_TO_PASS.failure',
    ]);
  });
});

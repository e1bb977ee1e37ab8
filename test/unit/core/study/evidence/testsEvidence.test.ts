import { describe, expect, it } from 'vitest';
import type { RequiredTest } from '../../../../../src/core/evaluation/report';
import { hiddenWords } from '../../../../../src/core/study/evidence/hiddenWords';
import { type GradedTests, testsEvidence } from '../../../../../src/core/study/evidence/testsEvidence';

const required = (name: string, more: Partial<RequiredTest> = {}): RequiredTest => ({
  ...{ name, required: 'FAIL_TO_PASS', success: true, status: 'PASSED', matched: 'exact', line: 7, start: 0, end: 1 },
  ...more,
});

const graded = (tests: readonly RequiredTest[], more: Partial<GradedTests> = {}): GradedTests => ({
  ...{ outcome: { kind: 'resolved' }, rules: 'swebench-v5', rule: 'v5.tests', reason: 'all passed', tests, signs: [] },
  ...more,
});

const words = { kind: 'words', words: 'not evaluated' } as const;

describe('required tests as evidence', () => {
  it('folds what plainly passed and shows the rest with how it was found', () => {
    const absent = required('gone', { success: false, status: null, matched: 'absent', line: null });
    const { groups } = testsEvidence(
      graded([
        required('plain'),
        required('cut', { matched: 'prefix' }),
        absent,
        required('kept', { required: 'PASS_TO_PASS', success: false, status: 'FAILED' }),
      ]),
      words,
    );
    const [failToPass, passToPass] = groups;
    expect(failToPass).toMatchObject({ name: 'FAIL_TO_PASS', words: '2 of 3 tests passed' });
    expect(failToPass?.passed.map(({ name }) => name)).toEqual(['plain']);
    expect(failToPass?.notPassed).toEqual([
      { name: 'cut', cell: 'passed', how: 'found by its beginning', line: 7, gold: null },
      { name: 'gone', cell: 'absent', how: 'absent from the log', line: null, gold: null },
    ]);
    expect(passToPass).toMatchObject({ words: '0 of 1 test passed', notPassed: [{ name: 'kept', cell: 'failed' }] });
  });

  it('tells what gold gives for each test, and says so in words where gold tells nothing', () => {
    const gold = graded([required('plain', { success: false, status: 'FAILED' })], {
      outcome: { kind: 'unresolved', reason: 'tests' },
    });
    const beside = testsEvidence(graded([required('plain'), required('new')]), { kind: 'graded', grade: gold });
    expect(beside.groups[0]?.passed.map((test) => test.gold)).toEqual(['failed', 'unknown']);
    expect(beside).toMatchObject({ gold: 'unresolved (swebench-v5)', goldOutcome: 'unresolved' });
    expect(testsEvidence(graded([required('plain')]), words)).toMatchObject({
      gold: 'not evaluated',
      goldOutcome: null,
    });
  });

  it('an absent test that stands in the log in another writing links to that line', () => {
    const near = { name: 'a  b', why: 'blanks, quotes or brackets', status: 'PASSED', line: 12 } as const;
    const absent = required('a b', { success: false, status: null, matched: 'absent', line: null, near });
    const [group] = testsEvidence(graded([absent]), words).groups;
    expect(group?.notPassed[0]).toMatchObject({ line: 12, cell: 'absent' });
    expect(group?.notPassed[0]?.how).toMatch(/^absent from the log; /);
  });
});

it('what hides is named as the study file has it', () => {
  expect(hiddenWords('after-verdict', 'judge')).toEqual({
    title: 'Hidden until you submit',
    rule: 'The study file says blinding.judge: after-verdict.',
  });
  expect(hiddenWords('after-study', 'tests').title).toBe('Hidden until the study ends');
  expect(hiddenWords('never', 'tests').title).toBe('Hidden from raters');
});

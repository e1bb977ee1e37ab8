import { describe, expect, it } from 'vitest';
import type { RequiredTest } from '../../../../../src/core/evaluation/report';
import type { Instance } from '../../../../../src/core/instance/instance';
import { testGroups } from '../../../../../src/core/study/page/testTable';

const instance = { failToPass: ['f'], passToPass: ['stays', 'breaks', 'gone ', 'skips'] } as unknown as Instance;

const test = (name: string, fields: Partial<RequiredTest> = {}): RequiredTest => ({
  name,
  required: name === 'f' ? 'FAIL_TO_PASS' : 'PASS_TO_PASS',
  success: true,
  status: 'PASSED',
  matched: 'exact',
  line: 1,
  start: 0,
  end: 9,
  ...fields,
});

const run = {
  runKey: 'r',
  label: 'r',
  tests: [
    test('f', { success: false, status: 'FAILED', line: 7 }),
    test('stays'),
    test('breaks', { success: false, status: 'FAILED', line: 9 }),
    test('gone ', { success: false, status: null, matched: 'absent', line: null }),
    test('skips', { matched: 'skipped', status: 'SKIPPED' }),
  ],
};

describe('the table of required tests', () => {
  const [failToPass, passToPass] = testGroups(instance, [run]);

  it('shows every FAIL_TO_PASS and links the line that decided', () => {
    expect(failToPass?.rows).toEqual([{ name: 'f', cells: ['failed'], how: '', log: { runKey: 'r', line: 7 } }]);
  });

  it('folds what passed in every run, and nothing else', () => {
    expect(passToPass?.same.map(({ name }) => name)).toEqual(['stays']);
    expect(passToPass?.rows.map(({ name, cells }) => [name, cells[0]])).toEqual([
      ['breaks', 'failed'],
      ['gone ', 'absent'],
      ['skips', 'skipped'],
    ]);
  });

  it('knows "absent" from "failed", and has no line for it', () => {
    const gone = passToPass?.rows.find(({ name }) => name === 'gone ');
    expect([gone?.how, gone?.log]).toEqual(['r: absent from the log', null]);
  });

  it('says "unknown" where a run was not graded, never "failed"', () => {
    const [group] = testGroups(instance, [{ runKey: 'x', label: 'x', tests: [] }]);
    expect(group?.rows[0]?.cells).toEqual(['unknown']);
  });

  it('says what an absent test may be in the log', () => {
    const near = { name: 'gone', why: 'blanks, quotes or brackets', status: 'PASSED', line: 12 } as const;
    const gone = test('gone ', { success: false, status: null, matched: 'absent', line: null, near });
    const [, group] = testGroups(instance, [{ ...run, tests: [gone] }]);
    expect(group?.rows.find(({ name }) => name === 'gone ')?.how).toBe(
      'r: absent from the log; line 12 has "gone" PASSED, which differs by blanks, quotes or brackets',
    );
  });

  it('says in how many repeats a test passed: of FAIL_TO_PASS always, of the others where they are flaky', () => {
    const repeated = (name: string, passed: number) => ({
      name,
      required: name === 'f' ? ('FAIL_TO_PASS' as const) : ('PASS_TO_PASS' as const),
      passed,
      failed: 3 - passed,
      leftOut: 0,
      flaky: passed > 0 && passed < 3,
    });
    const repeats = {
      tests: [repeated('f', 3), repeated('stays', 3), repeated('breaks', 2)],
      counted: 3,
      withoutVerdict: 1,
    };
    const tests = [test('f'), test('stays'), test('breaks')];
    const [first, second] = testGroups(instance, [{ ...run, tests, repeats }]);
    expect(first?.rows[0]?.how).toBe('r: passed 3 of 3 (95% .44 to 1)');
    expect(second?.same.map(({ name, how }) => [name, how])).toContainEqual(['stays', '']);
    expect(second?.rows.map(({ name, how }) => [name, how])).toContainEqual([
      'breaks',
      'r: passed 2 of 3 (95% .21 to .94) (flaky)',
    ]);
    const [alone] = testGroups(instance, [{ ...run, tests, repeats: { ...repeats, counted: 1 } }]);
    expect(alone?.rows[0]?.how).toBe('');
  });
});

import { describe, expect, it } from 'vitest';
import {
  flakyInReports,
  outcomesDiffer,
  outcomesInWords,
} from '../../../../../src/core/evaluation/grade/repeatedOutcomes';
import { repeatWords } from '../../../../../src/core/evaluation/grade/testWords';
import type { Outcome } from '../../../../../src/core/evaluation/outcome';
import type { InstanceReport } from '../../../../../src/core/evaluation/report';

const resolved: Outcome = { kind: 'resolved' };
const unresolved: Outcome = { kind: 'unresolved', reason: 'tests' };
const late: Outcome = { kind: 'none', reason: 'time-out' };

const report = (passing: readonly string[], failing: readonly string[]): InstanceReport => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved: failing.length === 0,
  tests_status: {
    FAIL_TO_PASS: { success: passing, failure: failing },
    PASS_TO_PASS: { success: ['p'], failure: [] },
    FAIL_TO_FAIL: { success: [], failure: [] },
    PASS_TO_FAIL: { success: [], failure: [] },
  },
});

describe('outcomes of repeats', () => {
  it('are counted, never averaged', () => {
    const all = [resolved, unresolved, resolved, late, resolved];
    expect(outcomesInWords(all)).toBe('resolved 3 of 5, unresolved 1, no verdict: time-out 1');
    expect(outcomesDiffer(all)).toBe(true);
    expect(outcomesDiffer([resolved, resolved])).toBe(false);
    expect(outcomesDiffer([resolved, { kind: 'none', reason: 'infrastructure', detail: 'no engine' }])).toBe(false);
  });

  it('show the tests that flip, with their rate and its interval', () => {
    const flaky = flakyInReports([report(['a', 'b'], []), report(['a'], ['b']), report(['a', 'b'], [])]);
    expect(flaky).toEqual([{ name: 'b', required: 'FAIL_TO_PASS', passed: 2, failed: 1, leftOut: 0, flaky: true }]);
    expect(flaky.map(repeatWords)).toEqual(['passed 2 of 3 (95% .21 to .94)']);
  });

  it('a test that one report leaves out of both lists flips as well', () => {
    expect(flakyInReports([report(['a'], []), report([], [])])).toMatchObject([{ name: 'a', passed: 1, leftOut: 1 }]);
  });
});

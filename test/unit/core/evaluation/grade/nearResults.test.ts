import { describe, expect, it } from 'vitest';
import { withNearResults } from '../../../../../src/core/evaluation/grade/nearResults';
import type { RequiredTest } from '../../../../../src/core/evaluation/report';
import type { TestResult, TestResults } from '../../../../../src/core/evaluation/testResult';

const absent: RequiredTest = {
  ...{ name: 'sums two', required: 'PASS_TO_PASS', status: null, matched: 'absent' },
  ...{ success: false, line: null, start: null, end: null },
};

const results = (...ids: readonly string[]): TestResults =>
  new Map(ids.map((id, i) => [id, { status: 'PASSED', line: i + 1 } as TestResult]));

const nearOf = (log: TestResults, plain: TestResults = new Map()) => withNearResults([absent], log, plain)[0]?.near;

describe('what an absent test may be in the log', () => {
  it('is an id that differs in blanks, quotes or brackets', () => {
    expect(nearOf(results('sums (two)'))).toEqual({
      ...{ name: 'sums (two)', status: 'PASSED', line: 1, why: 'blanks, quotes or brackets' },
    });
    expect(nearOf(results('sums three'))).toBeUndefined();
  });

  it('is a result hidden by colour codes', () => {
    expect(nearOf(new Map(), results('sums two'))?.why).toBe('colour codes');
  });

  it('is nothing where the log has that very id, and the rules count nothing of the log', () => {
    expect(nearOf(results('sums two'))).toBeUndefined();
    expect(nearOf(results('sums two', 'sums (two)'))).toBeUndefined();
  });
});

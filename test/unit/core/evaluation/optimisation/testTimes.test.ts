import { describe, expect, it } from 'vitest';
import { ownSeconds } from '../../../../../src/core/evaluation/optimisation/testTimes';
import { byOwnTimes } from '../../../../../src/core/evaluation/optimisation/timings';
import type { RequiredTest } from '../../../../../src/core/evaluation/report';

const test = (line: number | null, required: RequiredTest['required'] = 'FAIL_TO_PASS'): RequiredTest => ({
  ...{ name: 't', required, success: true, status: 'PASSED', matched: 'exact', line, start: 0, end: 1 },
});

const tap = "not ok 3 - adding is slow\n  ---\n  duration_ms: 51.25\n  type: 'test'\n  ...\nok 4 - next\n";

describe('the own time of a test', () => {
  it.each([
    ['node:test', tap, 0.05125],
    ['go', '--- PASS: TestAdd (0.25s)', 0.25],
    ['mocha', '  ✓ adds (12ms)', 0.012],
    ['jest', '  ✓ adds (12 ms)', 0.012],
    ['vitest', ' ✓ adds 12ms', 0.012],
    ['TAP with a directive', 'ok 1 - adds # time=8.5ms', 0.0085],
    ['none', 'PASSED test_a.py::test_b', null],
    ['none in its own block', 'ok 1 - a\n  ---\n  ...\nok 2 - b\n  ---\n  duration_ms: 5\n  ...', null],
  ])('as %s prints it', (_, log, seconds) => {
    expect(ownSeconds(log, [test(1)])).toBe(seconds);
  });

  it('is the sum over the tests to speed up, and unknown where one of them has none', () => {
    const log = 'a (1s)\nb (2s)\nc (4s)\nd';
    expect(ownSeconds(log, [test(1), test(2), test(3, 'PASS_TO_PASS')])).toBe(3);
    expect(ownSeconds(log, [test(1), test(4)])).toBeNull();
    expect(ownSeconds(log, [test(1), test(null)])).toBeNull();
    expect(ownSeconds(log, [])).toBeNull();
  });

  it('counts only where every run has one; a run that ran out of time keeps its limit', () => {
    const run = { round: 1, tree: 'base', place: 1, wall: 20, user: null, sys: null, testExit: 0 } as const;
    const late = { ...run, round: 2, timedOut: true };
    const timings = { timed: 'tests', cutShort: false, runs: [{ ...run, timedOut: false }, late] } as const;
    const own = byOwnTimes({ ...timings, runs: [...timings.runs] }, () => 3);
    expect([own?.timed, own?.runs.map(({ wall }) => wall)]).toEqual(['required', [3, 20]]);
    expect(byOwnTimes({ ...timings, runs: [...timings.runs] }, () => null)).toBeNull();
  });
});

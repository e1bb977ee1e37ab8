import { describe, expect, it } from 'vitest';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import { END, logOf, START } from './attackCase';

/** More than are kept of tests that no list requires. */
const MANY = 130_000;
const EXIT = '>>>>> Test Exit Code: 1\n';

const many = (status: string): string => Array.from({ length: MANY }, (_, index) => `${status} j${index}`).join('\n');

const gradeOf = (failToPass: readonly string[], log: string | readonly Uint8Array[]) => {
  const logParser = 'parse_log_pytest';
  const instance = { id: 'o__r-1', repo: null, version: null, logParser, evalType: null, failToPass, passToPass: [] };
  return gradeLog({ instance, rules: 'swebench-v5', log });
};

describe('more results than are kept', () => {
  it('takes failures back that a later line takes back, so that a lying log stays ungradeable', () => {
    const lying = logOf(many('FAILED'), many('PASSED'), 'PASSED t');
    expect(gradeOf(['t'], `${lying}${EXIT}`).rule).toBe('v5.exit-code');
  });

  it('keeps in mind that one of them failed in the end', () => {
    const honest = logOf(many('FAILED'), many('PASSED'), 'PASSED t', 'FAILED j129999');
    expect(gradeOf(['t'], `${honest}${EXIT}`).rule).toBe('v5.resolved');
  });

  it('takes no sibling for a cut id where one may be missing', () => {
    expect(gradeOf(['t[a'], logOf('PASSED t[a1]', many('FAILED'))).resolved).toBe(true);
    const missing = gradeOf(['t[a'], logOf('PASSED t[a1]', many('FAILED'), 'FAILED t[a2]'));
    expect([missing.resolved, missing.tests[0]?.matched]).toEqual([false, 'absent']);
    expect(missing.warnings.join()).toContain('cut ids');
  });

  it('takes no sibling for a cut id where two ids fill the memory', () => {
    const filling = ['x', 'y'].map((letter) => `PASSED ${letter.repeat(7_999_997)}`);
    const grade = gradeOf(['t[a'], logOf('PASSED t[a1]', ...filling, 'FAILED j1234', 'FAILED t[a2]'));
    expect(grade.resolved).toBe(false);
  });
});

it("says at which line the harness's own parser ends with an error", () => {
  const instance = { id: 'o__r-1', repo: 'django/django', version: null, logParser: null, evalType: null };
  const log = logOf('t (m.C) ... ok', 'FAIL:');
  const grade = gradeLog({
    instance: { ...instance, failToPass: ['t (m.C)'], passToPass: [] },
    rules: 'swebench-v5',
    log,
  });
  expect(grade.outcome).toMatchObject({ kind: 'none', reason: 'error' });
  expect([grade.rule, grade.resolved, grade.results.size]).toEqual(['v5.parser-broke', null, 0]);
  expect(grade.reason).toContain('at line 4');
});

describe('a line too long to be held', () => {
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const MIB = 1024 * 1024;
  const before = encode(`${START}\nPASSED t\n`);
  const cutAt = (log: Uint8Array, ...places: readonly number[]): Uint8Array[] =>
    [0, ...places].map((place, index) => log.subarray(place, places[index] ?? log.length));

  it.each([
    ['just as long', encode('x'.repeat(16 * MIB))],
    ['a little longer', encode('x'.repeat(16 * MIB + 50))],
    ['with a CR at the border', encode(`${'x'.repeat(16 * MIB - 1)}\r`)],
    ['with codes in its middle', encode(`${'x'.repeat(9 * MIB)}>>>>> Test Exit Code: 1${'y'.repeat(9 * MIB)}`)],
  ])('%s is read alike however it is cut', (_what, line) => {
    const log = Buffer.concat([before, line, encode(`\nFAILED u\n${END}\n`)]);
    const border = before.length + 16 * MIB;
    const cuts = [[], [border], [border + 25], [border - 1, border, border + 1], [7, 9 * MIB + 40, border + 49]];
    const [whole, ...others] = cuts.map((places) => gradeOf(['t'], cutAt(log, ...places)));
    expect(whole?.resolved).toBe(true);
    for (const other of others) expect(other).toEqual(whole);
  });
});

import { describe, expect, it } from 'vitest';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import { overRepeats } from '../../../../../src/core/evaluation/grade/repeats';
import type { GradedInstance } from '../../../../../src/core/evaluation/gradedInstance';

const row: GradedInstance = {
  id: 'o__r-1',
  repo: 'o/r',
  version: null,
  failToPass: ['t.py::a[1 2]', 'b'],
  passToPass: ['c'],
  logParser: 'pytest',
  evalType: 'pass_and_fail',
};

const grade = (body: string, changes: Partial<GradedInstance> = {}) =>
  gradeLog({
    instance: { ...row, ...changes },
    log: `>>>>> Start Test Output\n${body}\n>>>>> End Test Output\n`,
    rules: 'swebench-v5',
  });

describe('an absent test', () => {
  it('is told with the result that differs in a blank, a quote or a bracket, and stays a failure', () => {
    const graded = grade('PASSED t.py::a[1\nPASSED b\nPASSED c', { failToPass: ['t.py::a[1]', 'b'] });
    expect(graded.tests[0]).toMatchObject({
      matched: 'absent',
      success: false,
      near: { name: 't.py::a[1', why: 'blanks, quotes or brackets', status: 'PASSED', line: 2 },
    });
    expect(graded.resolved).toBe(false);
    expect(graded.tests[1]).not.toHaveProperty('near');
  });

  it('is told with the result that colour codes hide, which a warning counts', () => {
    const graded = grade('\u001b[32mPASSED\u001b[0m b\nPASSED c', { failToPass: ['b'] });
    expect(graded.tests[0]).toMatchObject({ success: false, near: { name: 'b', why: 'colour codes', line: 2 } });
    expect(graded.warnings).toEqual(['colour codes hide the results of 1 required tests from parse_log_pytest']);
  });

  it('is told nothing where the log has nothing like it', () => {
    expect(grade('PASSED other').tests.every((test) => test.near === undefined)).toBe(true);
  });
});

describe('the rule that decided', () => {
  it('has an id that stays', () => {
    const log = (text: string, rules: 'swebench-v4' | 'swebench-v5' = 'swebench-v5') =>
      gradeLog({ instance: { ...row, failToPass: ['b'] }, log: text, rules }).rule;
    const marked = (text: string) => `>>>>> Start Test Output\n${text}\n>>>>> End Test Output\n`;
    expect(log('')).toBe('v5.marker');
    expect(log('>>>>> Patch Apply Failed', 'swebench-v4')).toBe('v4.not-applied');
    expect(log(marked(''))).toBe('v5.nothing-parsed');
    expect(log(marked(''), 'swebench-v4')).toBe('v4.tests');
    expect(log(`${marked('PASSED b\nPASSED c')}>>>>> Test Exit Code: 2`)).toBe('v5.exit-code');
    expect(log(marked('PASSED b\nPASSED c'))).toBe('v5.resolved');
    expect(log(marked('PASSED b\nFAILED c'))).toBe('v5.tests');
  });
});

describe('what stands on a later line', () => {
  it('is read as the harness reads it: a count after blanks, an exit code, digits of any script', () => {
    const marked = (text: string) => `>>>>> Start Test Output\n>>>>> End Test Output\n${text}`;
    const rule = (text: string) =>
      gradeLog({ instance: { ...row, evalType: 'fail_only' }, log: text, rules: 'swebench-v5' }).rule;
    expect(rule(marked('Tests:\n\n  3 passed'))).toBe('v5.resolved');
    expect(rule(marked('Tests:\nx 3'))).toBe('v5.nothing-parsed');
    expect(rule(marked('Test Suites:\n1 failed, 2 total'))).toBe('v5.resolved');
    expect(rule(marked('00 passing'))).toBe('v5.nothing-parsed');
    expect(rule(marked('10000000000000 passing'))).toBe('v5.resolved');
    expect(rule(marked('Executed 3 of \u0663'))).toBe('v5.resolved');
    expect(rule(`PASSED x\n${marked('>>>>> Test Exit Code:\n\n\u0663\n>>>>> Test Exit Code: 0')}`)).toBe(
      'v5.exit-code',
    );
    expect(rule(`PASSED x\n${marked('>>>>> Test Exit Code: none\n>>>>> Test Exit Code: 0')}`)).toBe('v5.resolved');
    expect(rule(`SKIPPED [\u0663] x\n${marked('')}`)).toBe('v5.nothing-parsed');
  });
});

describe('repeats of one evaluation', () => {
  it('say of each test how often it passed, and which are flaky', () => {
    const grades = [
      grade('PASSED b\nPASSED c', { failToPass: ['b'] }),
      grade('FAILED b\nPASSED c', { failToPass: ['b'] }),
      grade('>>>>> Tests Timed Out', { failToPass: ['b'] }),
    ];
    expect(overRepeats(grades)).toEqual({
      tests: [
        { name: 'b', required: 'FAIL_TO_PASS', passed: 1, failed: 1, leftOut: 0, flaky: true },
        { name: 'c', required: 'PASS_TO_PASS', passed: 2, failed: 0, leftOut: 0, flaky: false },
      ],
      counted: 2,
      withoutVerdict: 1,
    });
    expect(overRepeats([])).toEqual({ tests: [], counted: 0, withoutVerdict: 0 });
  });
});

describe('a log with more results than are kept', () => {
  const many = Array.from({ length: 25_000 }, (_, index) => `PASSED other_${index}`).join('\n');

  it('keeps what is required, what an id that was cut may be, and what failed; the rest is counted', () => {
    const graded = grade(`${many}\nPASSED b\nPASSED c\nPASSED d[1, 2]\nFAILED late\nSKIPPED last`, {
      failToPass: ['b', 'd[1'],
    });
    expect(graded.outcome).toEqual({ kind: 'resolved' });
    expect(graded.tests[1]).toMatchObject({ name: 'd[1', matched: 'prefix' });
    expect(graded.results.get('late')?.status).toBe('FAILED');
    expect(graded.results.has('last')).toBe(false);
    expect(graded.results.size).toBeLessThan(20_010);
    expect(graded.warnings).toEqual(['5001 results of tests that are not required were counted and not kept']);
  });

  it('is not refused for its exit code where the only failure comes late', () => {
    const log = `>>>>> Start Test Output\n${many}\nPASSED b\nPASSED c\nFAILED late\n>>>>> End Test Output\n`;
    const instance = { ...row, failToPass: ['b'] };
    const coded = (text: string) =>
      gradeLog({ instance, log: `${text}>>>>> Test Exit Code: 1\n`, rules: 'swebench-v5' }).rule;
    expect(coded(log)).toBe('v5.resolved');
    expect(coded(log.replace('FAILED late', 'FAILED late\nPASSED late'))).toBe('v5.exit-code');
  });

  it('keeps all of them where the rule set asks for all', () => {
    const all = gradeLog({ instance: row, log: many, rules: 'rebench-v2' });
    expect(all.warnings.join()).not.toContain('not kept');
  });
});

describe('the work on a line without an end', () => {
  it('grows with the line, not with its square', () => {
    const decode = TextDecoder.prototype.decode;
    let decoded = 0;
    TextDecoder.prototype.decode = function (input, options) {
      decoded += (input as Uint8Array | undefined)?.byteLength ?? 0;
      return decode.call(this, input, options);
    };
    try {
      const pieces = Array.from({ length: 200 }, () => new Uint8Array(65_536).fill(0x2e));
      gradeLog({ instance: row, log: pieces, rules: 'swebench-v5' });
    } finally {
      TextDecoder.prototype.decode = decode;
    }
    expect(decoded).toBeLessThan(2.5 * 200 * 65_536);
  });
});

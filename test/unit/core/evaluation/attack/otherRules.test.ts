import { describe, expect, it } from 'vitest';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import type { RuleSetName } from '../../../../../src/core/evaluation/ruleSetName';
import { KEPT, MENDED, PASS_BOTH } from './attackCase';

const gradeOf = (rules: RuleSetName, lines: readonly string[]) => {
  const lists = { failToPass: [MENDED], passToPass: [KEPT] };
  const instance = { id: 'o__r-1', repo: 'o/r', version: null, logParser: 'pytest', evalType: null, ...lists };
  return gradeLog({ instance, rules, log: `${lines.join('\n')}\n` });
};

describe('SWE-bench-Live looks for words inside a status', () => {
  it.each([
    ['PASSED:', 'PASSED', true],
    ['PASSEDX', 'PASSED', true],
    ['FAILED/PASSED', 'PASSED', true],
    ['PASSED', 'SKIPPED.', true],
    ['SKIPPED.', 'PASSED', false],
    ['ERROR:', 'PASSED', false],
    ['PASSED', 'ERRORS', false],
    ['PASSED', 'XFAIL', false],
  ])('%s and %s', (mended, kept, resolved) => {
    expect(gradeOf('live', [`${mended} ${MENDED}`, `${kept} ${KEPT}`]).resolved).toBe(resolved);
    expect(gradeOf('live', [`${mended} ${MENDED}`, `${kept} ${KEPT}`]).parser).toBe('parse_log_pytest');
  });
});

describe('SWE-smith reads the test section alone', () => {
  it('takes what stands outside for nothing, and an empty section for silence', () => {
    const section = ["+ : '>>>>> Start Test Output'", '+ true', "+ : '>>>>> End Test Output'"];
    const failed = `${MENDED} FAILED [ 5%]`;
    expect(gradeOf('smith', [failed, ...section, failed])).toMatchObject({ resolved: true, results: new Map() });
    expect(gradeOf('smith', [...section.slice(0, 1), failed, ...section.slice(1)]).resolved).toBe(false);
  });
});

const codes = ['Patch Apply Failed', 'Reset Failed', 'Tests Errored', 'Tests Timed Out', 'Test Exit Code: 1'];

describe.each(['live', 'pro', 'rebench-v2', 'compass'] as const)('%s knows no codes of SWE-bench', (rules) => {
  it.each(codes)("%s in a test's output changes nothing", (code) => {
    expect(gradeOf(rules, [...PASS_BOTH, `>>>>> ${code}`]).resolved).toBe(true);
    expect(gradeOf(rules, [`>>>>> ${code}`, `FAILED ${MENDED} - x`, `PASSED ${KEPT}`]).resolved).toBe(false);
  });

  it('takes markers for nothing', () => {
    const lines = [`PASSED ${MENDED}`, '>>>>> Start Test Output', '>>>>> End Test Output', `PASSED ${KEPT}`];
    expect(gradeOf(rules, lines).resolved).toBe(true);
  });
});

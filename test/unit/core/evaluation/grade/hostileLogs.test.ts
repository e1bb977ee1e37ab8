import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grade } from '../../../../../src/core/evaluation/grade/grade';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../../../../src/core/evaluation/gradedInstance';
import { runs } from '../../../../fakes/runs';

const parsers = [
  'tap',
  'parse_log_tap',
  'pytest',
  'pytest_options',
  'pytest_v2',
  'django',
  'matplotlib',
  'seaborn',
  'sympy',
  'jest',
  'jest_json',
  'vitest',
  'marked',
];
const rules = fc.constantFrom('swebench-v4' as const, 'swebench-v5' as const);
const evalType = fc.constantFrom('pass_and_fail' as const, 'fail_only' as const);

/** Ids as datasets have them: brackets, quotes, blanks at the end, junk, names of an object's own properties. */
const id = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom(
    't[a, b',
    't[a]',
    'it\'s "quoted"',
    'trailing ',
    '[100%]',
    '"',
    '#15789',
    '__proto__',
    'constructor',
    'é\u2028x',
  ),
);

const line = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom(
        'PASSED ',
        'FAILED ',
        'SKIPPED ',
        'ERROR ',
        'ok 1 - ',
        'not ok 2 ',
        '✓ ',
        '× ',
        '1) ',
        'FAIL: ',
        '[PASSED] ',
        'test_',
      ),
      id,
      fc.constantFrom('', ' ', ' - message', ' PASSED', ' ... ok', ' ... skipped', ' # SKIP', ' F', '\0', '\r'),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom(
    "+ : '>>>>> Start Test Output'",
    "+ : '>>>>> End Test Output'",
    '>>>>> Test Exit Code: 1',
    'ok',
    '\0\0',
    '\u001b[31mFAILED\u001b[0m x',
    '  ---',
    'FAILED',
  ),
);

const instance = (failToPass: string[], passToPass: string[], logParser: string): GradedInstance => ({
  id: 'o__r-1',
  repo: 'o/r',
  version: null,
  failToPass,
  passToPass,
  logParser,
  evalType: 'pass_and_fail',
});

const consistent = (grade: Grade, given: GradedInstance): void => {
  const keys = grade.tests.map((test) => `${test.required} ${test.name}`);
  const wanted = [
    ...new Set((given.failToPass ?? []).map((name) => `FAIL_TO_PASS ${name}`)),
    ...new Set((given.passToPass ?? []).map((name) => `PASS_TO_PASS ${name}`)),
  ];
  expect(keys).toEqual(wanted);
  const status = grade.report?.tests_status;
  if (status) {
    const failures = [...status.FAIL_TO_PASS.failure, ...status.PASS_TO_PASS.failure];
    expect(grade.report?.resolved).toBe(failures.length === 0);
    for (const test of grade.tests) {
      expect(status[test.required].success.includes(test.name)).toBe(test.success === true);
      expect(status[test.required].failure.includes(test.name)).toBe(test.success === false);
    }
  }
  expect(grade.outcome.kind === 'resolved').toBe(grade.report?.resolved);
};

describe('any log', () => {
  it('is graded without a throw, and each required test appears once', () => {
    const logs = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(
        logs,
        fc.array(id),
        fc.array(id),
        fc.constantFrom(...parsers),
        rules,
        evalType,
        (log, f2p, p2p, name, set, type) => {
          const given = { ...instance(f2p, p2p, name), evalType: type };
          const whole = `+ : '>>>>> Start Test Output'\n${log}\n+ : '>>>>> End Test Output'\n`;
          for (const text of [log, whole]) consistent(gradeLog({ instance: given, log: text, rules: set }), given);
        },
      ),
      { numRuns: runs(400) },
    );
  });

  it('that is cut anywhere gives a grade, and never a better one than no verdict before the end marker', () => {
    const full = "+ : '>>>>> Start Test Output'\nok 1 - a\nok 2 - b\n+ : '>>>>> End Test Output'\n";
    const given = instance(['a'], ['b'], 'tap');
    for (let end = 0; end <= full.length; end += 1) {
      const grade = gradeLog({ instance: given, log: full.slice(0, end), rules: 'swebench-v5' });
      consistent(grade, given);
      expect(grade.outcome.kind).toBe(end >= full.indexOf('End Test Output') + 15 ? 'resolved' : 'none');
    }
  });

  it('gives every line of evidence within the log', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.constantFrom(...parsers), (lines, name) => {
        const log = ['>>>>> Start Test Output', ...lines, '>>>>> End Test Output'].join('\n');
        const grade = gradeLog({ instance: instance([], [], name), log, rules: 'swebench-v4' });
        const count = log.split(/\r\n|\r|\n/).length;
        for (const result of grade.results.values()) {
          expect(result.line).toBeGreaterThanOrEqual(1);
          expect(result.line).toBeLessThanOrEqual(count);
        }
      }),
    );
  });
});

describe('lines of a million characters', () => {
  const million = 1_000_000;
  const fills = ['1', ' ', '_', '(', '[', '# ', ' - ', '.py:', ' ... ', '1 ', '[1', '\\', '5 specs, ', '\u001b['];
  const heads = [
    '',
    'ok 1 ',
    'PASSED ',
    'FAILED t[',
    'test_',
    '✓ ',
    '✓ a (',
    '____ ',
    'x ... Testing against Django installed in ',
    'Tests: ',
  ];

  it.each(fills)('of %j are read by every parser in the time of one pass', (fill) => {
    const long = heads.map((head) => head + fill.repeat(Math.floor(million / 20 / fill.length)));
    const log = ['>>>>> Start Test Output', ...long, fill.repeat(million / fill.length), '>>>>> End Test Output'].join(
      '\n',
    );
    for (const name of parsers) {
      const grade = gradeLog({ instance: instance(['a'], [], name), log, rules: 'swebench-v5' });
      expect(grade.tests).toHaveLength(1);
    }
  });
});

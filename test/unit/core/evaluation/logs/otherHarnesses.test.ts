import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../../../src/core/evaluation/logs/registry';
import type { RuleSetName } from '../../../../../src/core/evaluation/ruleSetName';
import { statusesIn } from '../../../../fakes/readLog';

const read = (rules: RuleSetName, logParser: string | null, lines: readonly string[], repo: string | null = null) => {
  const graded = { version: '', failToPass: [], passToPass: [], evalType: null };
  const parser = parserFor({ ...graded, id: 'o__r-1', repo, logParser }, rules);
  if (parser === null) throw new Error(`no parser ${logParser}`);
  return statusesIn(parser, lines.join('\n'));
};

describe("SWE-rebench V2's parsers", () => {
  it.each([
    [
      'parse_log_elixir',
      [
        '  * test adds (1.2ms) [L#7]',
        '  * test later (skipped) [L#9]',
        '* test x [L#1]',
        '1) test x (My.Mod)',
        '* test',
      ],
      { adds: 'PASSED', later: 'SKIPPED', x: 'FAILED' },
    ],
    [
      'parse_logs_kotlin_junit',
      [
        'Running com.A',
        'Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time: 1 s',
        'Running com.B',
        'Tests run: 1, Failures: 0, Errors: 2, Skipped: 0',
        'Tests run: 4, Failures: 2, Errors: 2, Skipped: 0',
      ],
      { 'com.A': 'PASSED', 'com.B': 'FAILED' },
    ],
    [
      'parse_log_junit',
      [
        'x <testcase classname="a" name="b"/>',
        '<testcase name="c" ',
        'time="1"><failure/></testcase>',
        '<testcases name="d">',
      ],
      { 'a b': 'PASSED', c: 'FAILED' },
    ],
    ['parse_log_cpp', ['tests/a.py::t PASSED [ 5%]', 'a.py::t FAILED', 'x SKIPPED'], { t: 'FAILED', x: 'SKIPPED' }],
    ['parse_log_cpp_v2', ['Test a b   passed', 'Test c failed', 'Test d'], { 'a b': 'PASSED', c: 'FAILED' }],
    [
      'parse_log_cpp_v3',
      [
        '[1/2] File: Save... OK',
        'AES ran 3 tests in 2.1 msec all ok',
        'x ran 1 tests in 1 sec 1 tests failed',
        'a... odd',
      ],
      {
        'File: Save': 'PASSED',
        'AES ran 3 tests all ok': 'PASSED',
        'x ran 1 tests 1 tests failed': 'FAILED',
        a: 'ERROR',
      },
    ],
    [
      'parse_log_cpp_v4',
      ['1/2 Test #1: a b ..... Passed', ' 2/2 Test  #2: c ... timeout'],
      { 'a b': 'PASSED', c: 'FAILED' },
    ],
    [
      'parse_lua_nvim',
      ['\u001b[32mSuccess\u001b[0m || a', 'Fail || a', 'Success || a', 'skip||b', 'Success: 3'],
      { a: 'FAILED', b: 'SKIPPED' },
    ],
    ['parse_log_phpunit', ['Foo (T\\Foo)', ' ✔ adds [1.2 ms] '], { 'Foo > adds': 'PASSED' }],
    ['parse_log_gradle_custom', ['A > b  PASSED (0.2s)'], { 'A > b': 'PASSED' }],
    ['parse_log_react_pdf', ['PASS a.js (1 s) ', 'FAIL b.js (2 s)'], { 'a.js (1 s)': 'PASSED', 'b.js': 'FAILED' }],
  ] as const)('%s', (name, lines, expected) => expect(read('rebench-v2', name, lines)).toEqual(expected));
});

describe("SWE-smith's parsers", () => {
  it.each([
    ['python/mypy', null, ['a PASSED', 'PASSED FAILED b'], { PASSED: 'PASSED', b: 'PASSED' }],
    ['HIPS/autograd', null, ['[gw0] PASSED a', '[gw12] PASSED b'], { a: 'PASSED' }],
    ['paramiko/paramiko', null, ['FAILED a - b', 'PASSED  c'], { a: 'FAILED' }],
    ['un33k/python-slugify', null, ['test_a (x.Y) ... ok', 'b ... FAIL'], { 'test_a (x.Y)': 'PASSED', b: 'FAILED' }],
    [
      'tornadoweb/tornado',
      null,
      ['a (x) ... ok', 'ERROR: t (x)', 'c ... skipped why'],
      { 'a (x)': 'PASSED', 't (x)': 'FAILED', c: 'SKIPPED' },
    ],
    ['gin-gonic/gin', null, ['--- PASS: A (0s)', 'FAIL\tpkg\t0.1s', 'FAIL'], { A: 'PASSED', pkg: 'FAILED' }],
    ['a/b', 'pytest', ['a.py::t PASSED [ 5%]', 'PASSED b'], { 'a.py::t': 'PASSED' }],
  ] as const)('%s', (repo, name, lines, expected) => expect(read('smith', name, lines, repo)).toEqual(expected));
});

describe('Terminal-Bench 1', () => {
  it("reads pytest's short summary alone, and counts an unexpected pass as a failure", () => {
    const log = [
      'PASSED tests/early.py::test_x',
      '=== short test summary info ===',
      'PASSED tests/a.py::test_a',
      'FAILED tests/a.py::B::test_b - assert 1 == 2',
      'XPASS tests/a.py::test_c',
      'ERROR tests/broken.py',
      '2 failed',
    ];
    const expected = { test_a: 'PASSED', test_b: 'FAILED', test_c: 'FAILED', 'tests/broken.py': 'ERROR' };
    expect(read('terminal-bench', 'terminal_bench', log)).toEqual(expected);
  });
});

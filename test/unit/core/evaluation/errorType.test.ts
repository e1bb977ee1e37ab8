import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorTypeByOutcome, errorTypes } from '../../../../src/core/evaluation/errorType';
import { errorInLine } from '../../../../src/core/evaluation/errorTypeLines';
import { ErrorTypeReader } from '../../../../src/core/evaluation/errorTypeReader';

const read = (log: string, failed: readonly string[] = []) => {
  const reader = new ErrorTypeReader(failed);
  for (const line of log.split('\n')) reader.line(line);
  return reader.finish();
};

describe('the error type of an outcome', () => {
  it('is OK where resolved, "not run" where nothing could be applied, and never guessed where nothing is known', () => {
    expect(errorTypeByOutcome({ kind: 'resolved' })).toMatchObject({ type: 'ok' });
    expect(errorTypeByOutcome({ kind: 'none', reason: 'empty' })).toMatchObject({ type: 'not-run' });
    expect(errorTypeByOutcome({ kind: 'none', reason: 'not-applied' })).toMatchObject({ type: 'not-run' });
    expect(errorTypeByOutcome({ kind: 'none', reason: 'time-out' })).toMatchObject({ type: 'time-out' });
    expect(errorTypeByOutcome({ kind: 'none', reason: 'infrastructure' })).toBeNull();
    expect(errorTypeByOutcome({ kind: 'scored', name: 'reward', value: 0, max: 1 })).toBeNull();
    expect(errorTypeByOutcome(null)).toBeNull();
    expect(errorTypeByOutcome({ kind: 'unresolved', reason: 'tests' })).toBe('log');
  });
});

describe('a line of a log', () => {
  it.each([
    ['E   IndentationError: unexpected indent', 'indentation'],
    ['TabError: inconsistent use of tabs', 'indentation'],
    ['E     SyntaxError: invalid syntax', 'syntax'],
    ["SyntaxError: Unexpected token '}'", 'syntax'],
    ['pkg/a.go:3:1: syntax error: unexpected }', 'syntax'],
    ["[ERROR] /src/A.java:[3,5] ';' expected", 'syntax'],
    ['error: expected one of `;` or `}`, found `let`', 'syntax'],
    ['AssertionError: 1 != 2', 'assertion'],
    ['E       assert 1 == 2', 'assertion'],
    ["  code: 'ERR_ASSERTION'", 'assertion'],
    ['org.opentest4j.AssertionFailedError: expected: <1> but was: <2>', 'assertion'],
    ['    expect(received).toBe(expected) // Object.is equality', 'assertion'],
    ['    a_test.go:12: got 1, want 2', 'assertion'],
    ["thread 'x' panicked at src/a.rs:1:2: assertion `left == right` failed", 'assertion'],
    ["NameError: name 'x' is not defined", 'name'],
    ['  ReferenceError: x is not defined', 'name'],
    ['./a.go:7:2: undefined: total', 'name'],
    ['error[E0425]: cannot find value `x` in this scope', 'name'],
    ['A.java:4: error: cannot find symbol', 'name'],
    ["ModuleNotFoundError: No module named 'x'", 'import'],
    ["Error: Cannot find module './x'", 'import'],
    ['a.go:3:2: no required module provides package x.example/y', 'import'],
    ['error[E0432]: unresolved import `a::b`', 'import'],
    ['RecursionError: maximum recursion depth exceeded', 'recursion'],
    ['RangeError: Maximum call stack size exceeded', 'recursion'],
    ['java.lang.StackOverflowError', 'recursion'],
    ['    thrown: "Exceeded timeout of 5000 ms for a test.', 'time-out'],
    ['panic: test timed out after 10m0s', 'time-out'],
    ['TypeError: x is not a function', 'other'],
    ['django.core.exceptions.FieldError: no field', 'other'],
  ])('%s is %s', (line, type) => expect(errorInLine(line)?.type).toBe(type));

  it.each(['tests/test_errors.py::test_NameError PASSED', 'ok 3 - says SyntaxError of bad input', 'all fine', ''])(
    'says nothing where a name only stands in a sentence: %s',
    (line) => expect(errorInLine(line)).toBeNull(),
  );
});

describe('the error type of a log', () => {
  it('comes from the required test that failed, not from another test that failed before it', () => {
    const log = [
      '____ TestA.test_other ____',
      "E   NameError: name 'x' is not defined",
      '____ TestA.test_mine ____',
      'E   AssertionError: no',
    ].join('\n');
    expect(read(log, ['t.py::TestA::test_mine'])).toMatchObject({ type: 'assertion', line: 4 });
    expect(read(log, ['t.py::TestA::test_gone'])).toMatchObject({
      type: 'name',
      line: 2,
      rule: 'NameError or ReferenceError, in the failure of another test',
    });
  });

  it('takes a failed collection before the failure of another test', () => {
    const log = [
      '____ test_other ____',
      'E   AssertionError: no',
      '==========  ==========',
      'ImportError while loading conftest',
    ].join('\n');
    expect(read(log, ['t.py::test_mine'])).toMatchObject({ type: 'import', line: 4 });
  });

  it('reads django, node, go and pytest summary blocks by the names that each prints', () => {
    expect(read('FAIL: test_a (m.T)\n------\nAssertionError: 1 != 2', ['test_a (m.T)'])).toMatchObject({ line: 3 });
    expect(read("not ok 3 - adds\n  name: 'AssertionError'", ['adds'])).toMatchObject({ line: 2 });
    expect(read('    --- FAIL: TestX/sub (0.00s)\n        x_test.go:3: no', ['TestX/sub'])).toMatchObject({ line: 2 });
    expect(read('FAILED t.py::test_a - assert 1 == 2', ['t.py::test_a'])).toMatchObject({
      type: 'assertion',
      line: 1,
      rule: 'pytest assert',
    });
  });

  it('counts only what stands between the markers, sees through colours, and passes over broken .pth files', () => {
    const before = 'ImportError: of the installation\n+ >>>>> Start Test Output\n';
    expect(
      read(`${before}\u001b[31mE   NameError: x\u001b[0m\n>>>>> End Test Output\nSyntaxError: late`),
    ).toMatchObject({
      type: 'name',
      line: 3,
    });
    expect(
      read(
        'Error processing line 1 of /a/b.pth:\n\n  ModuleNotFoundError: no\n\nRemainder of file ignored\nE   assert 0',
      ),
    ).toMatchObject({ type: 'assertion', line: 6 });
  });

  it('stays "other" where the log shows nothing that is known', () => {
    expect(read('3 failed\n', ['a'])).toMatchObject({ type: 'other', line: null });
  });

  it('never fails, whatever the lines hold, and names a line that is there', () => {
    const words = fc.constantFrom(
      ...[
        '____ a ____',
        'E   assert x',
        '==========',
        'FAILED a - b',
        '>>>>> Start Test Output',
        '>>>>> End Test Output',
      ],
      ...['NameError: x', 'not ok 1 - a', '\u001b[31m', '\u0000', '[ERROR] a <<< FAILURE!', 'x'.repeat(3000)],
    );
    const line = fc.oneof(words, fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(fc.array(line), fc.array(fc.string()), (lines, failed) => {
        const reader = new ErrorTypeReader(failed);
        for (const one of lines) reader.line(one);
        const found = reader.finish();
        expect(errorTypes).toContain(found.type);
        if (found.line !== null) expect(found.line).toBeLessThanOrEqual(lines.length);
      }),
    );
  });
});

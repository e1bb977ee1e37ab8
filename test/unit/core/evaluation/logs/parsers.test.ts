import { describe, expect, it } from 'vitest';
import { parserFor } from '../../../../../src/core/evaluation/logs/registry';
import { resultsOf } from '../../../../../src/core/evaluation/logs/resultsOf';
import type { RuleSetName } from '../../../../../src/core/evaluation/report';

const read = (logParser: string, log: string, rules: RuleSetName = 'swebench-v5', id = 'o__r-1') => {
  const instance = { id, repo: null, version: null, failToPass: [], passToPass: [], logParser, evalType: null };
  const parser = parserFor(instance, rules);
  if (!parser) throw new Error(`no parser ${logParser}`);
  return Object.fromEntries([...resultsOf(parser, log)].map(([name, { status, line }]) => [name, `${status} ${line}`]));
};

describe('pytest', () => {
  const log = [
    'PASSED t.py::a',
    'FAILED t.py::b - assert 1 - 2',
    'ERROR t.py::c',
    'XFAIL t.py::d why',
    'XPASS t.py::e',
    'SKIPPED [2] t.py:7: why',
    'PASSED t.py::f[x, y]',
    'PASSED [100%]',
    'ERROR: file or directory not found: t.py',
    'FAILED - odd',
    'PASSED',
    ' PASSED t.py::indented',
    'PASSED\tt.py::tab\u00a0no',
  ].join('\n');

  it('takes the second word as the id and knows no XPASS', () => {
    expect(read('pytest', log)).toEqual({
      't.py::a': 'PASSED 1',
      't.py::b': 'FAILED 2',
      't.py::c': 'ERROR 3',
      't.py::d': 'XFAIL 4',
      't.py::f[x,': 'PASSED 7',
      '[100%]': 'PASSED 8',
      file: 'OTHER 9',
      odd: 'FAILED 10',
      't.py::tab': 'PASSED 13',
    });
  });

  it('takes the count of a skip summary for an id under swebench-v4 alone', () => {
    expect(read('pytest', log, 'swebench-v4')).toHaveProperty('[2]', 'SKIPPED 6');
    expect(read('pytest', log)).not.toHaveProperty('[2]');
  });

  it('lets a later result replace an earlier one', () => {
    expect(read('parse_log_flask', 'FAILED a\nPASSED a')).toEqual({ a: 'PASSED 2' });
  });
});

describe('pytest_options', () => {
  it('cuts the folders of a path in brackets, and what follows the last bracket', () => {
    expect(
      read(
        'pytest_options',
        ['PASSED t[/a/b/c]', 'PASSED t[//a/b]', 'PASSED t[/a/*/b]', 'PASSED t[a]b[/x/y]z', 'PASSED t]x['].join('\n'),
      ),
    ).toEqual({
      't[/c]': 'PASSED 1',
      't[//a/b]': 'PASSED 2',
      't[/a/*/b]': 'PASSED 3',
      't[a]b[/x/y]': 'PASSED 4',
      't]x[': 'PASSED 5',
    });
  });
});

describe('pytest_v2', () => {
  const log = [
    '\u001b[32mPASSED\u001b[0m t::a[1 2]',
    't::b[3 4] FAILED',
    'FAILED t::c[x y] - assert 1',
    'q PASSED [ 3%]',
  ].join('\n');

  it('keeps blanks in ids under swebench-v5', () => {
    expect(read('pytest_v2', log)).toEqual({
      't::a[1 2]': 'PASSED 1',
      't::b[3 4]': 'FAILED 2',
      't::c[x y]': 'FAILED 3',
    });
  });

  it('cuts ids at blanks under swebench-v4, and takes the second word of an old line for its status', () => {
    expect(read('parse_log_astropy', log, 'swebench-v4')).toEqual({
      't::a[1': 'PASSED 1',
      't::b[3': 'OTHER 2',
      't::c[x': 'FAILED 3',
    });
  });
});

describe('matplotlib, seaborn and sympy', () => {
  it('writes mouse buttons as numbers', () => {
    expect(read('matplotlib', 'PASSED t[MouseButton.LEFT-MouseButton.RIGHT]')).toEqual({ 't[1-3]': 'PASSED 1' });
  });

  it('reads passes and failures of seaborn and outlives a status that stands alone', () => {
    expect(read('seaborn', 'FAILED\nFAILED a - x\nb PASSED [ 1%]\nPASSED c\nSKIPPED d\nx y PASSED z')).toEqual({
      a: 'FAILED 2',
      b: 'PASSED 3',
      c: 'PASSED 4',
    });
  });

  it('reads sympy lines and headlines', () => {
    expect(read('sympy', 'test_a ok\ntest_b F\n test_c E \n____ x/y.py:test_b ____\nnot_a_test ok\ntest_d f')).toEqual({
      'x/y.py:test_b': 'FAILED 4',
      test_a: 'PASSED 1',
      test_b: 'FAILED 2',
      test_c: 'ERROR 3',
    });
  });
});

describe('django', () => {
  it('reads results, docstrings and repeated headlines', () => {
    const log = [
      'test_a (m.C) ... ok',
      'A docstring with a dot. ... FAIL',
      "test_b (m.C) ... skipped 'no db'",
      'test_c (m.C) ... ERROR',
      'FAIL: test_d (m.C)',
      'ERROR: Could not find',
      'test_e (m.C) ...  OK',
      'prints --version is equivalent to version here',
    ].join('\n');
    expect(read('django', log)).toEqual({
      'test_a (m.C)': 'PASSED 1',
      'A docstring with a dot.': 'FAILED 2',
      'test_b (m.C)': 'SKIPPED 3',
      'test_c (m.C)': 'ERROR 4',
      test_d: 'FAILED 5',
      Could: 'ERROR 6',
      'test_e (m.C)': 'PASSED 7',
      '--version is equivalent to version': 'PASSED 8',
    });
  });

  it('reads nothing where the harness breaks off, at a headline without a name', () => {
    expect(read('django', ['test_a (m.C) ... ok', 'FAIL:', 'test_b (m.C) ... ok'].join('\n'))).toEqual({});
    expect(read('django', ['test_a (m.C) ... ok', ' ERROR: '].join('\n'))).toEqual({});
  });

  it('takes an ok on a later line for the last name', () => {
    expect(read('django', 'test_a (m.C) ... some output\nmore\nok')).toEqual({ 'test_a (m.C)': 'PASSED 3' });
  });

  it('passes the name before a known interruption even where another name came between', () => {
    const log = [
      "  test_a ... Testing against Django installed in '/x'",
      'test_b ... FAIL',
      'System check identified no issues (0 silenced).',
      'ok',
      'test_c ... Internal Server Error: /a/',
      'ok',
      'test_d ... System check identified no issues (0 silenced)',
      'ok',
      'test_e ... Testing against Django installed in nowhere',
    ].join('\n');
    expect(read('django', log)).toEqual({
      test_b: 'PASSED 4',
      '  test_a': 'PASSED 4',
      test_c: 'PASSED 6',
      test_d: 'PASSED 8',
    });
  });

  it('cuts the migration note of django-7188', () => {
    const log = 'Applying sites.0002_alter_domain_unique...test_no_migrations (m.C) ... ok';
    expect(read('django', log)).toEqual({ 'test_no_migrations (m.C)': 'PASSED 1' });
  });
});

describe('JavaScript', () => {
  it('reads jest marks and drops durations', () => {
    expect(read('jest', '  ✓ a (12 ms)\n  ✕ b (1 s)\n  ○ skipped c\n  ✓ d (not a time)\n  ✓ (5 ms)\n✓')).toEqual({
      a: 'PASSED 1',
      b: 'FAILED 2',
      'skipped c': 'SKIPPED 3',
      'd (not a time)': 'PASSED 4',
      '(5 ms)': 'PASSED 5',
    });
  });

  it('reads vitest marks', () => {
    expect(
      read('vitest', ' ✓ f.ts > a 12ms\n × f.ts > b 3 4\n ↓ f.ts > c [skipped]\n \u001b[32m✓\u001b[39m d'),
    ).toEqual({
      'f.ts > a': 'PASSED 1',
      'f.ts > b 3': 'FAILED 2',
      'f.ts > c': 'SKIPPED 3',
    });
  });

  it('reads marked failures only', () => {
    expect(read('parse_log_marked', '1) New x should pass \n 2) indented\nfoo')).toEqual({
      'New x should pass': 'FAILED 1',
    });
  });

  it('chooses the parser of immutable-js by pull request', () => {
    expect(read('immutable_js', '[FAILED] a > b\n✓ c', 'swebench-v5', 'immutable-js__immutable-js-2005')).toEqual({
      'a > b': 'FAILED 1',
    });
    expect(read('immutable_js', '✓ c', 'swebench-v5', 'immutable-js__immutable-js-2006')).toEqual({ c: 'PASSED 1' });
  });
});

describe('registry', () => {
  const instance = { id: 'o__r-1', version: null, failToPass: [], passToPass: [], evalType: null };

  it('goes by the repository where the row names no parser, whatever its case', () => {
    const parser = parserFor({ ...instance, repo: 'Django/Django', logParser: null }, 'swebench-v5');
    expect(parser?.name).toBe('parse_log_django');
  });

  it('prefers the name of the row, and knows none for a name or repository it has not', () => {
    const named = { ...instance, repo: 'django/django', logParser: 'parse_log_pytest' };
    expect(parserFor(named, 'swebench-v5')?.name).toBe('parse_log_pytest');
    expect(parserFor({ ...named, logParser: 'import os' }, 'swebench-v5')).toBeNull();
    expect(parserFor({ ...named, logParser: null, repo: 'a/b' }, 'swebench-v5')).toBeNull();
  });
});

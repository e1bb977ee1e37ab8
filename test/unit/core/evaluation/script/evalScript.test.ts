import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evalScriptOf } from '../../../../../src/core/evaluation/script/evalScript';
import { shellWord } from '../../../../../src/core/evaluation/script/shellWord';
import { testFilesOf } from '../../../../../src/core/evaluation/script/testFiles';
import type { Instance } from '../../../../../src/core/instance/instance';
import { commit } from '../../../../fakes/rows';
import { runs } from '../../../../fakes/runs';

const testPatch = [
  'diff --git a/tests/forms/test_a.py b/tests/forms/test_a.py',
  '--- a/tests/forms/test_a.py',
  '+++ b/tests/forms/test_a.py',
  '@@ -1 +1 @@',
  '-a',
  '+b',
  'diff --git a/tests/new b.py b/tests/new b.py',
  'new file mode 100644',
  '--- /dev/null',
  '+++ b/tests/new b.py',
  '@@ -0,0 +1 @@',
  '+x',
  'diff --git a/tests/data.json b/tests/data.json',
  '--- a/tests/data.json',
  '+++ b/tests/data.json',
  '@@ -1 +1 @@',
  '-1',
  '+2',
  '',
].join('\n');

const classic = (changes: Partial<Instance> = {}): Instance => ({
  id: 'pallets__flask-1',
  benchmark: 'swe-bench',
  format: 'swebench-jsonl',
  repo: 'pallets/flask',
  baseCommit: commit,
  statement: null,
  hints: null,
  goldPatch: null,
  testPatch,
  failToPass: null,
  passToPass: null,
  version: '2.3',
  createdAt: null,
  image: null,
  evalScript: null,
  logParser: null,
  evalType: null,
  labels: {},
  extra: {},
  ...changes,
});

const textOf = (instance: Instance, testCommand: string | null = null): string =>
  evalScriptOf(instance, { testCommand, testbed: '/testbed' })?.text ?? '';

describe('test files of a test patch', () => {
  it('are its files but data, in order; those that are new stand apart', () => {
    expect(testFilesOf(testPatch, 'pallets/flask')).toEqual({
      directives: ['tests/forms/test_a.py', 'tests/new b.py'],
      existing: ['tests/forms/test_a.py', 'tests/data.json'],
      added: ['tests/new b.py'],
    });
  });

  it('are dotted modules for Django', () => {
    expect(testFilesOf(testPatch, 'Django/Django').directives[0]).toBe('forms.test_a');
  });

  it('never lead out of the tree', () => {
    const hostile = 'diff --git a/../x.py b/../x.py\n--- a/../x.py\n+++ b/../x.py\n@@ -1 +1 @@\n-a\n+b\n';
    expect(testFilesOf(hostile, null)).toEqual({ directives: [], existing: [], added: [] });
  });
});

describe('the script of a classic row', () => {
  it('is a script that bash can read, with the markers in order', () => {
    const script = textOf(classic());
    execFileSync('bash', ['-n'], { input: script });
    const at = ['Start Test Output', 'pytest -rA tests/forms/test_a.py', 'TEST_EXIT_CODE=$?', 'End Test Output'].map(
      (words) => script.indexOf(words),
    );
    expect(at).toEqual([...at].sort((a, b) => a - b));
    expect(at.every((place) => place > 0)).toBe(true);
    expect(script).toContain("'tests/new b.py'");
  });

  it('ends the heredoc by a word that the patch does not have', () => {
    const hostile = `${testPatch}EOF_114329324912\necho escaped\n`;
    const script = textOf(classic({ testPatch: hostile }));
    expect(script).toContain("<<'EOF_1143293249120'\n");
    expect(script).toContain(`${hostile}EOF_1143293249120\n`);
  });

  it('takes the command by version', () => {
    const django = (version: string) => textOf(classic({ repo: 'django/django', version }));
    expect(django('1.9')).toContain('./tests/runtests.py --verbosity 2 forms.test_a');
    expect(django('3.2')).toContain('locale-gen');
    expect(django('4.2')).toContain('--parallel 1 forms.test_a');
  });

  it("a row's own script is left as it is, whatever the settings say", () => {
    const instance = classic({ evalScript: 'echo  own \r\n' });
    expect(evalScriptOf(instance, { testCommand: 'make test', testbed: '/testbed' })).toEqual({
      text: 'echo  own \r\n',
      source: 'row',
    });
  });

  it('a command of the settings stands before the table, and gives a script to unknown repositories', () => {
    expect(textOf(classic(), 'make check {files}')).toContain("\nmake check tests/forms/test_a.py 'tests/new b.py'\n");
    expect(evalScriptOf(classic({ repo: 'acme/x' }), { testCommand: 'make', testbed: '/t' })?.source).toBe('setting');
  });

  it.each([
    ['an unknown repository', { repo: 'acme/x' }],
    ['no repository', { repo: null }],
    ['a base commit that is none', { baseCommit: '$(id)' }],
    ['no base commit', { baseCommit: null }],
  ] as const)('there is none for %s', (_name, changes) => {
    expect(evalScriptOf(classic(changes), { testCommand: null, testbed: '/testbed' })).toBeNull();
  });
});

describe('a shell word', () => {
  it('is one word and exactly the text', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !text.includes('\0')),
        (text) => {
          const { stdout } = spawnSync('bash', ['-c', `printf %s ${shellWord(text)}`]);
          expect(stdout.toString()).toBe(text);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});

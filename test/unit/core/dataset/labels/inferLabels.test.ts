import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderInstance } from '../../../../../src/core/dataset/folders/folderInstance';
import { goldLanguage } from '../../../../../src/core/dataset/labels/goldLanguage';
import { inferLabels } from '../../../../../src/core/dataset/labels/inferLabels';
import { labelLine, labelsInWords, labelWords } from '../../../../../src/core/dataset/labels/labelWords';
import { languageName, languageOfPath } from '../../../../../src/core/dataset/labels/languageOfPath';
import type { Instance } from '../../../../../src/core/instance/instance';

const file = (path: string, added: number): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1,${added + 1} @@\n one\n${'+x\n'.repeat(added)}`;

const instance = (known: Partial<Instance>): Instance =>
  folderInstance({ id: 'a__b-1', benchmark: 'swe-bench', format: 'f', ...known });

describe('language from the gold patch', () => {
  it('is that of most changed lines, with tests, documents and configuration aside', () => {
    const patch =
      file('src/a.go', 3) + file('src/b.ts', 2) + file('tests/c.ts', 90) + file('README.md', 90) + file('x.json', 9);
    expect(goldLanguage(patch)).toBe('Go');
  });

  it('is unknown where no file counts', () => {
    expect(goldLanguage(file('README.md', 3) + file('test/a.py', 3))).toBeNull();
    expect(goldLanguage('')).toBeNull();
    expect(goldLanguage('I would change the file a.py.')).toBeNull();
  });

  it('takes a removed line that looks like a head for a line', () => {
    const patch = 'diff --git a/a.py b/a.py\n--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n--- a/b.go\n+++ b/b.go\n-x\n+y\n';
    expect(goldLanguage(patch)).toBe('Python');
  });

  it('reads new, deleted and quoted files', () => {
    expect(goldLanguage('--- /dev/null\n+++ b/a.rs\n@@ -0,0 +1 @@\n+x\n')).toBe('Rust');
    expect(goldLanguage('--- a/a.rs\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n')).toBe('Rust');
    expect(goldLanguage('--- "a/\\303\\244 b.kt"\n+++ "b/\\303\\244 b.kt"\n@@ -1 +1 @@\n-x\n+y\n')).toBe('Kotlin');
  });

  it('gives an answer for any text', () => {
    const piece = fc.constantFrom(
      '--- a/x.py',
      '+++ b/x.py',
      '@@ -1 +1 @@',
      '@@ -9,999999999 +1 @@',
      '+',
      '-',
      '\\',
      ' ',
      '\r',
    );
    const text = fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(fc.property(text, (patch) => [null, 'Python'].includes(goldLanguage(patch)) || patch.includes('/')));
  });
});

describe('inferred labels', () => {
  it('say that they are inferred, and by which rule', () => {
    const { languages } = inferLabels(instance({ goldPatch: file('a.py', 1) }));
    expect(languages).toEqual([
      { value: 'Python', source: 'inferred', why: expect.stringContaining("gold patch's files") },
    ]);
  });

  it('leave what the data gives', () => {
    const labels = { languages: [{ value: 'Java', source: 'data' }] } as const;
    expect(inferLabels(instance({ labels, goldPatch: file('a.py', 1) })).languages).toEqual(labels.languages);
  });

  it('never give a difficulty, and a task type only where the benchmark plants bugs', () => {
    const issue = inferLabels(instance({ goldPatch: file('a.py', 1), statement: 'Fix the bug' }));
    expect(issue.difficulty).toBeUndefined();
    expect(issue.taskTypes).toBeUndefined();
    expect(inferLabels(instance({ benchmark: 'swe-smith' })).taskTypes).toMatchObject([
      { value: 'BF', source: 'inferred' },
    ]);
  });

  it.each([
    [
      'image_assets as an object',
      { extra: { image_assets: { problem_statement: ['https://x/a.png'], patch: [] } } },
      'image',
    ],
    [
      'image_assets as JSON in a text',
      { extra: { image_assets: '{"problem_statement": ["https://x/a.png"]}' } },
      'image',
    ],
    [
      'image_assets of patches alone',
      { statement: '', extra: { image_assets: '{"problem_statement": [], "patch": ["a"]}' } },
      'text',
    ],
    ['a picture in Markdown', { statement: 'See ![shot](https://x/a.png)' }, 'image'],
    ['a picture in HTML', { statement: '<IMG width=3 src="https://x/a.png">' }, 'image'],
    ['words alone', { statement: 'no ![picture] (here)' }, 'text'],
  ])('modality by %s', (_name, known, value) => {
    expect(inferLabels(instance(known as Partial<Instance>)).modality).toMatchObject([{ value, source: 'inferred' }]);
  });

  it.each(['![', '<img ', '![a](', '<img src'])('modality of a million %j is told in one pass', (part) => {
    const statement = part.repeat(1_000_000);
    expect(inferLabels(instance({ statement })).modality).toMatchObject([{ value: expect.any(String) }]);
  });

  it('modality is unknown without a statement', () => {
    expect(inferLabels(instance({})).modality).toBeUndefined();
  });
});

describe('labels for people', () => {
  it('have words beside codes', () => {
    expect(labelWords('taskTypes', 'BF')).toBe('bug fixing (BF)');
    expect(labelWords('scenarios', 'ML')).toBe('machine learning & AI (ML)');
    expect(labelWords('scenarios', 'UI/UX')).toBe('UI/UX engineering');
    expect(labelWords('languages', 'Go')).toBe('Go');
    expect(labelWords('taskTypes', 'constructor')).toBe('constructor');
    expect(labelsInWords('taskTypes', [])).toBe('unknown');
  });

  it('make a line of a list, with the source where it is not the data', () => {
    expect(labelLine('taskTypes', [{ value: 'BF', source: 'data' }])).toBe('Task type: bug fixing (BF)');
    const inferred = [{ value: 'Go', source: 'inferred', why: 'language: by a rule' }] as const;
    expect(labelLine('languages', inferred)).toBe('Language: Go, inferred (language: by a rule)');
    expect(labelLine('difficulty', [])).toBeNull();
  });

  it('know languages by ending and by alias', () => {
    expect(languageOfPath('a/B.TSX')).toBe('TypeScript');
    expect(languageOfPath('Makefile')).toBeNull();
    expect(languageOfPath('a.d/readme')).toBeNull();
    expect(languageName('Golang')).toBe('Go');
    expect(languageName('Brainfuck ')).toBe('Brainfuck ');
  });
});

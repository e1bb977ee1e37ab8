import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPatch } from '../../../../src/core/patch/formatPatch';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import type { FilePatch, Patch } from '../../../../src/core/patch/patch';
import { runs } from '../../../fakes/runs';

const only = (text: string): FilePatch => {
  const patch = parsePatch(text);
  expect(formatPatch(patch)).toBe(text);
  expect(patch.files).toHaveLength(1);
  return patch.files[0]!;
};
const kinds = (patch: Patch) => patch.warnings.map(({ kind, line }) => `${kind}:${line}`);
const modify = (name = 'x', body = '@@ -1 +1 @@\n-a\n+b\n') =>
  `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${body}`;

describe('file headers', () => {
  it('reads what git writes about a file', () => {
    expect(only(modify())).toMatchObject({ oldPath: 'x', newPath: 'x', kind: 'modified', form: 'git', line: 1 });
    expect(only('diff --git a/n b/n\nnew file mode 100755\nindex 0000000..e69de29\n')).toMatchObject({
      oldPath: null,
      newPath: 'n',
      kind: 'added',
      newMode: '100755',
      hunks: [],
    });
    expect(
      only('diff --git a/d b/d\ndeleted file mode 100644\n--- a/d\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'),
    ).toMatchObject({
      oldPath: 'd',
      newPath: null,
      kind: 'deleted',
    });
    expect(only('diff --git a/o b/n\nsimilarity index 100%\nrename from o\nrename to n\n')).toMatchObject({
      oldPath: 'o',
      newPath: 'n',
      kind: 'renamed',
    });
    expect(only('diff --git a/o b/n\nsimilarity index 100%\ncopy from o\ncopy to n\n').kind).toBe('copied');
    expect(only('diff --git a/s b/s\nold mode 100644\nnew mode 100755\n')).toMatchObject({
      kind: 'mode',
      newMode: '100755',
    });
  });

  it('reads binary parts, with data and without', () => {
    const data = 'index e69de29..1ca\nGIT binary patch\nliteral 3\nKcmZQzU|?VX0002M02}}S\n\nliteral 0\nHcmV?d00001\n\n';
    const file = only(`diff --git a/p.png b/p.png\nnew file mode 100644\n${data}`);
    expect(file).toMatchObject({ binary: 'data', kind: 'added' });
    expect(file.body).toMatch(/^GIT binary patch\n[\s\S]*00001\n\n$/);
    expect(only('diff --git a/p b/p\nindex 1..2\nBinary files a/p and b/p differ\n')).toMatchObject({
      binary: 'named',
    });
  });

  it.each([
    ['diff --git a/my file.txt b/my file.txt\nold mode 100644\nnew mode 100755\n', 'my file.txt'],
    ['diff --git a/my file b/my file\n--- a/my file\t\n+++ b/my file\t\n@@ -1 +1 @@\n-a\n+b\n', 'my file'],
    ['diff --git "a/\\303\\251 \\"q\\".txt" "b/\\303\\251 \\"q\\".txt"\nold mode 1\nnew mode 2\n', 'é "q".txt'],
    ['diff --git "a/\\303\\251" "b/\\303\\251"\n--- "a/\\303\\251"\n+++ "b/\\303\\251"\n@@ -1 +1 @@\n-a\n+b\n', 'é'],
    ['diff --git i/src/x w/src/x\n--- i/src/x\n+++ w/src/x\n@@ -1 +1 @@\n-a\n+b\n', 'src/x'],
    [
      '--- a/f.c\t2024-01-01 10:00:00.000000000 +0100\n+++ b/f.c\t2024-01-01 10:00:01 +0100\n@@ -1 +1 @@\n-a\n+b\n',
      'f.c',
    ],
    ['--- a/f g.c 2024-01-01 10:00:00 +0100\n+++ b/f g.c 2024-01-01 10:00:01 +0100\n@@ -1 +1 @@\n-a\n+b\n', 'f g.c'],
    ['--- a/f.c.orig\n+++ b/f.c\n@@ -1 +1 @@\n-a\n+b\n', 'f.c'],
    ['--- old/f.c\n+++ new/f.c\n@@ -1 +1 @@\n-a\n+b\n', 'f.c'],
  ])('finds the path in %j', (text, path) => {
    expect(only(text)).toMatchObject({ oldPath: path, newPath: path });
  });

  it('takes /dev/null and the epoch for no file', () => {
    expect(only('--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n')).toMatchObject({ kind: 'added', oldPath: null });
    const epoch =
      '--- a/n\t1970-01-01 01:00:00.000000000 +0100\n+++ b/n\t2024-01-01 00:00:00 +0100\n@@ -0,0 +1 @@\n+a\n';
    expect(only(epoch)).toMatchObject({ kind: 'added', oldPath: null, newPath: 'n' });
  });

  it('says that paths without prefix would lose their folder', () => {
    const patch = parsePatch('diff --git src/x src/x\n--- src/x\n+++ src/x\n@@ -1 +1 @@\n-a\n+b\n');
    expect(patch.files[0]?.newPath).toBe('src/x');
    expect(kinds(patch)).toContain('noPrefix:1');
  });

  it.each([
    ['../../etc/passwd', 'parent'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'drive'],
    ['a\\..\\..\\x', 'parent'],
    ['.git/hooks/pre-commit', 'git'],
    ['sub/.GIT /config', 'git'],
    ['.g\u200cit/config', 'git'],
    ['GIT~1/config', 'git'],
  ])('flags %j as unsafe: %s', (path, reason) => {
    const patch = parsePatch(`--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b\n`);
    expect(patch.files[0]?.unsafe).toBe(reason);
    expect(kinds(patch)).toContain('unsafePath:1');
  });

  it('flags a NUL in quotes and a link that leads out', () => {
    expect(only('diff --git "a/x\\000y" "b/x\\000y"\nold mode 1\nnew mode 2\n').unsafe).toBe('nul');
    const link = (target: string) =>
      only(`diff --git a/d/l b/d/l\nnew file mode 120000\n--- /dev/null\n+++ b/d/l\n@@ -0,0 +1 @@\n+${target}\n`)
        .unsafe;
    expect(link('../x')).toBeNull();
    expect(link('../../x')).toBe('link');
    expect(link('/etc')).toBe('link');
  });
});

describe('hunks', () => {
  it('keeps line ends, bare context and the marker', () => {
    const body = '@@ -1,3 +1,3 @@ def f(\n a\r\n\n-b\n\\ No newline at end of file\n+c\n\\ Kein Zeilenumbruch\n';
    const [hunk] = only(modify('x', body)).hunks;
    expect(hunk).toMatchObject({ counts: 'right', found: { old: 3, new: 3 }, section: ' def f(' });
    expect(hunk?.lines[0]).toMatchObject({ text: 'a', end: '\r\n' });
    expect(hunk?.lines[1]).toMatchObject({ text: '', bare: true, kind: 'context' });
    expect(hunk?.lines[3]?.noNewline).toBe('\\ Kein Zeilenumbruch\n');
  });

  it('takes removed and added lines that look like headers for lines', () => {
    const [hunk] = only(modify('x', '@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n z\n')).hunks;
    expect(hunk?.lines.map(({ kind }) => kind)).toEqual(['removed', 'added', 'context']);
  });

  it('finds more lines than counted and says that git drops them', () => {
    const patch = parsePatch(modify('x', '@@ -1,2 +1,2 @@\n a\n-b\n+c\n+d\n e\n'));
    expect(patch.files[0]?.hunks[0]).toMatchObject({ counts: 'dropped', declaredLines: 3, found: { old: 3, new: 4 } });
    expect(kinds(patch)).toEqual(['countsTooSmall:4']);
  });

  it('finds fewer lines than counted and ends at the next file, plain or git', () => {
    for (const second of ['--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n', modify('y')]) {
      const text = modify('x', '@@ -1,9 +1,9 @@\n a\n-b\n+c\n') + second;
      const patch = parsePatch(text);
      expect(formatPatch(patch)).toBe(text);
      expect(patch.files.map((file) => [file.newPath, file.hunks[0]?.counts])).toEqual([
        ['x', 'corrupt'],
        ['y', 'right'],
      ]);
      expect(patch.files[0]?.hunks[0]?.found).toEqual({ old: 2, new: 2 });
    }
  });

  it('says which hunk headers it cannot read, and which stand where git refuses them', () => {
    expect(kinds(parsePatch(modify('x', '@@ ... @@\n-a\n+b\n')))).toEqual([
      'emptyFile:1',
      'badHunkHeader:4',
      'prose:5',
    ]);
    expect(kinds(parsePatch(modify('x', '@@ -1 +1 @@\n-a\n+b\ntext\n@@ -9 +9 @@\n-c\n+d\n')))).toContain('strayHunk:8');
  });

  it('says that a patch ends in the middle of a line', () => {
    const patch = parsePatch(modify().slice(0, -1));
    expect(patch.files[0]?.hunks[0]?.lines.at(-1)).toMatchObject({ text: 'b', end: '' });
    expect(kinds(patch)).toContain('noFinalNewline:6');
  });
});

describe('what stands around a patch', () => {
  it('reads a mail of format-patch; its signature is no removed line', () => {
    const mail = `From ${'0'.repeat(40)} Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nSubject: [PATCH] x\n\n---\n x | 2 +-\n\n`;
    const text = `${mail}${modify()}-- \n2.39.5\n\n${mail}${modify('y')}-- \n2.39.5\n\n`;
    const patch = parsePatch(text);
    expect(formatPatch(patch)).toBe(text);
    expect(patch.files.map((file) => file.hunks[0]?.found)).toEqual([
      { old: 1, new: 1 },
      { old: 1, new: 1 },
    ]);
    expect(patch.warnings.map(({ kind }) => kind)).toEqual(['mail', 'mail']);
  });

  it('reads a patch in a fence with prose, and says so', () => {
    const patch = parsePatch(`Sure:\n\`\`\`diff\n${modify()}\`\`\`\nHope it helps.\n`);
    expect(patch.isPatch).toBe(true);
    expect(kinds(patch)).toEqual(['prose:1', 'fence:2', 'fence:9', 'prose:10']);
  });

  it('tells prose and nothing from patches', () => {
    for (const text of ['', '\n', 'I fixed it by changing x.', '--- not\n+++ a patch\n', '@@ -1 +1 @@\n-a\n+b\n'])
      expect(parsePatch(text).isPatch).toBe(false);
  });

  it('reads a patch whose every line ends in CRLF, and one after a byte order mark', () => {
    const crlf = parsePatch(modify().replaceAll('\n', '\r\n'));
    expect(crlf.files[0]).toMatchObject({ newPath: 'x', oldPath: 'x' });
    expect(kinds(crlf)).toEqual(['crlf:4']);
    expect(kinds(parsePatch(`\uFEFF${modify()}`))).toEqual(['bom:1']);
  });
});

const fragment = fc.constantFrom(
  'diff --git a/x b/x\n',
  'diff --git "a/\\303" b/y z\r\n',
  '--- a/x\n',
  '+++ b/x\n',
  '--- /dev/null\t1970-01-01 00:00:00\n',
  '@@ -1,2 +1,2 @@ f\n',
  '@@ -0,0 +1 @@\r\n',
  '@@ -3 +3,0 @@\n',
  '@@ bad\n',
  ' ctx\n',
  '-old\n',
  '+new\r\n',
  '\n',
  '\r\n',
  '\\ No newline at end of file\n',
  '\\',
  '-- \n2.39.5\n',
  'GIT binary patch\nliteral 2\nJcmZQz\n\n',
  'Binary files a and b differ\n',
  'rename from x\nrename to ../y\n',
  'old mode 100644\nnew mode 120000\n',
  '```diff\n',
  'From 0123456789 Mon\n',
  '\uFEFF',
  '\ud800',
);

describe('properties', () => {
  it('never throws and gives any text back byte for byte', () => {
    const text = fc.oneof(
      fc
        .array(fc.oneof({ weight: 9, arbitrary: fragment }, fc.string()), { maxLength: 40 })
        .map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (input) => {
        expect(formatPatch(parsePatch(input))).toBe(input);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('counts every line once: what it finds is never more than there is', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const lines = parsePatch(text).files.flatMap((file) => file.hunks.flatMap((hunk) => hunk.lines));
        expect(lines.length).toBeLessThanOrEqual(text.split('\n').length);
      }),
    );
  });
});

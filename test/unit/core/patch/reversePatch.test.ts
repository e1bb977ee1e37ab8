import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyToText } from '../../../../src/core/patch/applyToText';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { reversePatch } from '../../../../src/core/patch/reversePatch';
import { runs } from '../../../fakes/runs';
import { changedText, randomText } from './patchArbitraries';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patch-reverse-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (cwd: string, args: readonly string[]): string => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const ran = spawnSync('git', ['-c', 'core.autocrlf=false', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd,
    encoding: 'buffer',
    env,
  });
  if (ran.status !== 0 && args[0] !== 'diff') throw new Error(`git ${args.join(' ')}: ${ran.stderr}`);
  return ran.stdout.toString('latin1');
};

const reversed = (patch: string): string => {
  const result = reversePatch(patch);
  if (!result.ok) throw new Error(result.error);
  return result.value;
};

const gitDiff = (before: string, after: string, context: number): string => {
  writeFileSync(join(folder, 'f.txt'), before);
  writeFileSync(join(folder, 'g.txt'), after);
  const args = ['diff', '--no-index', `-U${context}`, '--', 'f.txt', 'g.txt'];
  return Buffer.from(git(folder, args), 'latin1').toString('utf8').replaceAll('g.txt', 'f.txt');
};

describe('reversePatch', () => {
  it('turns names, hashes, modes, counts and signs round, and leaves every other byte', () => {
    const patch = [
      'diff --git a/a b.txt b/a b.txt',
      'old mode 100644',
      'new mode 100755',
      'index 1111111..2222222',
      '--- a/a b.txt\t',
      '+++ b/a b.txt\t',
      '@@ -1,3 +1,4 @@ section a/x',
      ' one\r',
      '-two',
      '+zwei\r',
      '+drei ',
      ' three',
      '\\ No newline at end of file',
      'diff --git a/new.txt b/new.txt',
      'new file mode 100644',
      'index 0000000..3333333',
      '--- /dev/null',
      '+++ b/new.txt',
      '@@ -0,0 +1 @@',
      '+x',
      'diff --git a/old.txt "b/n\\303\\251w.txt"',
      'similarity index 100%',
      'rename from old.txt',
      'rename to "n\\303\\251w.txt"',
      'diff --git a/p.png b/p.png',
      'deleted file mode 100644',
      'index 4444444..0000000',
      'Binary files a/p.png and /dev/null differ',
      '',
    ].join('\n');
    expect(reversed(patch).split('\n')).toEqual([
      'diff --git a/a b.txt b/a b.txt',
      'old mode 100755',
      'new mode 100644',
      'index 2222222..1111111',
      '--- a/a b.txt\t',
      '+++ b/a b.txt\t',
      '@@ -1,4 +1,3 @@ section a/x',
      ' one\r',
      '-zwei\r',
      '-drei ',
      '+two',
      ' three',
      '\\ No newline at end of file',
      'diff --git a/new.txt b/new.txt',
      'deleted file mode 100644',
      'index 3333333..0000000',
      '--- a/new.txt',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-x',
      'diff --git "a/n\\303\\251w.txt" b/old.txt',
      'similarity index 100%',
      'rename from "n\\303\\251w.txt"',
      'rename to old.txt',
      'diff --git a/p.png b/p.png',
      'new file mode 100644',
      'index 0000000..4444444',
      'Binary files /dev/null and b/p.png differ',
      '',
    ]);
  });

  it('keeps a patch that itself ends without a line end that way', () => {
    const patch = '--- a/f\n+++ b/f\n@@ -1 +1 @@\n-one\n+two';
    expect(reversed(patch)).toBe('--- a/f\n+++ b/f\n@@ -1 +1 @@\n-two\n+one');
    const marked = '--- f\n+++ f\n@@ -1 +1 @@\n-one\n\\ No newline at end of file\n+two\n\\ No newline at end of file';
    expect(reversed(marked)).toBe(
      '--- f\n+++ f\n@@ -1 +1 @@\n-two\n\\ No newline at end of file\n+one\n\\ No newline at end of file',
    );
  });

  it('leaves names without git’s prefixes as they are', () => {
    expect(reversed('--- old/f\t2020-01-01 10:00\n+++ new/f\t2020-01-02 10:00\n@@ -1 +1 @@\n-1\n+2\n')).toBe(
      '--- new/f\t2020-01-02 10:00\n+++ old/f\t2020-01-01 10:00\n@@ -1 +1 @@\n-2\n+1\n',
    );
  });

  it.each([
    ['prose', 'Fixed it.', /no change/],
    ['a copy', 'diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n', /"y" is a copy/],
    ['wrong counts', '--- a/f\n+++ b/f\n@@ -1,3 +1 @@\n-1\n+2\n', /hunk at line 3 .*broken/],
    [
      'a binary without its way back',
      'diff --git a/x b/x\nindex 1..2\nGIT binary patch\nliteral 3\nKcmZ\n\n',
      /binary/,
    ],
  ])('says why %s can’t be reversed', (_name, patch, words) => {
    const result = reversePatch(patch);
    expect(result.ok ? '' : result.error).toMatch(words);
  });

  it('undoes any patch of git, byte for byte, and reversing twice gives it back', () => {
    fc.assert(
      fc.property(randomText, fc.nat(), fc.integer({ min: 0, max: 4 }), (before, seed, context) => {
        const after = changedText(before, seed);
        fc.pre(after !== before);
        const patch = gitDiff(before, after, context);
        const back = reversed(patch);
        expect(reversed(back)).toBe(patch);
        const [file] = parsePatch(back).files;
        fc.pre(before !== '' && after !== '' && context > 0);
        const applied = file ? applyToText(after, file) : null;
        expect(applied?.ok ? applied.value.text : null).toBe(before);
      }),
      { numRuns: runs(120) },
    );
  });

  it('leads a repository back: added, deleted, renamed, binary files and modes', () => {
    const repo = join(folder, 'repo');
    mkdirSync(join(repo, 'sub'), { recursive: true });
    const file = (name: string) => join(repo, name);
    git(repo, ['init', '-q']);
    writeFileSync(file('gone.txt'), 'gone\r\nwithout end');
    writeFileSync(file('sub/moved ä.txt'), 'line\n'.repeat(20));
    writeFileSync(file('run.sh'), 'echo\n');
    writeFileSync(file('p.bin'), Buffer.from([0, 1, 2, 255, 0]));
    git(repo, ['add', '-A']);
    git(repo, ['commit', '-qm', 'before']);
    rmSync(file('gone.txt'));
    renameSync(file('sub/moved ä.txt'), file('sub/new name.txt'));
    writeFileSync(file('sub/new name.txt'), `${'line\n'.repeat(20)}more`);
    chmodSync(file('run.sh'), 0o755);
    writeFileSync(file('p.bin'), Buffer.from([0, 9, 8, 7, 0, 255]));
    writeFileSync(file('added.txt'), '');
    writeFileSync(file('made.txt'), 'made\n');
    git(repo, ['add', '-A']);
    const patch = git(repo, ['diff', '--cached', '--binary', '-M']);
    git(repo, ['commit', '-qm', 'after']);
    const back = reversed(patch);
    expect(reversed(back)).toBe(patch);
    writeFileSync(join(folder, 'back.diff'), Buffer.from(back, 'latin1'));
    git(repo, ['apply', '--whitespace=nowarn', '--index', join(folder, 'back.diff')]);
    expect(git(repo, ['diff', '--cached', 'HEAD~1'])).toBe('');
    expect(readFileSync(file('gone.txt'), 'utf8')).toBe('gone\r\nwithout end');
    expect(statSync(file('run.sh')).mode & 0o111).toBe(0);
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(randomText, fc.string({ unit: 'binary' }), (text, other) => {
        for (const patch of [text, other, `diff --git a/f b/f\n${text}`, `--- a/f\n+++ b/f\n@@ -1 +1 @@\n${text}`])
          expect(typeof reversePatch(patch).ok).toBe('boolean');
      }),
    );
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyToText } from '../../../../src/core/patch/applyToText';
import { formatPatch } from '../../../../src/core/patch/formatPatch';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { runs } from '../../../fakes/runs';
import { changedText, randomText } from './patchArbitraries';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'patch-oracle-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (args: readonly string[]) =>
  spawnSync('git', ['-c', 'core.autocrlf=false', '-c', 'core.safecrlf=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, GIT_CEILING_DIRECTORIES: tmpdir(), GIT_CONFIG_NOSYSTEM: '1' },
  });

/** `git diff` of two texts as the file `f.txt`. */
const gitDiff = (before: string, after: string, context: number): string => {
  writeFileSync(join(folder, 'f.txt'), before);
  writeFileSync(join(folder, 'g.txt'), after);
  const { stdout } = git(['diff', '--no-index', `-U${context}`, '--', 'f.txt', 'g.txt']);
  return stdout.replaceAll('g.txt', 'f.txt');
};

/** What `git apply` makes of the file; null where it refuses. */
const gitApply = (text: string, patch: string): string | null => {
  writeFileSync(join(folder, 'f.txt'), text);
  writeFileSync(join(folder, 'p.diff'), patch);
  const { status } = git(['apply', '--whitespace=nowarn', 'p.diff']);
  return status === 0 ? readFileSync(join(folder, 'f.txt'), 'utf8') : null;
};

const ours = (text: string, patch: string): string | null => {
  const [file] = parsePatch(patch).files;
  if (!file) return null;
  const result = applyToText(text, file);
  return result.ok ? result.value.text : null;
};

/** Spoils a header's counts by one, which git either drops lines for or calls corrupt. */
const spoil = (patch: string, which: number): string =>
  patch.replace(/^@@ -(\d+),(\d+) \+(\d+),(\d+) @@/m, (_, a, b, c, d) => {
    const [old, now] = [Number(b) + (which & 1 ? 1 : -1), Number(d) + (which & 2 ? 1 : -1)];
    return `@@ -${a},${Math.max(0, old)} +${c},${Math.max(0, now)} @@`;
  });

describe('applyToText against git apply', () => {
  it('gives the same file, or refuses, on 120 patches and files that have moved on', () => {
    let applied = 0;
    let refused = 0;
    fc.assert(
      fc.property(randomText, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 }), (before, seed, drift, context) => {
        const after = changedText(before, seed);
        fc.pre(after !== before && before !== '' && after !== '');
        const patch = gitDiff(before, after, context);
        expect(formatPatch(parsePatch(patch))).toBe(patch);
        expect(ours(before, patch)).toBe(after);
        const drifted = changedText(before, drift);
        fc.pre(drifted !== '');
        const expected = gitApply(drifted, patch);
        expect(ours(drifted, patch)).toBe(expected);
        if (expected === null) refused += 1;
        else applied += 1;
      }),
      { numRuns: runs(120) },
    );
    expect(applied).toBeGreaterThan(5);
    expect(refused).toBeGreaterThan(5);
  });

  it('drops or refuses what git drops or refuses where the counts are wrong', () => {
    fc.assert(
      fc.property(randomText, fc.nat(), fc.integer({ min: 0, max: 3 }), (before, seed, which) => {
        const after = changedText(before, seed);
        fc.pre(after !== before && before !== '' && after !== '');
        const patch = spoil(gitDiff(before, after, 3), which);
        expect(ours(before, patch)).toBe(gitApply(before, patch));
      }),
      { numRuns: runs(80) },
    );
  });
});

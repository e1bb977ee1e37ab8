import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePatches } from '../../../../src/core/patch/comparePatches';
import { type HunkMap, hunkMap, isLongMap, isOpenable, lineBeside } from '../../../../src/core/patch/hunkMap';
import { mapStops, stopFrom } from '../../../../src/core/patch/hunkStops';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { runs } from '../../../fakes/runs';
import { changedText, randomText } from './patchArbitraries';

const states = { gold: 'patch', model: 'patch' } as const;
const mapOf = (gold: string, model: string): HunkMap =>
  hunkMap(comparePatches(parsePatch(gold), parsePatch(model)), states, null);

const base = Array.from({ length: 60 }, (_, i) => `line ${i + 1}`);
const edited = (...edits: readonly (readonly [line: number, remove: number, ...lines: string[]])[]) => {
  const lines = [...base];
  for (const [line, remove, ...added] of [...edits].reverse()) lines.splice(line - 1, remove, ...added);
  return lines;
};
const patchOf = (after: readonly string[], name = 'src/a.ts') =>
  createTwoFilesPatch(`a/${name}`, `b/${name}`, `${base.join('\n')}\n`, `${after.join('\n')}\n`);
const add = (name: string) =>
  `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;

describe('places', () => {
  const gold = patchOf(edited([5, 1, 'five', 'and more', 'and more yet'], [30, 2]));
  const model = patchOf(edited([10, 0, 'between'], [30, 1, 'thirty']));
  const [file] = mapOf(gold, model).files;

  it('say where each change stands in the file of its side, and where its place is on the other', () => {
    expect(file?.hunks).toMatchObject([
      {
        class: 'gold',
        gold: { lines: { start: 5, count: 3 }, added: 3, removed: 1 },
        at: { base: 5, gold: 5, model: 5 },
      },
      { class: 'model', model: { lines: { start: 10, count: 1 } }, at: { base: 10, gold: 12, model: 10 } },
      {
        class: 'place',
        gold: { lines: { start: 32, count: 0 } },
        model: { lines: { start: 31, count: 1 } },
        at: { base: 30, gold: 32, model: 31 },
      },
    ]);
  });

  it('are counted from base, whatever the headers say of the new side', () => {
    const wrong = model.replace(/\+(\d+),(\d+) @@/g, '+900,$2 @@');
    expect(mapOf(gold, wrong).files[0]?.hunks.map(({ at }) => at)).toEqual(file?.hunks.map(({ at }) => at));
  });

  it('lead from a line of one side to the one that stands beside it', () => {
    const hunks = file?.hunks ?? [];
    expect([1, 4].map((line) => lineBeside(hunks, line, 'gold', 'model'))).toEqual([1, 4]);
    expect([8, 9].map((line) => lineBeside(hunks, line, 'gold', 'model'))).toEqual([6, 7]);
    expect(lineBeside(hunks, 40, 'base', 'gold')).toBe(40);
    expect(lineBeside(hunks, 40, 'base', 'model')).toBe(41);
  });

  it('meet every unchanged line of base with the same text on both sides', () => {
    fc.assert(
      fc.property(randomText, fc.nat(), fc.nat(), (text, one, other) => {
        const [a, b] = [changedText(text, one), changedText(text, other)];
        const made = (after: string) => createTwoFilesPatch('a/f', 'b/f', text, after, '', '', { context: 1 });
        const hunks = mapOf(made(a), made(b)).files[0]?.hunks ?? [];
        const [inBase, inGold, inModel] = [text, a, b].map((each) => each.split('\n'));
        for (const [i, line] of (inBase ?? []).entries()) {
          const inPlace = hunks.some(
            ({ at, extent }) => at.base <= i + 1 && i + 1 < at.base + Math.max(1, extent.base),
          );
          if (inPlace || i === (inBase?.length ?? 0) - 1) continue;
          expect(inGold?.[lineBeside(hunks, i + 1, 'base', 'gold') - 1]).toBe(line);
          expect(inModel?.[lineBeside(hunks, i + 1, 'base', 'model') - 1]).toBe(line);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('files', () => {
  it('lists what a tool made last, and tells renames and paths that are not opened', () => {
    const renamed = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n';
    const { files } = mapOf(add('package-lock.json') + add('src/b.ts'), renamed + add('../outside.ts'));
    expect(files.map(({ path }) => path)).toEqual(['src/b.ts', 'y', '../outside.ts', 'package-lock.json']);
    expect(files[1]?.model).toMatchObject({ kind: 'renamed', from: 'x' });
    expect(files.map(isOpenable)).toEqual([true, true, false, true]);
  });

  it('leaves out what no page holds, and counts it', () => {
    const many = Array.from({ length: 2003 }, (_, i) => add(`src/f${i}.ts`)).join('');
    const map = mapOf('', many);
    expect(map.files).toHaveLength(2000);
    expect(map).toMatchObject({ filesLeftOut: 3, hunksLeftOut: 3 });
    expect(isLongMap(map)).toBe(true);
  });
});

describe('the way through a map', () => {
  const twice = patchOf(edited([5, 1, 'five'], [30, 1, 'thirty']));
  const map = mapOf(twice + add('yarn.lock'), `${twice}diff --git a/p b/p\nBinary files a/p and b/p differ\n`);

  it('stops at every hunk and at files that have none, and passes over what a tool made', () => {
    expect(mapStops(map)).toEqual([
      { file: 0, hunk: 0 },
      { file: 0, hunk: 1 },
      { file: 1, hunk: null },
    ]);
  });

  it('goes on from a file to its first hunk, back to the file before, and ends', () => {
    expect(stopFrom(map, null, 1)).toEqual({ file: 0, hunk: 0 });
    expect(stopFrom(map, { file: 0, hunk: null }, 1)).toEqual({ file: 0, hunk: 0 });
    expect(stopFrom(map, { file: 1, hunk: null }, -1)).toEqual({ file: 0, hunk: 1 });
    expect(stopFrom(map, { file: 1, hunk: null }, 1)).toBeNull();
    expect(stopFrom(map, { file: 0, hunk: 0 }, -1)).toBeNull();
  });

  it('walks through what a tool made once one stands in it', () => {
    expect(stopFrom(map, { file: 2, hunk: null }, 1)).toEqual({ file: 2, hunk: 0 });
  });
});

import { createTwoFilesPatch, formatPatch as formatDiff, structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparePatches } from '../../../../src/core/patch/comparePatches';
import type { Comparison } from '../../../../src/core/patch/comparison';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { runs } from '../../../fakes/runs';
import { changedText, randomText } from './patchArbitraries';

const base = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
const edited = (...edits: readonly (readonly [line: number, remove: number, ...lines: string[]])[]) => {
  const lines = [...base];
  for (const [line, remove, ...added] of [...edits].reverse()) lines.splice(line - 1, remove, ...added);
  return lines.join('\n');
};
const patchOf = (after: string, name = 'src/a.ts', context = 3, before = base.join('\n')) =>
  createTwoFilesPatch(`a/${name}`, `b/${name}`, `${before}\n`, `${after}\n`, undefined, undefined, { context });
const compare = (gold: string, model: string): Comparison => comparePatches(parsePatch(gold), parsePatch(model));
const rows = ({ hunks }: Comparison) =>
  hunks.map((hunk) => [hunk.class, hunk.gold?.start ?? null, hunk.model?.start ?? null]);

describe('places', () => {
  it('meets by base lines whatever the context', () => {
    const gold = patchOf(edited([5, 1, 'five'], [20, 2, 'twenty']), 'src/a.ts', 0);
    const model = patchOf(edited([5, 1, 'five'], [21, 1, 'other'], [30, 1]), 'src/a.ts', 10);
    const result = compare(gold, model);
    expect(rows(result)).toEqual([
      ['same', 5, 5],
      ['place', 20, 21],
      ['model', null, 30],
    ]);
    expect(result.files).toMatchObject([{ path: 'src/a.ts', class: 'place', gold: { added: 2, removed: 3 } }]);
    expect(result.totals).toMatchObject({
      goldHunksMet: 2,
      gold: { files: 1, hunks: 2 },
      hunks: { same: 1, place: 1 },
    });
  });

  it('lets removals that only stand side by side be two places, and an insertion meet what it touches', () => {
    expect(rows(compare(patchOf(edited([5, 1])), patchOf(edited([6, 1]))))).toEqual([
      ['gold', 5, null],
      ['model', null, 6],
    ]);
    expect(rows(compare(patchOf(edited([5, 1, 'x'])), patchOf(edited([6, 0, 'y']))))).toEqual([['place', 5, 5]]);
  });

  it('sees through an insertion that another tool has slid in its context', () => {
    const head = (at: number, body: string) => `--- a/f.js\n+++ b/f.js\n@@ -1,4 +1,7 @@ ${at}\n${body}`;
    const gold = head(1, ' f() {\n }\n+g() {\n+}\n+\n \n h() {\n');
    const model = head(2, ' f() {\n }\n \n+g() {\n+}\n+\n h() {\n');
    expect(rows(compare(gold, model))).toEqual([['place', 2, 3]]);
    const slid = head(3, ' f() {\n+}\n+g() {\n }\n \n h() {\n');
    const other = head(4, ' f() {\n }\n+g() {\n+}\n \n h() {\n');
    expect(compare(slid, other).hunks).toMatchObject([
      { class: 'same', but: null, gold: { start: 1 }, model: { start: 2 } },
    ]);
  });

  it('is the same where one tool keeps a line that another rewrites unchanged', () => {
    const gold = '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n-a\n+A\n b\n-c\n+C\n';
    const model = '--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n-a\n-b\n-c\n+A\n+b\n+C\n';
    expect(compare(gold, model).files[0]?.class).toBe('same');
  });
});

describe('white space and order', () => {
  const swap = (name: string, line: string) => patchOf(edited([5, 1, ...line.split('|')]), name);
  it.each([
    ['a.js', 'x = 1', '  x  =  1 ', 'same', 'space'],
    ['a.js', 'x', 'x||', 'same', 'space'],
    ['a.py', 'x = 1', 'x  = 1', 'same', 'space'],
    ['a.py', 'x = 1', '    x = 1', 'place', null],
    ['a.js', 'x|y', 'y|x', 'same', 'order'],
    ['a.js', 'x|y', 'x|z', 'place', null],
  ])('%s: %j against %j is %s, but %s', (name, gold, model, kind, but) => {
    expect(compare(swap(name, gold), swap(name, model)).files[0]).toMatchObject({ class: kind, but });
  });

  it('counts a carriage return and a missing last line end as white space', () => {
    const gold = patchOf(edited([5, 1, 'x']));
    expect(compare(gold, patchOf(edited([5, 1, 'x\r']))).files[0]).toMatchObject({ class: 'same', but: 'space' });
  });
});

describe('files', () => {
  const add = (name: string) =>
    `diff --git a/${name} b/${name}\nnew file mode 100644\n--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
  it('classes what only the model adds by its path', () => {
    const model = ['src/b.ts', 'test/b.test.ts', 'coverage/lcov.info', 'package-lock.json', 'repro.mjs']
      .map(add)
      .join('');
    const { files } = compare(add('src/a.ts'), model);
    expect(files.map((file) => `${file.class} ${file.path}`)).toEqual([
      'gold src/a.ts',
      'outside src/b.ts',
      'tests test/b.test.ts',
      'generated coverage/lcov.info',
      'generated package-lock.json',
      'outside repro.mjs',
    ]);
  });

  it('has nothing outside where there is no gold patch', () => {
    expect(compare('', add('src/b.ts')).files.map((file) => file.class)).toEqual(['model']);
  });

  it('takes the files of the test patch for tests', () => {
    const options = { testPaths: ['checks/run.js'] };
    const result = comparePatches(parsePatch(''), parsePatch(add('checks/run.js')), options);
    expect(result.files[0]?.class).toBe('tests');
  });

  it('follows a rename on one side, and pairs what ends up at the same path', () => {
    const renamed =
      'diff --git a/x b/y\nsimilarity index 90%\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n';
    const edit = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n';
    const result = compare(renamed, edit);
    expect(result.files).toMatchObject([
      { path: 'y', class: 'place', gold: { kind: 'renamed' }, model: { path: 'x' } },
    ]);
    expect(result.hunks).toMatchObject([{ class: 'same' }]);
    expect(compare(renamed, add('y')).files).toHaveLength(1);
    expect(compare(renamed, renamed).files[0]?.class).toBe('same');
  });

  it('calls a file binary where either side is', () => {
    const binary = 'diff --git a/p b/p\nindex 1..2\nBinary files a/p and b/p differ\n';
    expect(compare(binary, '').files[0]).toMatchObject({
      class: 'binary',
      gold: { binary: true, added: 0 },
      model: null,
    });
  });
});

const randomPatch = fc.tuple(randomText, fc.nat(), fc.integer({ min: 0, max: 5 }));

describe('properties', () => {
  it('puts every changed line of either side into one row, and finds a patch the same as itself', () => {
    fc.assert(
      fc.property(randomPatch, fc.nat(), ([text, seed, context], other) => {
        const make = (after: string) => formatDiff(structuredPatch('a/f', 'b/f', text, after, '', '', { context }));
        const gold = parsePatch(make(changedText(text, seed)));
        const model = parsePatch(make(changedText(text, other)));
        const { hunks, totals } = comparePatches(gold, model);
        for (const side of ['gold', 'model'] as const)
          expect(hunks.flatMap((hunk) => hunk[side]?.lines ?? [])).toHaveLength(
            totals[side].added + totals[side].removed,
          );
        for (const hunk of comparePatches(gold, gold).hunks) expect(hunk).toMatchObject({ class: 'same', but: null });
      }),
      { numRuns: runs(500) },
    );
  });

  it('is the same from both sides', () => {
    fc.assert(
      fc.property(randomPatch, fc.nat(), ([text, seed, context], other) => {
        const make = (after: string) =>
          parsePatch(formatDiff(structuredPatch('a/f', 'b/f', text, after, '', '', { context })));
        const [a, b] = [make(changedText(text, seed)), make(changedText(text, other))];
        const turned = { same: 'same', place: 'place', gold: 'model', model: 'gold', outside: 'gold' } as Record<
          string,
          string
        >;
        if (a.files[0]?.hunks.length === 0 || b.files[0]?.hunks.length === 0) return;
        expect(comparePatches(b, a).hunks.map((hunk) => turned[hunk.class])).toEqual(
          comparePatches(a, b).hunks.map((hunk) => hunk.class),
        );
      }),
      { numRuns: runs(300) },
    );
  });
});

import { formatPatch as formatDiff, structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitLines } from '../../../../src/core/patch/applyToText';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import type { FilePatch } from '../../../../src/core/patch/patch';
import { type PartialSide, sidesFromHunks, sidesOfBoth } from '../../../../src/core/patch/sidesFromHunks';
import { runs } from '../../../fakes/runs';
import { changedText, randomText } from './patchArbitraries';

const fileOf = (text: string): FilePatch => parsePatch(text).files[0]!;

describe('sidesFromHunks', () => {
  it('marks the gaps and maps lines back', () => {
    const text = '--- a/f\n+++ b/f\n@@ -3,3 +3,4 @@\n c\n-d\n+D\n+DD\n e\n@@ -7,2 +8,1 @@\n g\n-h\n';
    const { before, after } = sidesFromHunks(fileOf(text));
    const gap = (what: string) => `⋯ ${what} not shown ⋯\n`;
    expect(before.text).toBe(`${gap('2 lines')}c\nd\ne\n${gap('1 line')}g\nh\n${gap('rest of the file')}`);
    expect(before.lines).toEqual([null, 3, 4, 5, null, 7, 8, null]);
    expect(after.text).toBe(`${gap('2 lines')}c\nD\nDD\ne\n${gap('1 line')}g\n${gap('rest of the file')}`);
    expect(after.lines).toEqual([null, 3, 4, 5, 6, null, 8, null]);
  });

  it('gives whole texts where the patch shows all', () => {
    const added = sidesFromHunks(fileOf('--- /dev/null\n+++ b/f\n@@ -0,0 +1,2 @@\n+a\n+b\n'));
    expect([added.before.text, added.after.text]).toEqual(['', 'a\nb\n']);
    const deleted = sidesFromHunks(fileOf('--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n'));
    expect([deleted.before.text, deleted.after.text]).toEqual(['a', '']);
  });

  it('puts an insertion without context where it stands', () => {
    const { after } = sidesFromHunks(fileOf('--- a/f\n+++ b/f\n@@ -5,0 +6 @@\n+x\n'));
    expect(after.text).toContain('x\n');
    expect(after.lines).toContain(6);
  });

  const agrees = (side: PartialSide, real: string) => {
    const [shown, lines] = [splitLines(side.text), splitLines(real)];
    expect(shown).toHaveLength(side.lines.length);
    for (const [i, line] of side.lines.entries())
      if (line !== null) expect(shown[i]?.replace(/\n$/, '')).toBe(lines[line - 1]?.replace(/\n$/, ''));
  };

  it('agrees with the real files on every line that it numbers', () => {
    fc.assert(
      fc.property(randomText, fc.nat(), fc.nat(), fc.integer({ min: 0, max: 3 }), (text, seed, other, context) => {
        const make = (after: string) =>
          parsePatch(formatDiff(structuredPatch('a/f', 'b/f', text, after, '', '', { context }))).files;
        const [gold, model] = [changedText(text, seed), changedText(text, other)];
        const [goldFiles, modelFiles] = [make(gold), make(model)];
        // The library shifts the start of insertions without context by one, so these are no oracle.
        fc.pre(context > 0);
        for (const file of goldFiles) {
          const sides = sidesFromHunks(file);
          agrees(sides.before, text);
          agrees(sides.after, gold);
        }
        const both = sidesOfBoth(goldFiles, modelFiles);
        agrees(both.base, text);
        agrees(both.gold, gold);
        agrees(both.model, model);
      }),
      { numRuns: runs(500) },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePatch } from '../../../../src/core/patch/parsePatch';
import { recountHunks } from '../../../../src/core/patch/recountHunks';
import { runs } from '../../../fakes/runs';

const patchWith = (header: string) => `--- a/x\n+++ b/x\n${header}\n one\n-two\n+three\n+four\n five\n`;

describe('recounting hunks', () => {
  it('writes the counts that are there and keeps all other bytes', () => {
    const { patch, changed } = recountHunks(patchWith('@@ -7,9 +7,2 @@ def f(): # @@'));
    expect(changed).toBe(1);
    expect(patch).toBe(patchWith('@@ -7,3 +7,4 @@ def f(): # @@'));
    expect(parsePatch(patch).files[0]?.hunks[0]?.counts).toBe('right');
  });

  it('leaves a right patch, prose and nothing as they are', () => {
    for (const text of [patchWith('@@ -7,3 +7,4 @@'), 'Here is the fix.\n', '']) {
      expect(recountHunks(text)).toEqual({ patch: text, changed: 0 });
    }
  });

  it('gives right counts whatever the header said, and changes nothing a second time', () => {
    const count = fc.nat({ max: 12 });
    fc.assert(
      fc.property(count, count, (old, fresh) => {
        const once = recountHunks(patchWith(`@@ -3,${old} +3,${fresh} @@`)).patch;
        expect(once).toBe(patchWith('@@ -3,3 +3,4 @@'));
        expect(recountHunks(once)).toEqual({ patch: once, changed: 0 });
      }),
      { numRuns: runs(100) },
    );
  });
});

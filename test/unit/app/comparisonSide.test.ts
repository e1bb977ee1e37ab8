import { describe, expect, it } from 'vitest';
import { comparisonSide } from '../../../src/app/comparisonSide';
import { planComparison } from '../../../src/app/planComparison';

const base = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n';
const gold = `diff --git a/src/a.txt b/src/a.txt
--- a/src/a.txt
+++ b/src/a.txt
@@ -1,3 +1,3 @@
 one
-two
+TWO
 three
`;
const model = `diff --git a/src/a.txt b/src/b.txt
similarity index 90%
rename from src/a.txt
rename to src/b.txt
--- a/src/a.txt
+++ b/src/b.txt
@@ -5,3 +5,3 @@
 five
-six
+SIX
 seven
diff --git a/note.md b/note.md
new file mode 100644
--- /dev/null
+++ b/note.md
@@ -0,0 +1 @@
+hello
`;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const reader = async (path: string) => (path === 'src/a.txt' ? new TextEncoder().encode(base) : null);
const ask = (path: string, side: 'base' | 'gold' | 'model', read: typeof reader | null = reader) =>
  comparisonSide({ path, side, goldPatch: gold, modelPatch: model }, read).then(text);

describe('what can be compared', () => {
  it('is one row for a file that one side renames, and one for each other file', () => {
    const plan = planComparison(gold, model);
    expect(plan.files.map(({ path, inGold, inModel }) => [path, inGold, inModel])).toEqual([
      ['src/a.txt', true, true],
      ['note.md', false, true],
    ]);
    expect([plan.goldIsPatch, plan.modelIsPatch]).toEqual([true, true]);
  });

  it('says so where the model wrote prose, and opens no path that leaves the tree', () => {
    const prose = planComparison(gold, 'I would change the second line.');
    expect(prose.modelIsPatch).toBe(false);
    expect(prose.notes.join(' ')).toContain('no change that could be applied');
    const hostile = planComparison(null, gold.replaceAll('src/a.txt', '../../etc/passwd'));
    expect(hostile.files).toEqual([]);
    expect(hostile.notes.length).toBeGreaterThan(0);
  });

  it('knows a missing model patch from an empty one', () => {
    expect(planComparison(gold, null).modelIsPatch).toBeNull();
    expect(planComparison(gold, '').modelIsPatch).toBe(false);
  });
});

describe('sides', () => {
  it('are whole files where the history is at hand', async () => {
    expect(await ask('src/a.txt', 'base')).toBe(base);
    expect(await ask('src/a.txt', 'gold')).toBe(base.replace('two', 'TWO'));
    expect(await ask('src/a.txt', 'model')).toBe(base.replace('six', 'SIX'));
    expect(await ask('note.md', 'model')).toBe('hello\n');
    expect(await ask('note.md', 'gold')).toBe('');
  });

  it('come from the hunks, on the same known lines, where it is not', async () => {
    const [before, after] = [await ask('src/a.txt', 'base', null), await ask('src/a.txt', 'gold', null)];
    expect(before).toContain('two');
    expect(before).toContain('six');
    expect(after).toBe(before.replace('two', 'TWO'));
  });

  it('say why where a patch does not fit the base file', async () => {
    const other = async () => new TextEncoder().encode('quite another file\n');
    expect(await ask('src/a.txt', 'gold', other)).toMatch(/^\[does not fit the base file, shown from the hunks: /);
  });

  it('keep carriage returns', async () => {
    const crlf = async () => new TextEncoder().encode(base.replaceAll('\n', '\r\n'));
    const patch = gold.replace(/^([ +-])(one|two|TWO|three)$/gm, '$1$2\r');
    const side = await comparisonSide({ path: 'src/a.txt', side: 'gold', goldPatch: patch, modelPatch: null }, crlf);
    expect(text(side)).toBe(base.replace('two', 'TWO').replaceAll('\n', '\r\n'));
  });
});

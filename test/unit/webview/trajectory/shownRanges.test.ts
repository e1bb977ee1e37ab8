import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldsOf, type TextRange, withRange } from '../../../../webview/trajectory/shownRanges';

const range = fc
  .tuple(fc.nat(1000), fc.integer({ min: 1, max: 100 }))
  .map(([from, length]): TextRange => ({ from, to: from + length }));
const size = (ranges: readonly TextRange[]) => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

describe('what is shown of a long text', () => {
  it('joins ranges that touch', () => {
    const first = [{ from: 0, to: 10 }];
    expect(withRange(first, { from: 10, to: 20 })).toEqual([{ from: 0, to: 20 }]);
    expect(withRange(first, { from: 50, to: 60 })).toEqual([...first, { from: 50, to: 60 }]);
  });

  it('never holds more than the page can, and always what was asked for last', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 30 }), range, (all, last) => {
        const most = 150;
        const before = all.reduce<readonly TextRange[]>((shown, one) => withRange(shown, one, most), []);
        const shown = withRange(before, last, most);
        expect(size(shown)).toBeLessThanOrEqual(most);
        expect(shown.some(({ from, to }) => from <= last.from && to >= last.to)).toBe(true);
      }),
    );
  });

  it('folds everything else', () => {
    fc.assert(
      fc.property(fc.array(range, { maxLength: 10 }), (all) => {
        const shown = all.reduce<readonly TextRange[]>((before, one) => withRange(before, one), []);
        const parts = [...shown, ...foldsOf(shown, 1200)].sort((a, b) => a.from - b.from);
        expect(parts[0]?.from ?? 0).toBe(0);
        expect(parts.at(-1)?.to).toBe(1200);
        for (const [at, part] of parts.entries()) if (at > 0) expect(part.from).toBe(parts[at - 1]?.to);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fetchEnd, foldedRanges } from '../../../../webview/trajectory/folded';
import { FetchedText } from '../../../../webview/trajectory/longText';
import { foldsOf } from '../../../../webview/trajectory/shownRanges';

const textOf = (whole: string, here = whole.length, asked: number[] = []) =>
  new FetchedText({ text: whole.slice(0, here), total: whole.length }, async (from, count) => {
    asked.push(from);
    return whole.slice(from, from + count);
  });

const shown = (text: FetchedText) => foldedRanges(text).map(({ from, to }) => text.get(from, to));

describe('a folded text', () => {
  it('shows both ends of many lines', () => {
    const [head, tail] = shown(textOf(Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n')));
    expect(head).toMatch(/^line 0\n[\s\S]*line 19\n$/);
    expect(tail).toMatch(/^line 80\n[\s\S]*line 99$/);
  });

  it('folds one long line, and no short text', () => {
    expect(foldsOf(foldedRanges(textOf('x'.repeat(100_000))), 100_000)).toEqual([{ from: 6000, to: 94_000 }]);
    expect(shown(textOf('a\nb\n'))).toEqual(['a\nb\n']);
    expect(foldedRanges(textOf(''))).toEqual([{ from: 0, to: 0 }]);
  });

  it('fetches the end of a text that is not in the page, and no more', async () => {
    const whole = `${'line\n'.repeat(1_000_000)}last`;
    const asked: number[] = [];
    const text = textOf(whole, 65_536, asked);
    expect(foldedRanges(text)).toHaveLength(1);
    expect(await fetchEnd(text)).toBe(true);
    expect(shown(text)[1]?.endsWith('line\nlast')).toBe(true);
    expect(asked.length).toBeLessThan(3);
    expect(await fetchEnd(text)).toBe(false);
  });

  it('gives the text when put together', () => {
    const text = fc.array(fc.string({ maxLength: 900 }), { maxLength: 90 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (whole) => {
        const ranges = foldedRanges(textOf(whole));
        const all = [...ranges, ...foldsOf(ranges, whole.length)].sort((a, b) => a.from - b.from);
        expect(all.map(({ from, to }) => whole.slice(from, to)).join('')).toBe(whole);
      }),
    );
  });
});

describe('a text that is fetched', () => {
  it('gives every range as it stands, and whole lines around one', async () => {
    const whole = Array.from({ length: 60_000 }, (_, at) => `line ${at}\n`).join('');
    const text = textOf(whole, 65_536);
    const range = fc.tuple(fc.nat(whole.length), fc.nat(100_000));
    await fc.assert(
      fc.asyncProperty(range, async ([from, length]) => {
        const to = Math.min(whole.length, from + length);
        expect(await text.load(from, to)).toBe(whole.slice(from, to));
        const lines = await text.lines({ from, to });
        expect(lines && whole.slice(lines.from, lines.to)).toMatch(/^(?:line \d+\n)*$/);
        expect(lines && lines.from <= from && lines.to >= to).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

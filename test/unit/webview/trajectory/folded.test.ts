import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from '../../../../webview/trajectory/folded';

describe('a folded text', () => {
  it('shows both ends of many lines', () => {
    const text = Array.from({ length: 100 }, (_, at) => `line ${at}`).join('\n');
    const { head, middle, tail } = folded(text);
    expect(head).toMatch(/^line 0\n[\s\S]*line 19\n$/);
    expect(middle.startsWith('line 20\n')).toBe(true);
    expect(tail).toMatch(/^line 80\n[\s\S]*line 99$/);
  });

  it('folds one long line, and no short text', () => {
    expect(folded('x'.repeat(100_000)).middle.length).toBe(88_000);
    expect(folded('a\nb\n')).toEqual({ head: 'a\nb\n', middle: '', tail: '' });
    expect(folded('')).toEqual({ head: '', middle: '', tail: '' });
  });

  it('gives the text when put together', () => {
    const text = fc.array(fc.string({ maxLength: 900 }), { maxLength: 90 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (whole) => {
        const { head, middle, tail } = folded(whole);
        expect(head + middle + tail).toBe(whole);
      }),
    );
  });
});

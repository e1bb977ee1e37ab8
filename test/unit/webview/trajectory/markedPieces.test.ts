import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiPieces } from '../../../../webview/trajectory/ansi';
import { diffPieces } from '../../../../webview/trajectory/diffPieces';
import { type Mark, markedPieces, runsOf } from '../../../../webview/trajectory/markedPieces';

const esc = '\u001b';
const mark = (start: number, length: number, now = false): Mark => ({ start, length, now });

describe('matches in a shown text', () => {
  it('are marked over colours, in the right place', () => {
    const text = `a ${esc}[31mneedle${esc}[0m needle`;
    const found = markedPieces(ansiPieces(text).pieces, [mark(7, 6), mark(18, 6, true)], 0);
    expect(found.filter((piece) => piece.mark !== null)).toMatchObject([
      { text: 'needle', classes: 'a-1', mark: 'hit' },
      { text: 'needle', classes: '', mark: 'hit now' },
    ]);
  });

  it('that begin before a piece go on in it, and a named control is marked whole', () => {
    const found = markedPieces(ansiPieces('xa\u202eb').pieces, [mark(10, 2)], 9);
    expect(found.map((piece) => [piece.text, piece.mark])).toEqual([
      ['x', null],
      ['a', 'hit'],
      ['U+202E', 'hit'],
      ['b', null],
    ]);
    expect(markedPieces(ansiPieces('needle').pieces, [mark(2, 8)], 5)[0]).toMatchObject({ text: 'needl', mark: 'hit' });
  });

  it('change no text, and mark exactly what matches', () => {
    const text = fc.string({ unit: fc.constantFrom('ab', 'c', '\n', '+', `${esc}[1m`) });
    const marks = fc.array(fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 6 })), { maxLength: 6 }).map((all) => {
      let end = 0;
      return all.map(([gap, length]) => {
        const start = end + gap;
        end = start + length;
        return mark(start, length);
      });
    });
    fc.assert(
      fc.property(text, marks, (whole, all) => {
        for (const { pieces } of [ansiPieces(whole), diffPieces(whole)]) {
          const cut = markedPieces(pieces, all, 0);
          expect(cut.map((piece) => piece.text).join('')).toBe(pieces.map((piece) => piece.text).join(''));
          for (const piece of cut) {
            const inside = all.some(
              ({ start, length }) => piece.at >= start && piece.at + piece.length <= start + length,
            );
            expect(piece.mark !== null).toBe(inside);
          }
        }
      }),
    );
  });
});

describe('runs of pieces that are set alike', () => {
  it('keeps a line together that a mark cuts, and lines apart', () => {
    const piece = (text: string, classes: string, at: number) => ({ text, classes, at, length: text.length });
    const lines = [piece('+one two\n', 'd-added', 0), piece('+three\n', 'd-added', 9), piece(' four\n', '', 16)];
    const runs = runsOf(markedPieces(lines, [{ start: 5, length: 3, now: true }], 0));
    expect(runs.map((run) => run.map(({ text }) => text))).toEqual([['+one ', 'two', '\n'], ['+three\n'], [' four\n']]);
  });
});

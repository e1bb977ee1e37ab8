import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ansiPieces } from '../../../../webview/trajectory/ansi';

const esc = '\u001b';

describe('text of a terminal', () => {
  it('keeps colours and weights as classes', () => {
    const { pieces } = ansiPieces(`${esc}[1;31mbad${esc}[0m ok ${esc}[92mgood${esc}[39m.`);
    expect(pieces.map(({ text, classes }) => ({ text, classes }))).toEqual([
      { text: 'bad', classes: 'a-bold a-1' },
      { text: ' ok ', classes: '' },
      { text: 'good', classes: 'a-10' },
      { text: '.', classes: '' },
    ]);
  });

  it('takes the palette’s first 16 and leaves other colours in the text’s own', () => {
    const { pieces } = ansiPieces(`${esc}[38;5;9ma${esc}[38;2;1;31;3mb${esc}[48;5;31mc`);
    expect(pieces.map(({ classes }) => classes)).toEqual(['a-9', '', '']);
  });

  it('leaves out and counts what moves the cursor or sets a title', () => {
    const { pieces, leftOut } = ansiPieces(`a${esc}[2Kb${esc}]0;title\u0007c${esc}(Bd`);
    expect(pieces.map(({ text }) => text).join('')).toBe('abcd');
    expect(leftOut).toBe(3);
  });

  it('names controls that turn or hide text', () => {
    const { pieces } = ansiPieces('a\u202eb\u0000c\ttab\r\n');
    expect(pieces.map(({ text }) => text)).toEqual(['a', 'U+202E', 'b', 'U+0000', 'c\ttab\r\n']);
    expect(pieces[1]?.classes).toBe('control');
  });

  it('says where each piece stands in the text', () => {
    const text = `a${esc}[31mbc${esc}[0m\u202ed`;
    const found = ansiPieces(text).pieces.map(({ at, length }) => text.slice(at, at + length));
    expect(found).toEqual(['a', 'bc', '\u202e', 'd']);
  });

  it('loses nothing of text without controls', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', '[', '3', '1', 'm', ';', '\n', '\t', 'é', '漢', '😀', '<') });
    fc.assert(
      fc.property(plain, (text) => {
        const { pieces, leftOut } = ansiPieces(text);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
        expect(leftOut).toBe(0);
      }),
    );
  });
});

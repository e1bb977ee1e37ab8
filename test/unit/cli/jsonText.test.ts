import { describe, expect, it } from 'vitest';
import { jsonText } from '../../../src/cli/jsonText';

describe('JSON on a terminal', () => {
  it.each(['\u009b31m', '\u202eabc\u202c', '\u2066x\u2069', '\u{e0041}', '\u007f', '\u001b[31m', 'plain é 漢 😀'])(
    'has no character that could steer it, and loses nothing: %j',
    (text) => {
      const written = jsonText({ [text]: [text] });
      expect(written).not.toMatch(/\p{Cc}|\p{Cf}/u);
      expect(JSON.parse(written)).toEqual({ [text]: [text] });
    },
  );

  it('leaves all else as it is, indented or on one line', () => {
    expect(jsonText({ a: ['é😀'] })).toBe('{"a":["é😀"]}');
    expect(jsonText({ a: 1 }, 2)).toBe('{\n  "a": 1\n}');
  });
});

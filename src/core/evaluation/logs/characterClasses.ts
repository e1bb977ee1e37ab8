/** The harness's `\w`, `\d` and `[\d.]` as parts of a pattern's class: letters and digits of every script. */
export const WORD = '\\p{L}\\p{N}_';
export const DIGIT = '\\p{Nd}';

const wordCharacter = new RegExp(`[${WORD}]`, 'u');

/** Whether the character at `at` is one of a word, as the harness's `\w` and `\b` take it. */
export const isWordAt = (text: string, at: number): boolean => {
  const code = text.codePointAt(at);
  return code !== undefined && wordCharacter.test(String.fromCodePoint(code));
};

/** Whether a text has at least two characters; one outside the basic plane counts once, as in the harness. */
export const hasTwoCharacters = (text: string): boolean => text.length > ((text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1);

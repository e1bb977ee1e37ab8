/** Text of outside data for a terminal: control and format characters, which could steer it, are shown as escapes. */
export const printable = (text: string): string =>
  text.replace(/\p{Cc}|\p{Cf}/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);

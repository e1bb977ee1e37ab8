const escaped = (char: string): string =>
  [...Array(char.length).keys()].map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

/**
 * A value as JSON that a terminal can show: the control and format characters which `JSON.stringify` leaves as they are
 * (C1 controls, bidirectional marks) stand as escapes too, so nothing is lost. `indent`: blanks a level; absent: a line.
 */
export const jsonText = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\u007f-\u009f]|\p{Cf}/gu, escaped);

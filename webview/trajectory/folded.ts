/** Lines and characters that a folded text shows at each end. */
const endLines = 20;
const endChars = 6000;

export interface Folded {
  readonly head: string;
  /** What is folded away between head and tail; '' where nothing is. */
  readonly middle: string;
  readonly tail: string;
}

const afterLines = (text: string, lines: number): number => {
  let at = 0;
  for (let line = 0; line < lines; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
};

const beforeLines = (text: string, lines: number): number => {
  let at = text.length;
  for (let line = 0; line < lines; line++) {
    const end = text.lastIndexOf('\n', at - 2);
    if (end < 0) return 0;
    at = end + 1;
  }
  return at;
};

/** A text by its beginning and its end; the parts put together are the text. Short texts have no middle. */
export const folded = (text: string): Folded => {
  const headEnd = Math.min(afterLines(text, endLines), endChars);
  const tailStart = Math.max(beforeLines(text, endLines), text.length - endChars);
  const middle = text.slice(headEnd, tailStart);
  if (middle.split('\n', 5).length < 5 && middle.length < 400) return { head: text, middle: '', tail: '' };
  return { head: text.slice(0, headEnd), middle, tail: text.slice(tailStart) };
};

import type { FetchedText } from './longText';
import type { TextRange } from './shownRanges';

/** Lines and characters that a folded text shows at each end. */
const endLines = 20;
const endChars = 6000;

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

/** What of a text is shown before it is unfolded: its beginning, and its end where that is in the page. */
export const foldedRanges = (text: FetchedText): readonly TextRange[] => {
  const { total } = text;
  const start = text.get(0, Math.min(total, endChars + 1, text.here)) ?? '';
  const head = { from: 0, to: Math.min(afterLines(start, endLines), endChars, total) };
  const lastFrom = Math.max(0, total - endChars);
  const last = text.get(lastFrom, total);
  if (last === null) return [head];
  const tail = { from: lastFrom + beforeLines(last, endLines), to: total };
  const middle = tail.from <= head.to ? '' : text.get(head.to, tail.from);
  const isShort = middle !== null && middle.split('\n', 5).length < 5 && middle.length < 400;
  return isShort ? [{ from: 0, to: total }] : [head, tail];
};

/** Asks for a text's end, so that it can be shown; true where there is something new. */
export const fetchEnd = async (text: FetchedText): Promise<boolean> => {
  const from = Math.max(0, text.total - endChars);
  if (text.get(from, text.total) !== null) return false;
  return (await text.load(from, text.total)) !== null;
};

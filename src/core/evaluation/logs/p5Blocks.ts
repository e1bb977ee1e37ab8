import { isBlank } from './blanks';
import { joinParts, type WholeText } from './wholeText';

const trimEnd = (line: string): string => {
  let end = line.length;
  while (end > 0 && isBlank(line.charCodeAt(end - 1))) end -= 1;
  return line.slice(0, end);
};

const encloses = (line: string, open: string, close: string): boolean => line.startsWith(open) && line.endsWith(close);

/** Tells line by line whether it belongs to a printed object or list, which the harness leaves out. */
const jsonLines = (): ((raw: string) => boolean) => {
  let inObject = false;
  let inList = false;
  return (raw) => {
    const line = trimEnd(raw);
    if (line.endsWith('{')) inObject = true;
    else if (line.endsWith('[')) inList = true;
    else if (line === '}' && inObject) inObject = false;
    else if (line === ']' && inList) inList = false;
    else return inObject || inList || encloses(line, '{', '}') || encloses(line, '[', ']');
    return true;
  };
};

/** The text without the lines of printed objects and lists. */
export const withoutJson = (whole: WholeText): WholeText => {
  const isJson = jsonLines();
  const parts: (readonly [text: string, from: number])[] = [];
  let at = 0;
  for (const line of whole.text.split('\n')) {
    if (!isJson(line)) parts.push([`${line}\n`, at]);
    at += line.length + 1;
  }
  const last = parts.pop();
  return joinParts(whole, last ? [...parts, [last[0].slice(0, -1), last[1]]] : []);
};

/** Replies of more characters are not looked into. */
const most = 2_000_000;
/** Places at which an object may begin that are tried. */
const mostStarts = 50;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where the object that begins here ends, by its braces outside of strings; -1: nowhere. */
const endOfObject = (text: string, start: number): number => {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{') depth += 1;
    else if (char === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
};

/** A comma too many before the end of a list or object, which models write and JSON refuses. */
const withoutLooseCommas = (text: string): string =>
  text.replace(/"(?:\\.|[^"\\])*"|,(\s*[}\]])/g, (all, end: string | undefined) => end ?? all);

/**
 * The last object of a reply that has one of these keys: the whole reply, in a fence, or with words around it. Null where
 * there is none. Nothing is mended but a comma before an end.
 */
export const findObject = (reply: string, keys: readonly string[]): Readonly<Record<string, unknown>> | null => {
  if (reply.length > most) return null;
  let found: Readonly<Record<string, unknown>> | null = null;
  let tried = 0;
  for (let at = reply.indexOf('{'); at >= 0 && tried < mostStarts; tried += 1) {
    const end = endOfObject(reply, at);
    const text = end < 0 ? null : reply.slice(at, end);
    const value = text === null ? undefined : (parsed(text) ?? parsed(withoutLooseCommas(text)));
    const fits = isObject(value) && keys.some((key) => Object.hasOwn(value, key));
    if (fits) found = value;
    at = reply.indexOf('{', isObject(value) ? end : at + 1);
  }
  return found;
};

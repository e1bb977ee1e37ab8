/** A text as JSON; null where it is none. */
export const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** A field of an object as it stands in its text. */
export interface RawField {
  readonly name: string;
  /** Half-open range of the value in the text. */
  readonly start: number;
  readonly end: number;
}

const blank = /[ \t\r\n]/;

/** Whether the character at `at` stands after an odd number of backslashes. */
const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
};

/** Index after the string that begins at `at`. */
const afterString = (text: string, at: number): number => {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
};

const afterNested = (text: string, at: number): number => {
  let depth = 0;
  for (let here = at; here < text.length; here++) {
    const character = text[here];
    if (character === '"') here = afterString(text, here) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return here + 1;
  }
  return text.length;
};

const afterValue = (text: string, at: number): number => {
  if (text[at] === '"') return afterString(text, at);
  if (text[at] === '{' || text[at] === '[') return afterNested(text, at);
  let here = at;
  while (here < text.length && !/[,}\s]/.test(text[here] ?? '')) here++;
  return here;
};

const afterBlanks = (text: string, at: number): number => {
  let here = at;
  while (here < text.length && blank.test(text[here] ?? '')) here++;
  return here;
};

/** The fields of an object. The text has to be JSON of an object (`JSON.parse` took it). A name may come twice. */
export const rawFields = (text: string): RawField[] => {
  const fields: RawField[] = [];
  let at = afterBlanks(text, text.indexOf('{') + 1);
  while (text[at] === '"') {
    const nameEnd = afterString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = afterBlanks(text, afterBlanks(text, nameEnd) + 1);
    const end = afterValue(text, start);
    fields.push({ name, start, end });
    const next = afterBlanks(text, end);
    at = text[next] === ',' ? afterBlanks(text, next + 1) : text.length;
  }
  return fields;
};

/**
 * An object's text with some fields set (values of JSON) and some taken out (`undefined`). All other values stay as they were
 * written, with numbers that JSON.parse would round; of a name that came twice the last one counts, as in JSON.parse.
 */
export const withFields = (text: string, changes: ReadonlyMap<string, unknown>): string => {
  const written = new Map<string, string>();
  for (const { name, start, end } of rawFields(text)) written.set(name, text.slice(start, end));
  for (const [name, value] of changes) {
    if (value === undefined) written.delete(name);
    else written.set(name, JSON.stringify(value));
  }
  return `{${[...written].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
};

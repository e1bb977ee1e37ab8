import type { Span } from './rowSheet';

/** One member of an object or entry of a list. `name` and `key`, the span of the quoted name: null in lists. */
export interface Member {
  readonly name: string | null;
  readonly key: Span | null;
  readonly value: Span;
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

const pastBlanks = (text: string, from: number): number => {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
};

/** Behind the closing quote of the string that opens at `from`; -1 where it is cut. Jumps from quote to quote. */
const pastString = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === 92 && at - 1 - escapes > from) escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return -1;
};

/** Behind the list or object that opens at `from`; -1 where it is cut. Any depth, since nothing calls itself. */
const pastNested = (text: string, from: number): number => {
  const structural = /["[\]{}]/g;
  structural.lastIndex = from;
  let depth = 0;
  for (let found = structural.exec(text); found; found = structural.exec(text)) {
    const [mark] = found;
    if (mark === '"') {
      const end = pastString(text, found.index);
      if (end < 0) return -1;
      structural.lastIndex = end;
      continue;
    }
    depth += mark === '[' || mark === '{' ? 1 : -1;
    if (depth === 0) return found.index + 1;
  }
  return -1;
};

const pastValue = (text: string, from: number): number => {
  const first = text[from];
  if (first === '"') return pastString(text, from);
  if (first === '{' || first === '[') return pastNested(text, from);
  const plain = /[^\s,\]}]+/y;
  plain.lastIndex = from;
  return plain.test(text) ? plain.lastIndex : -1;
};

const nameOf = (quoted: string): string | null => {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return null;
  }
};

/**
 * Members of the object, or entries of the list, that opens at `from`, one by one, each with its place; ends where the
 * text is cut or broken. Reads no value and jumps over strings, so that it is much faster than parsing.
 */
export function* membersOf(text: string, from = pastBlanks(text, 0)): Generator<Member> {
  const isObject = text[from] === '{';
  if (!isObject && text[from] !== '[') return;
  const close = isObject ? '}' : ']';
  let at = pastBlanks(text, from + 1);
  while (at < text.length && text[at] !== close) {
    const keyEnd = isObject && text[at] === '"' ? pastString(text, at) : -1;
    if (isObject && keyEnd < 0) return;
    const key = isObject ? { start: at, end: keyEnd } : null;
    if (key) {
      const colon = pastBlanks(text, keyEnd);
      if (text[colon] !== ':') return;
      at = pastBlanks(text, colon + 1);
    }
    const end = pastValue(text, at);
    if (end < 0) return;
    yield { name: key && nameOf(text.slice(key.start, key.end)), key, value: { start: at, end } };
    at = pastBlanks(text, end);
    if (text[at] !== ',') return;
    at = pastBlanks(text, at + 1);
  }
}

/** Members by name, the last of a name as `JSON.parse` takes it, and those that a later one of the name replaces. */
export interface Fieldset {
  readonly fields: ReadonlyMap<string, Member>;
  readonly replaced: readonly Member[];
}

export const fieldsetOf = (text: string, from?: number): Fieldset => {
  const fields = new Map<string, Member>();
  const replaced: Member[] = [];
  for (const member of membersOf(text, from)) {
    if (member.name === null) continue;
    const before = fields.get(member.name);
    if (before) replaced.push(before);
    fields.set(member.name, member);
  }
  return { fields, replaced };
};

/** The place of a value by its path below the value that opens at `from`; null where there is none. */
export const spanAt = (text: string, from: number, path: readonly (string | number)[]): Span | null => {
  let span: Span | null = null;
  let start = from;
  for (const step of path) {
    span = null;
    let count = 0;
    for (const { name, value } of membersOf(text, start)) {
      if (name === step || count === step) span = value;
      count += 1;
    }
    if (span === null) return null;
    start = span.start;
  }
  return span;
};

import { isFields } from '../../fields';

/** Where texts that Inspect keeps apart are named: `attachment://<hash>`, in chunked logs `attachment://<index>`. */
const marks = ['attachment://', 'tc://'];

/** What a text names instead of being one; null where it is a text. */
const attachmentKey = (text: string): string | null => {
  const mark = marks.find((start) => text.startsWith(start));
  return mark === undefined ? null : text.slice(mark.length);
};

/** Records come at most 1,000 levels deep; what is deeper than this in one of them stays as it is. */
const deepest = 200;

/** Every attachment that a value names. */
export const attachmentKeys = (value: unknown): ReadonlySet<string> => {
  const keys = new Set<string>();
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      const key = attachmentKey(next);
      if (key !== null) keys.add(key);
    } else if (Array.isArray(next) || isFields(next)) for (const part of Object.values(next)) open.push(part);
  }
  return keys;
};

/** The value with each attachment that `find` knows in its place; those it does not know stay as they are written. */
export const withAttachments = (value: unknown, find: (key: string) => string | null, depth = 0): unknown => {
  if (typeof value === 'string') {
    const key = attachmentKey(value);
    return key === null ? value : (find(key) ?? value);
  }
  if (depth > deepest) return value;
  if (Array.isArray(value)) return value.map((part: unknown) => withAttachments(part, find, depth + 1));
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withAttachments(part, find, depth + 1)]));
};

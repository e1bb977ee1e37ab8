import { isMap, isScalar, isSeq } from 'yaml';
import { readYaml } from '../../core/shared/yamlDocument';
import { type FieldPath, keyText, type TextSpan } from '../../core/shared/yamlPlaces';

/** What could be written at the cursor. */
export interface YamlCursor {
  /** The block in which a field's name may be written, with the names that it has; null where none may. */
  readonly block: { readonly path: FieldPath; readonly has: readonly string[] } | null;
  /** The field or entry of which a value may be written; null where none may. */
  readonly value: FieldPath | null;
  /** What is written of the word so far, before the cursor. */
  readonly written: string;
  /** The word that an answer replaces, without its quotes. */
  readonly word: TextSpan;
  readonly isQuoted: boolean;
  /** A `:` stands behind the word already. */
  readonly hasColon: boolean;
}

const token = 'TOUCHSTONE_CURSOR';

const wordAt = (text: string, offset: number): TextSpan => {
  const before = /[^\s,[\]{}"'#]*$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[0] ?? '';
  const after = /^(?:[^\s,[\]{}"'#:]|:(?!\s|$))*/.exec(text.slice(offset, offset + 1000))?.[0] ?? '';
  return [offset - before.length, offset + after.length];
};

interface Found {
  readonly path: FieldPath;
  readonly isKey: boolean;
  readonly has: readonly string[];
}

const find = (node: unknown, path: FieldPath): Found | null => {
  if (isMap(node)) {
    const has = node.items.map(({ key }) => keyText(key)).filter((name) => name !== token);
    for (const { key, value } of node.items) {
      if (isScalar(key) && key.value === token) return { path, isKey: true, has };
      const inner = find(value, [...path, keyText(key)]);
      if (inner) return inner;
    }
  }
  if (isSeq(node))
    for (const [index, item] of node.items.entries()) {
      const inner = find(item, [...path, index]);
      if (inner) return inner;
    }
  return isScalar(node) && node.value === token ? { path, isKey: false, has: [] } : null;
};

/** The text with the word replaced, read; where the word then stands. */
const placed = (text: string, [start, end]: TextSpan, word: string): Found | null => {
  const read = `${text.slice(0, start)}${word}${text.slice(end)}`;
  return find(readYaml(read).document.contents, []);
};

/**
 * What could be written at an offset of a YAML text that may be half written: a word is put there, the text is read,
 * and where the word stands then says it. Null in comments and in texts over several lines.
 */
export const yamlCursor = (text: string, offset: number): YamlCursor | null => {
  const word = wordAt(text, offset);
  const line = text.slice(text.lastIndexOf('\n', word[0] - 1) + 1, word[0]);
  const quote = text[word[0] - 1] ?? '';
  const isQuoted = quote === '"' || quote === "'";
  const hasColon = /^["']?\s*:(?:\s|$)/.test(text.slice(word[1], word[1] + 20));
  const begins = /^\s*(?:-\s+)*$/.test(line);
  const asName = begins && !hasColon ? placed(text, word, `${token}:`) : null;
  const asValue = begins && !line.includes('-') && !hasColon ? null : placed(text, word, token);
  if (asName === null && asValue === null) return null;
  const key = asName ?? (asValue?.isKey ? asValue : null);
  return {
    block: key && { path: key.path, has: key.has },
    value: asValue === null || asValue.isKey ? null : asValue.path,
    written: text.slice(word[0], offset),
    word,
    isQuoted,
    hasColon,
  };
};

import { isUtf8 } from 'node:buffer';
import { holdsInexact, isNestedDeeper, maxLevels } from '../../core/shared/nesting';

export type ParsedJson =
  | { readonly ok: true; readonly value: unknown; readonly note: string | null }
  | { readonly ok: false; readonly reason: string };

const words = ['NaN', '-Infinity', 'Infinity'] as const;

const endOfString = (text: string, start: number): number => {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
};

/** Replaces NaN and Infinity outside strings by null: Python's json writes them, JSON has no such numbers. */
const withoutNaN = (text: string): { readonly text: string; readonly count: number } => {
  const parts: string[] = [];
  let from = 0;
  let count = 0;
  for (let i = 0; i < text.length; ) {
    if (text[i] === '"') {
      i = endOfString(text, i);
      continue;
    }
    const word = words.find((candidate) => text.startsWith(candidate, i));
    if (word === undefined) {
      i++;
      continue;
    }
    parts.push(text.slice(from, i), 'null');
    i += word.length;
    from = i;
    count++;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), count };
};

const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : String(error);
  if (/Unterminated string|end of JSON input|after property value|after array element/.test(message))
    return `The JSON is cut or broken: ${message}.`;
  return `This isn't JSON: ${message}.`;
};

const parseText = (text: string): ParsedJson => {
  try {
    return { ok: true, value: JSON.parse(text), note: null };
  } catch (first) {
    const mended = withoutNaN(text);
    if (mended.count === 0) return { ok: false, reason: reasonOf(first) };
    try {
      const note = `${mended.count} NaN or Infinity read as null: JSON has no such numbers.`;
      return { ok: true, value: JSON.parse(mended.text), note };
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    }
  }
};

/** Parses one piece of JSON. Never throws; says what had to be mended. `wrap` surrounds the text before parsing. */
export const parseJson = (bytes: Uint8Array, wrap: (text: string) => string = (text) => text): ParsedJson => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parsed = parseText(wrap(buffer.toString('utf8')));
  if (parsed.ok && isNestedDeeper(parsed.value))
    return {
      ok: false,
      reason: `Lists and objects in it stand over ${maxLevels} deep in each other. Flatten the field.`,
    };
  if (!parsed.ok) return parsed;
  const notes = [
    isUtf8(buffer) ? null : 'Some bytes are no UTF-8 and are shown as \ufffd.',
    parsed.note,
    holdsInexact(parsed.value) ? 'Numbers beyond 2^53 in it may be rounded. Write them as text to keep them.' : null,
  ].filter((note) => note !== null);
  return { ...parsed, note: notes.length === 0 ? null : notes.join(' ') };
};

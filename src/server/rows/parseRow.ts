import { parseJson } from '../../io/files/jsonText';

/** The value of a row's text, null where it is no JSON. Python's NaN is read as null, with a note, as everywhere. */
export const parseRow = (text: string): { readonly value: unknown; readonly note: string | null } | null => {
  try {
    return { value: JSON.parse(text), note: null };
  } catch {
    const parsed = parseJson(Buffer.from(text));
    return parsed.ok ? { value: parsed.value, note: parsed.note } : null;
  }
};

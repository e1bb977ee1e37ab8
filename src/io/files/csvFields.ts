/** A field of a record: its text, or null where nothing at all stands between the delimiters. */
export type CsvField = string | null;

export type CsvFields =
  | { readonly ok: true; readonly fields: readonly CsvField[] }
  | { readonly ok: false; readonly reason: string };

interface Cut {
  readonly field: CsvField;
  /** Offset behind the field: of its delimiter, or the length of the text. */
  readonly end: number;
}

const bare = (text: string, from: number, delimiter: string): Cut => {
  const found = text.indexOf(delimiter, from);
  const end = found < 0 ? text.length : found;
  return { field: end === from ? null : text.slice(from, end), end };
};

/** A field in quotes, whose doubled quotes are one; null where its closing quote is missing. */
const quoted = (text: string, from: number): Cut | null => {
  let end = text.indexOf('"', from + 1);
  let doubled = false;
  while (end >= 0 && text[end + 1] === '"') {
    doubled = true;
    end = text.indexOf('"', end + 2);
  }
  if (end < 0) return null;
  const inside = text.slice(from + 1, end);
  return { field: doubled ? inside.replaceAll('""', '"') : inside, end: end + 1 };
};

/**
 * The fields of one record (RFC 4180). A quote inside bare text is text, as in Python's reader; what stands behind a
 * closing quote is an error in words, since no reader knows whose text that is.
 */
export const csvFields = (text: string, delimiter: string): CsvFields => {
  const fields: CsvField[] = [];
  for (let at = 0; ; at += 1) {
    const cut = text[at] === '"' ? quoted(text, at) : bare(text, at, delimiter);
    if (cut === null) return { ok: false, reason: `Field ${fields.length + 1} has no closing quote.` };
    fields.push(cut.field);
    at = cut.end;
    if (at >= text.length) return { ok: true, fields };
    if (text[at] !== delimiter)
      return { ok: false, reason: `Text stands behind the closing quote of field ${fields.length}.` };
  }
};

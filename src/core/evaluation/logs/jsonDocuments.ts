import { isJsonObject, type JsonObject, readJson } from './jsonReader';
import type { LineParser, LogPlace } from './lineParser';
import { type SetResult, type WholeText, wholeTextParser } from './wholeText';

/** One JSON document of a log, and where the objects in it stand. */
export interface JsonDocument {
  readonly root: JsonObject;
  /** From the object's first line to its last. */
  placeOf(object: JsonObject): LogPlace;
}

const documentAt = (
  whole: WholeText,
  start: number,
): { readonly document: JsonDocument | null; readonly end: number } => {
  const reading = readJson(whole.text, start);
  if (reading.kind === 'broken' || !isJsonObject(reading.value)) return { document: null, end: reading.end };
  const placeOf = (object: JsonObject): LogPlace => {
    const range = reading.rangeOf(object);
    const first = whole.placeAt(range.start);
    return { ...first, end: whole.placeAt(Math.max(range.start, range.end - 1)).end };
  };
  return { document: { root: reading.value, placeOf }, end: reading.end };
};

/**
 * A parser for reports that are one JSON document, anywhere in a log: each object that begins a line is tried, and what
 * was read of one that breaks off is not read again.
 */
export const jsonDocumentParser = (name: string, read: (document: JsonDocument, set: SetResult) => void): LineParser =>
  wholeTextParser(name, (whole, set) => {
    const start = /(?<![^\n])[ \t]*\{/g;
    for (let found = start.exec(whole.text); found !== null; found = start.exec(whole.text)) {
      const { document, end } = documentAt(whole, found.index + found[0].length - 1);
      if (document) read(document, set);
      // Where one broke off, the line may begin the next.
      const next = document ? end : whole.text.lastIndexOf('\n', end - 1) + 1;
      start.lastIndex = Math.max(next, start.lastIndex);
    }
  });

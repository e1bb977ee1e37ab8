import { isJsonObject, type JsonObject, readJson } from './jsonReader';

/** The object that a line is, with blanks around it at most; null where it is none. */
export const jsonLine = (text: string): JsonObject | null => {
  const reading = readJson(text);
  if (reading.kind === 'broken' || !isJsonObject(reading.value)) return null;
  return text.slice(reading.end).trim() === '' ? reading.value : null;
};

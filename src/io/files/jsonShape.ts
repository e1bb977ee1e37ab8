/** What a text of rows starts as. `object`: a document that is an object (one row, or rows by id). */
export type JsonStart = 'lines' | 'array' | 'object' | 'empty' | 'other';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether the first value of the object that starts here is itself an object, as in rows by id. */
const holdsObjects = (text: string): boolean => /^\{\s*"(?:[^"\\]|\\.){0,500}"\s*:\s*\{/.test(text);

const startOfObject = (text: string): JsonStart => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const [first = '', second] = lines;
  if (second?.startsWith('{')) return 'lines';
  if (holdsObjects(text)) return 'object';
  if (second === undefined) return first.trim() === '{' ? 'object' : 'lines';
  return parses(first) ? 'lines' : 'object';
};

/**
 * Tells JSON lines from a JSON document by its beginning (64 KiB are enough). One object in one line counts as JSON
 * lines with one row; an object over several lines is a document.
 */
export const jsonStart = (head: string): JsonStart => {
  const text = head.replace(/^\ufeff/, '').trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('[')) return 'array';
  if (text.startsWith('{')) return startOfObject(text);
  return /^\{"/m.test(text) ? 'lines' : 'other';
};

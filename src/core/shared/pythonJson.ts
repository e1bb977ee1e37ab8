/** A whole text, or a number that JSON has not; texts are taken first, so that nothing inside them is touched. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?Infinity|NaN/gs;

/**
 * JSON as Python's own module reads it: `NaN` and `Infinity`, which it writes and JSON has not, are read as null.
 * Undefined where the text is no JSON even so.
 */
export const parsePythonJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    if (!/NaN|Infinity/.test(text)) return undefined;
  }
  try {
    return JSON.parse(text.replace(TOKENS, (token) => (token.startsWith('"') ? token : 'null')));
  } catch {
    return undefined;
  }
};

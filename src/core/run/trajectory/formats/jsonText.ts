/** A value as JSON text; empty for what can't be written (too many levels for the stack). */
export const jsonText = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
};

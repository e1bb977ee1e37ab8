/** Names of the text files that a body refers to: every `{ text: <64 hex digits> }` in it. */
export const textNamesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textNamesIn);
  const entries = Object.entries(value);
  const [only] = entries;
  if (entries.length === 1 && only?.[0] === 'text' && typeof only[1] === 'string' && /^[0-9a-f]{64}$/.test(only[1]))
    return [only[1]];
  return entries.flatMap(([, inner]) => textNamesIn(inner));
};

import type { Span } from './rowSheet';

/**
 * Places of decoded units in a JSON string as it is written. `inside`: the span between the quotes. `wanted`: offsets
 * in the decoded text, ascending. Jumps from escape to escape; one pass for all of them.
 */
export const escapedOffsets = (text: string, inside: Span, wanted: readonly number[]): readonly number[] => {
  const places: number[] = [];
  let [raw, decoded] = [inside.start, 0];
  let next = text.indexOf('\\', raw);
  for (const offset of wanted) {
    while (next >= 0 && next < inside.end && decoded + (next - raw) < offset) {
      decoded += next - raw + 1;
      raw = next + (text[next + 1] === 'u' ? 6 : 2);
      next = text.indexOf('\\', raw);
    }
    places.push(Math.min(raw + (offset - decoded), inside.end));
  }
  return places;
};

/** Carriage returns before line feeds taken out of a JSON string as it is written; every other escape stays. */
export const withoutReturns = (raw: string): string =>
  raw.replace(
    /(\\(?:r|u000[dD]))(?=\\(?:n|u000[aA]))|\\u[0-9a-fA-F]{4}|\\./gs,
    (written: string, returned: string | undefined) => (returned === undefined ? written : ''),
  );

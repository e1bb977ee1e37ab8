import canonicalize from 'canonicalize';

/**
 * The canonical form of RFC 8785 (JCS): keys in the order of their UTF-16 units, numbers as ECMAScript writes them, no
 * blanks. Throws a RangeError where a value nests too deeply and an Error for NaN and infinities.
 */
export const canonicalJson = (value: unknown): string => {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('undefined has no JSON form.');
  return text;
};

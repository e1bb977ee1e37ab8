/**
 * A short text that two equal lists of texts share, and different ones hardly ever (64 bits), so that
 * no large text must be held to compare it. Not for security.
 */
export const fingerprint = (...texts: readonly string[]): string => {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    a = Math.imul(a ^ text.length, 2246822507);
    b = Math.imul(b ^ text.length, 3266489909);
  }
  return `${(a >>> 0).toString(36)}.${(b >>> 0).toString(36)}`;
};

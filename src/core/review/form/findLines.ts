import type { Sha256 } from '../../shared/hash';
import type { PlaceEvidence } from './answers';

export type FoundLines =
  | { readonly kind: 'same' | 'moved'; readonly start: number; readonly end: number }
  | { readonly kind: 'drifted' };

/** Lines that are looked at for a place that moved. */
const mostLines = 200_000;

/**
 * Where the lines of an evidence stand in a document now, from 1, both ends included: where they were, else the nearest
 * place with the same text, else nowhere. Without a hash nothing can be told of them: they count as the same.
 */
export const findLines = (
  lines: readonly string[],
  { range, contentHash }: Pick<PlaceEvidence, 'range' | 'contentHash'>,
  sha256: Sha256,
): FoundLines => {
  if (range === null || contentHash === null) return { kind: 'same', start: range?.start ?? 1, end: range?.end ?? 1 };
  const count = range.end - range.start;
  const isAt = (start: number): boolean =>
    start >= 1 &&
    start + count <= lines.length &&
    sha256(lines.slice(start - 1, start + count).join('\n')) === contentHash;
  if (isAt(range.start)) return { kind: 'same', ...range };
  const furthest = Math.min(mostLines, Math.max(range.start, lines.length - range.start));
  for (let by = 1; by <= furthest; by += 1)
    for (const start of [range.start - by, range.start + by])
      if (isAt(start)) return { kind: 'moved', start, end: start + count };
  return { kind: 'drifted' };
};

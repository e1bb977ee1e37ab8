import type { ActivitySegment } from './activity';

/**
 * Active milliseconds under an idle threshold: a gap between two signs of life counts as work where it is not longer
 * than `idleAfter`, else it is left out whole. Overlapping segments count once. What lies before the first sign of life
 * counts by the same rule, since opening the item is one.
 */
export const activeTime = (segments: readonly ActivitySegment[], idleAfter: number): number => {
  const sorted = [...segments].sort((left, right) => left.start - right.start);
  let total = 0;
  let until = 0;
  for (const { start, end } of sorted) {
    if (!(end >= start) || start < 0) continue;
    const gap = start - until;
    if (gap > 0 && gap <= idleAfter) total += gap;
    total += Math.max(0, end - Math.max(start, until));
    until = Math.max(until, end);
  }
  return total;
};

/** Signs of life nearer than this are one segment: fine enough for every threshold that a study may set. */
const joinWithin = 5000;

/** Adds a sign of life; segments stay few however long the work takes. `at` in milliseconds since the opening. */
export const withActivity = (
  segments: readonly ActivitySegment[],
  reason: ActivitySegment['reason'],
  at: number,
): readonly ActivitySegment[] => {
  const last = segments.at(-1);
  if (last && last.reason === reason && at >= last.start && at - last.end <= joinWithin)
    return [...segments.slice(0, -1), { ...last, end: Math.max(last.end, at) }];
  return [...segments, { reason, start: at, end: at }];
};

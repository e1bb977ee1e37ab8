import type { StepEntry } from '../trajectoryIndex';

/** What the width of a timeline means: times, or steps of equal width where times are not recorded. */
export type TimelineAxis =
  /** Milliseconds since 1970. */
  | { readonly kind: 'time'; readonly start: number; readonly end: number }
  | { readonly kind: 'steps'; readonly steps: number };

type Timed = Pick<StepEntry, 'startedAt' | 'endedAt' | 'durationMs'>;

/** When a step ended, as far as known; null where not even its start is. */
export const endOf = ({ startedAt, endedAt, durationMs }: Timed): number | null => {
  if (startedAt === null) return endedAt;
  return Math.max(startedAt, endedAt ?? startedAt + (durationMs ?? 0));
};

/** Times where at least half of the steps have one and they are not all the same; else steps. */
export const timelineAxis = (steps: readonly Timed[]): TimelineAxis => {
  let [timed, start, end] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const step of steps) {
    const last = endOf(step);
    if (step.startedAt === null || last === null) continue;
    timed += 1;
    start = Math.min(start, step.startedAt);
    end = Math.max(end, last);
  }
  const isTime = timed * 2 >= steps.length && end > start;
  return isTime ? { kind: 'time', start, end } : { kind: 'steps', steps: steps.length };
};

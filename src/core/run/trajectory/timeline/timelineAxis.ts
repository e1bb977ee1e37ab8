import type { StepEntry } from '../trajectoryIndex';

/** What the width of a timeline means: times, or steps of equal width where times are not recorded. */
export type TimelineAxis =
  /** Milliseconds since 1970. */
  | { readonly kind: 'time'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'steps';
      readonly steps: number;
      /** Milliseconds of the pause that would leave no room for all else; null: times are not recorded. */
      readonly pauseMs: number | null;
    };

type Timed = Pick<StepEntry, 'startedAt' | 'endedAt' | 'durationMs'>;

/** When a step ended, as far as known; null where not even its start is. */
export const endOf = ({ startedAt, endedAt, durationMs }: Timed): number | null => {
  if (startedAt === null) return endedAt;
  return Math.max(startedAt, endedAt ?? startedAt + (durationMs ?? 0));
};

const longPauseMs = 12 * 3_600_000;

/**
 * Times where at least half of the steps have one, they are not all the same and no single pause takes nearly all of the
 * width (a fork a year after its parent); else steps.
 */
export const timelineAxis = (steps: readonly Timed[]): TimelineAxis => {
  let [timed, start, end, pause] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const step of steps) {
    const last = endOf(step);
    if (step.startedAt === null || last === null) continue;
    timed += 1;
    if (timed > 1) pause = Math.max(pause, step.startedAt - end);
    start = Math.min(start, step.startedAt);
    end = Math.max(end, last);
  }
  const isTime = timed * 2 >= steps.length && end > start;
  const isTorn = isTime && pause > longPauseMs && pause > 0.9 * (end - start);
  if (isTime && !isTorn) return { kind: 'time', start, end };
  return { kind: 'steps', steps: steps.length, pauseMs: isTorn ? pause : null };
};

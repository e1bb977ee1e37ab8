import type { StepEntry } from '../trajectoryIndex';

/** Which figures any step has; a column of one that none has would say nothing. */
export interface RecordedFigures {
  readonly time: boolean;
  readonly out: boolean;
  readonly cost: boolean;
}

type Figures = Pick<StepEntry, 'durationMs' | 'completion' | 'costUsd'>;

/** Looks until it has found one of each. */
export const recordedFigures = (steps: Iterable<Figures>): RecordedFigures => {
  let [time, out, cost] = [false, false, false];
  for (const { durationMs, completion, costUsd } of steps) {
    time ||= durationMs !== null;
    out ||= completion !== null;
    cost ||= costUsd !== null;
    if (time && out && cost) break;
  }
  return { time, out, cost };
};

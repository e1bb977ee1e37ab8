/** Why time counts as work: what the rater did in a stretch. */
export type ActivityReason = 'focus' | 'scroll' | 'selection' | 'keys';

/** One stretch of activity, in milliseconds since the item was opened; `end` is the last sign of life in it. */
export interface ActivitySegment {
  readonly reason: ActivityReason;
  readonly start: number;
  readonly end: number;
}

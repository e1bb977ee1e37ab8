import type { Timeline, TimelineBar } from '../../src/core/run/trajectory/timeline/timeline';
import type { ListedStep } from '../../src/protocol/trajectory';

export const laneHeight = 19;
const barHeight = 14;
const least = 2;

/** The bars of a lane as one path; each at least two pixels wide, with a pixel between neighbours where there is room. */
export const barsPath = (bars: readonly TimelineBar[], y: number): string =>
  bars
    .map(({ from, to }) => {
      const width = to - from;
      return `M${from} ${y}h${Math.max(least, width > 4 ? width - 1 : width)}v${barHeight}H${from}z`;
    })
    .join('');

/** Where a step stands, in pixels; null where the row says no time. */
export const stepX = ({ axis }: Timeline, width: number, idx: number, step: ListedStep | null): number | null => {
  if (axis.kind === 'steps') return ((idx - 0.5) / Math.max(1, axis.steps)) * width;
  const time = step?.startedAt ?? null;
  return time === null ? null : Math.min(1, Math.max(0, (time - axis.start) / (axis.end - axis.start))) * width;
};

/** The bar that holds a step. */
export const barOf = (bars: readonly TimelineBar[], idx: number): TimelineBar | null =>
  bars.find(({ first, last }) => first <= idx && idx <= last) ?? null;

/** The bar nearest to a place; null where there is none. */
const nearest = (bars: readonly TimelineBar[], x: number): TimelineBar | null => {
  let found: TimelineBar | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const bar of bars) {
    const away = x < bar.from ? bar.from - x : Math.max(0, x - bar.to);
    if (away <= least) [found, least] = [bar, away];
  }
  return found;
};

/** Rows from the top: agents, replies that were lost, the container; those that are there. */
export const rowsOf = (timeline: Timeline): readonly (readonly TimelineBar[])[] => [
  ...timeline.lanes.map(({ bars }) => bars),
  ...(timeline.lost.length > 0 ? [timeline.lost] : []),
  ...(timeline.container === null ? [] : [timeline.container]),
];

/** The step at a point: of the lane that is pointed at, else of any. */
export const stepAt = (timeline: Timeline, width: number, x: number, lane: number): number | null => {
  const { axis } = timeline;
  if (axis.kind === 'steps' && timeline.lanes.length === 1)
    return Math.min(axis.steps, Math.max(1, Math.floor((x / width) * axis.steps) + 1));
  const rows = rowsOf(timeline);
  return (nearest(rows[lane] ?? [], x) ?? nearest(rows.flat(), x))?.first ?? null;
};

import type { TimelineAxis } from '../../src/core/run/trajectory/timeline/timelineAxis';
import { count } from './words';

export interface Tick {
  /** Pixels from the left. */
  readonly x: number;
  readonly label: string;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
const spans: readonly number[] = [
  ...[0.1, 0.5, 1, 2, 5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 7, 30, 90, 365].map((n) => n * day),
];

const timeLabel = (ms: number): string => {
  if (ms === 0) return '0';
  const [unit, name] =
    ms % day === 0 ? [day, 'd'] : ms % hour === 0 ? [hour, 'h'] : ms >= minute ? [minute, 'min'] : [second, 's'];
  return `${count(Math.round((ms / unit) * 10) / 10)} ${name}`;
};

/** Round numbers, 1, 2 or 5 times a power of ten, at least `least`. */
const roundStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= least) ?? power * 10;
};

const widest = 110;

/** Marks below a timeline of `width` pixels, at round times from its start, or at round numbers of steps. */
export const timelineTicks = (axis: TimelineAxis, width: number): readonly Tick[] => {
  const whole = axis.kind === 'time' ? axis.end - axis.start : axis.steps;
  const least = (whole * widest) / Math.max(1, width);
  const step = axis.kind === 'time' ? (spans.find((span) => span >= least) ?? whole) : roundStep(least);
  const ticks: Tick[] = [];
  for (let at = 0; at <= whole && ticks.length < 100; at += step)
    ticks.push({ x: (at / whole) * width, label: axis.kind === 'time' ? timeLabel(at) : count(at) });
  return ticks;
};

import type { Clock } from '../../core/shared/clock';

const two = (value: number): string => String(Math.trunc(Math.abs(value))).padStart(2, '0');

const offset = (date: Date): string => {
  const minutes = -date.getTimezoneOffset();
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
};

const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1) + offset(date);

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => localTime(new Date()),
  monotonic: () => performance.now(),
};

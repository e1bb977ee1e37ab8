import type { StepEntry } from '../trajectoryIndex';

/** Bytes of a file and the steps that are built from them. */
export interface StepRange {
  readonly start: number;
  readonly end: number;
  /** Numbers of the steps, from 1. */
  readonly steps: readonly number[];
}

export interface Gap {
  readonly start: number;
  readonly end: number;
}

/** Separators between records are no part of a file that one would read. */
const longestSeparator = 16;

const joined = (ranges: readonly StepRange[]): readonly StepRange[] => {
  const apart: { start: number; end: number; steps: number[] }[] = [];
  for (const { start, end, steps } of ranges) {
    const last = apart.at(-1);
    if (last === undefined || start >= last.end) apart.push({ start, end, steps: [...steps] });
    else {
      last.end = Math.max(last.end, end);
      for (const step of steps) if (last.steps.at(-1) !== step) last.steps.push(step);
    }
  }
  return apart;
};

/** Most files hold their steps one after the other. */
const inOrder = (ranges: StepRange[]): readonly StepRange[] => {
  const isSorted = ranges.every(({ start }, at) => at === 0 || start >= (ranges[at - 1]?.start ?? 0));
  return isSorted ? ranges : ranges.sort((a, b) => a.start - b.start || a.end - b.end);
};

/** Which bytes of each file are whose step's: in order, ranges that lie over each other made one. */
export const stepRanges = (entries: readonly StepEntry[]): ReadonlyMap<string, readonly StepRange[]> => {
  const byFile = new Map<string, StepRange[]>();
  for (const { idx, records } of entries)
    for (const { ref } of records) {
      const ranges = byFile.get(ref.file) ?? [];
      ranges.push({ start: ref.start, end: ref.end, steps: [idx] });
      byFile.set(ref.file, ranges);
    }
  return new Map([...byFile].map(([file, ranges]) => [file, joined(inOrder(ranges))]));
};

/** The range that holds the byte, else the place at which one would stand: `~place`. */
export const rangeAt = (ranges: readonly Gap[], byte: number): number => {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.end ?? 0) <= byte) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low];
  return range !== undefined && range.start <= byte ? low : ~low;
};

/** The bytes between the ranges, of those of `[from, to)`, that are more than a separator. */
export const gapsOf = (ranges: readonly Gap[], from: number, to: number): readonly Gap[] => {
  const gaps: Gap[] = [];
  let at = from;
  for (const range of [...ranges, { start: to, end: to }]) {
    const end = Math.min(range.start, to);
    if (end - at > longestSeparator) gaps.push({ start: at, end });
    at = Math.max(at, range.end);
  }
  return gaps;
};

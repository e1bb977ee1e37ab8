/** Characters of a text, half open. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The most of one text that stands in the page at once, in characters. */
export const mostShown = 1_048_576;

/** Ranges in order, those that touch made one. */
export const joined = (ranges: readonly TextRange[]): readonly TextRange[] => {
  const apart: TextRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (range.to <= range.from) continue;
    if (last && range.from <= last.to) apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else apart.push(range);
  }
  return apart;
};

const sizeOf = (ranges: readonly TextRange[]): number => ranges.reduce((sum, { from, to }) => sum + to - from, 0);

const within = (range: TextRange, { from, to }: TextRange): TextRange => ({
  from: Math.max(range.from, from),
  to: Math.min(range.to, to),
});

/**
 * Shown ranges and one more. Where that is more than a page can hold, what stands furthest from the new one is folded
 * again.
 */
export const withRange = (
  ranges: readonly TextRange[],
  next: TextRange,
  most: number = mostShown,
): readonly TextRange[] => {
  const all = joined([...ranges, next]);
  if (sizeOf(all) <= most) return all;
  const own = { from: Math.max(next.from, next.to - most), to: next.to };
  const slack = Math.floor((most - (own.to - own.from)) / 2);
  const window = { from: own.from - slack, to: own.to + slack };
  return joined(all.map((range) => within(range, window)));
};

/** What is folded between and around the shown ranges of a text. */
export const foldsOf = (ranges: readonly TextRange[], total: number): readonly TextRange[] => {
  const folds: TextRange[] = [];
  let at = 0;
  for (const { from, to } of [...ranges, { from: total, to: total }]) {
    if (from > at) folds.push({ from: at, to: from });
    at = Math.max(at, to);
  }
  return folds;
};

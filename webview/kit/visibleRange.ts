export interface Span {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Items of one size that a scrolled view shows, `beyond` more at each side, none outside `count`. */
export const visibleRange = (scroll: number, view: number, size: number, count: number, beyond: number): Span => {
  const first = Math.max(0, Math.min(count, Math.floor(scroll / size) - beyond));
  return { first, end: Math.max(first, Math.min(count, Math.ceil((scroll + view) / size) + beyond)) };
};

/** Numbers of a span, and one more where it lies outside: the item with the focus is always there. */
export const numbersOf = ({ first, end }: Span, also: number): readonly number[] => {
  const numbers = Array.from({ length: end - first }, (_, i) => first + i);
  return also >= 0 && (also < first || also >= end) ? [...numbers, also] : numbers;
};

/** Scroll that brings an item into view with the least movement. */
export const scrollTo = (at: number, size: number, scroll: number, view: number): number => {
  const start = at * size;
  if (start < scroll) return start;
  return start + size > scroll + view ? start + size - view : scroll;
};

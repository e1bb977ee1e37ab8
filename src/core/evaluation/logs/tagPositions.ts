/** Positions of one kind of tag, asked for from left to right. */
export interface Positions {
  /** The first at or after `from`; -1 where there is none. */
  nextFrom(from: number): number;
  /** How many stand from `from` on and before `to`. */
  countBetween(from: number, to: number): number;
}

const none: Positions = { nextFrom: () => -1, countBetween: () => 0 };

const positions = (all: readonly number[]): Positions => {
  let at = 0;
  const advance = (to: number): number => {
    while (at < all.length && (all[at] ?? 0) < to) at += 1;
    return at;
  };
  return {
    nextFrom: (from) => all[advance(from)] ?? -1,
    countBetween: (from, to) => {
      const start = advance(from);
      return advance(to) - start;
    },
  };
};

/** Finds all tags of `pattern` (one group: the name) in a text, by name. */
export const tagPositions = (text: string, pattern: RegExp): ((name: string) => Positions) => {
  const byName = new Map<string, number[]>();
  for (const { index, 1: name = '' } of text.matchAll(pattern)) {
    const known = byName.get(name);
    if (known) known.push(index);
    else byName.set(name, [index]);
  }
  const readers = new Map([...byName].map(([name, all]) => [name, positions(all)] as const));
  return (name) => readers.get(name) ?? none;
};

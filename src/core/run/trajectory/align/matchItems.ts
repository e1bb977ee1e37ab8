/** What an item shares with another one: numbers of its keys, with the weight that a match by each has. */
export interface MatchItem {
  readonly keys: readonly { readonly id: number; readonly weight: number }[];
}

/** Places of two items that belong together. */
export type Match = readonly [a: number, b: number];

interface Segment {
  readonly a: readonly [from: number, end: number];
  readonly b: readonly [from: number, end: number];
}

/** Pairs of items that are weighed against each other at most; beyond, a segment is first divided. */
const mostPairs = 1_000_000;

const weightOf = (a: MatchItem, b: MatchItem): number => {
  let best = 0;
  for (const { id, weight } of a.keys) for (const other of b.keys) if (other.id === id && weight > best) best = weight;
  return best;
};

/** The heaviest common subsequence of a segment; of equals the earliest. */
const heaviest = (a: readonly MatchItem[], b: readonly MatchItem[], { a: [a0, a1], b: [b0, b1] }: Segment): Match[] => {
  const [rows, columns] = [a1 - a0, b1 - b0];
  const width = columns + 1;
  const best = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  const weight = (i: number, j: number): number => weightOf(a[a0 + i] as MatchItem, b[b0 + j] as MatchItem);
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      best[i * width + j] = Math.max(at(i + 1, j), at(i, j + 1), at(i + 1, j + 1) + weight(i, j));
  const matches: Match[] = [];
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    const own = weight(i, j);
    if (own > 0 && at(i, j) === at(i + 1, j + 1) + own) matches.push([a0 + i++, b0 + j++]);
    else if (at(i + 1, j) === at(i, j)) i += 1;
    else j += 1;
  }
  return matches;
};

/** Where each key stands in part of a list; null where it stands there more than once. */
const places = (items: readonly MatchItem[], [from, end]: Segment['a']): Map<number, number | null> => {
  const found = new Map<number, number | null>();
  for (let at = from; at < end; at++)
    for (const { id } of items[at]?.keys ?? []) found.set(id, found.has(id) && found.get(id) !== at ? null : at);
  return found;
};

/** The longest part of matches, sorted by `a`, that rises in `b` as well (patience sorting). */
const rising = (matches: readonly Match[]): Match[] => {
  const tops: number[] = [];
  const before: number[] = [];
  for (const [at, [, b]] of matches.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[tops[middle] as number]?.[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tops[low - 1] as number);
    tops[low] = at;
  }
  const found: Match[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) found.push(matches[at] as Match);
  return found.reverse();
};

/** Matches by keys that stand once on either side of the segment. */
const byUniqueKeys = (a: readonly MatchItem[], b: readonly MatchItem[], segment: Segment): Match[] => {
  const [ofA, ofB] = [places(a, segment.a), places(b, segment.b)];
  const pairs = new Map<number, number>();
  for (const [id, place] of ofA) {
    const other = ofB.get(id) ?? null;
    if (place !== null && other !== null && !pairs.has(place)) pairs.set(place, other);
  }
  return rising([...pairs].sort(([one], [two]) => one - two));
};

/** The segments before, between and behind matches. */
const gaps = (segment: Segment, matches: readonly Match[]): readonly Segment[] => {
  const found: Segment[] = [];
  let [a, b] = [segment.a[0], segment.b[0]];
  for (const [nextA, nextB] of [...matches, [segment.a[1], segment.b[1]] as const]) {
    found.push({ a: [a, nextA], b: [b, nextB] });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return found;
};

const halves = ({ a: [a0, a1], b: [b0, b1] }: Segment): readonly Segment[] => {
  const [a, b] = [(a0 + a1) >> 1, (b0 + b1) >> 1];
  return [
    { a: [a0, a], b: [b0, b] },
    { a: [a, a1], b: [b, b1] },
  ];
};

const pairsIn = ({ a, b }: Segment): number => (a[1] - a[0]) * (b[1] - b[0]);

/**
 * Which items of two lists belong together: matches by shared keys, in the order of both lists, each item in one at
 * most. The sum of their weights is the greatest where the lists have up to a million pairs of items (a longest common
 * subsequence with weights); longer ones are first divided at keys that stand once on either side (patience diff), and a
 * part that has none in its middle. Time and memory are bounded by that.
 */
export const matchItems = (a: readonly MatchItem[], b: readonly MatchItem[]): readonly Match[] => {
  const matches: Match[] = [];
  const open: Segment[] = [{ a: [0, a.length], b: [0, b.length] }];
  for (let segment = open.pop(); segment !== undefined; segment = open.pop()) {
    if (pairsIn(segment) <= mostPairs) {
      for (const match of heaviest(a, b, segment)) matches.push(match);
      continue;
    }
    const unique = byUniqueKeys(a, b, segment);
    for (const match of unique) matches.push(match);
    for (const part of unique.length > 0 ? gaps(segment, unique) : halves(segment)) open.push(part);
  }
  return matches.sort(([one], [two]) => one - two);
};

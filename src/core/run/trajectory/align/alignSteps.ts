import { type MatchItem, matchItems } from './matchItems';
import type { Anchor, AnchoredStep } from './stepAnchors';

/** Steps of one side that stand in a row together, first and last, counted from 1. */
export interface StepSpan {
  readonly from: number;
  readonly to: number;
}

/** A row of two trajectories side by side: steps of both that do the same, or those of one without a counterpart. */
export interface AlignedRow {
  readonly a: StepSpan | null;
  readonly b: StepSpan | null;
  /** What both do; of one side alone the weightiest that it does, null where nothing is known. */
  readonly anchor: Anchor | null;
  /** The first row in which the file is changed. */
  readonly isFirstEdit: boolean;
  /** One side alone; or both edit, by other texts; or one of both failed. */
  readonly differs: boolean;
}

export interface Alignment {
  /** Each step of either side in one row, in its order. */
  readonly rows: readonly AlignedRow[];
  /**
   * The row from which on the files differ, as far as the texts of edits tell: what programs wrote isn't seen, and two
   * texts may come to the same. Null: the edits are the same on both sides, or there are none.
   */
  readonly filesDiffer: number | null;
}

interface Item extends MatchItem {
  readonly steps: readonly AnchoredStep[];
}

const weights: Readonly<Record<Anchor['kind'], number>> = { submits: 60, edits: 50, tests: 40, told: 30, reads: 20 };

/** That tests were run at all is little; which ones is much. */
const weightOf = ({ kind, what }: Anchor): number => (what === '*' ? 10 : weights[kind]);

const keyOf = ({ kind, what }: Anchor): string => `${kind} ${what}`;

const isReading = ({ anchors }: AnchoredStep): boolean =>
  anchors.length > 0 && anchors.every((a) => a.kind === 'reads');

const sameAnchors = (one: AnchoredStep, other: AnchoredStep): boolean =>
  one.anchors.map(keyOf).join('\n') === other.anchors.map(keyOf).join('\n');

/** A file that is read in several pieces, one after another, is one row. */
const grouped = (steps: readonly AnchoredStep[]): readonly (readonly AnchoredStep[])[] => {
  const groups: AnchoredStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1)?.at(-1);
    if (last && isReading(step) && sameAnchors(last, step)) groups.at(-1)?.push(step);
    else groups.push([step]);
  }
  return groups;
};

const itemsOf = (steps: readonly AnchoredStep[], ids: Map<string, number>): readonly Item[] =>
  grouped(steps).map((group) => {
    const keys = (group[0]?.anchors ?? []).map((anchor) => {
      const key = keyOf(anchor);
      const id = ids.get(key) ?? ids.size;
      ids.set(key, id);
      return { id, weight: weightOf(anchor) };
    });
    return { steps: group, keys };
  });

const spanOf = (item: Item | null): StepSpan | null => {
  const [first, last] = [item?.steps[0], item?.steps.at(-1)];
  return first && last ? { from: first.idx, to: last.idx } : null;
};

const anchorsOf = (item: Item | null): readonly Anchor[] => item?.steps[0]?.anchors ?? [];

const sharedAnchor = (a: Item | null, b: Item | null): Anchor | null => {
  if (a === null || b === null) return anchorsOf(a ?? b)[0] ?? null;
  const others = new Set(anchorsOf(b).map(keyOf));
  return anchorsOf(a).find((anchor) => others.has(keyOf(anchor))) ?? null;
};

const editOf = (item: Item): string | null => item.steps.find(({ edit }) => edit !== null)?.edit ?? null;

const hasFailed = (item: Item): boolean => item.steps.at(-1)?.failed ?? false;

const differ = (a: Item | null, b: Item | null): boolean =>
  a === null || b === null || hasFailed(a) !== hasFailed(b) || editOf(a) !== editOf(b);

type Pair = readonly [a: Item | null, b: Item | null];

/** Every item in its order: pairs, and between them those of `a` alone, then those of `b`. */
const pairsOf = (a: readonly Item[], b: readonly Item[]): readonly Pair[] => {
  const pairs: Pair[] = [];
  let [i, j] = [0, 0];
  for (const [nextA, nextB] of [...matchItems(a, b), [a.length, b.length] as const]) {
    for (; i < nextA; i++) pairs.push([a[i] ?? null, null]);
    for (; j < nextB; j++) pairs.push([null, b[j] ?? null]);
    const both: Pair = [a[i++] ?? null, b[j++] ?? null];
    if (both[0] && both[1]) pairs.push(both);
  }
  return pairs;
};

const editsOf = (pairs: readonly Pair[], side: 0 | 1): readonly { readonly row: number; readonly text: string }[] =>
  pairs.flatMap((pair, row) =>
    (pair[side]?.steps ?? []).flatMap(({ edit }) => (edit === null ? [] : [{ row, text: edit }])),
  );

/** The row of the first edit that isn't the other side's edit as well. */
const partingRow = (pairs: readonly Pair[]): number | null => {
  const [a, b] = [editsOf(pairs, 0), editsOf(pairs, 1)];
  const same = a.findIndex(({ text }, at) => b[at]?.text !== text);
  const at = same < 0 ? a.length : same;
  const rows = [a[at]?.row, b[at]?.row].filter((row) => row !== undefined);
  return rows.length === 0 ? null : Math.min(...rows);
};

/** Two trajectories of one instance side by side, aligned by files touched and tests run. */
export const alignSteps = (a: readonly AnchoredStep[], b: readonly AnchoredStep[]): Alignment => {
  const ids = new Map<string, number>();
  const pairs = pairsOf(itemsOf(a, ids), itemsOf(b, ids));
  const edited = new Set<string>();
  const rows = pairs.map(([left, right]): AlignedRow => {
    const anchor = sharedAnchor(left, right);
    const isFirstEdit = anchor?.kind === 'edits' && !edited.has(anchor.what);
    if (anchor?.kind === 'edits') edited.add(anchor.what);
    return { a: spanOf(left), b: spanOf(right), anchor, isFirstEdit, differs: differ(left, right) };
  });
  return { rows, filesDiffer: partingRow(pairs) };
};

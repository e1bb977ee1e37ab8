import type {
  ChangeClass,
  ComparedFile,
  ComparedHunk,
  Comparison,
  ComparisonWarning,
  HunkSide,
  MovedLines,
  SameBut,
  SideTotals,
} from './comparison';

/** Lines of one file: 1-based first, and how many; where there are none, the line before which some were taken out. */
export interface MapLines {
  readonly start: number;
  readonly count: number;
}

/** What one side does at a place. */
export interface MapChange {
  /** In the side's own file, as the patch leaves it. */
  readonly lines: MapLines;
  readonly added: number;
  readonly removed: number;
  /** Lines that it puts into its own document, and those that it takes out of base's, that stand together. */
  readonly puts: readonly MapLines[];
  readonly takes: readonly MapLines[];
}

/** A number for the document of each side. */
export interface MapPlace {
  readonly base: number;
  readonly gold: number;
  readonly model: number;
}

export interface MapHunk {
  readonly class: ChangeClass;
  readonly but: SameBut;
  readonly gold: MapChange | null;
  readonly model: MapChange | null;
  /** 1-based line at which the place begins in each document. */
  readonly at: MapPlace;
  /** Lines of the place in each document, so that what stands beside it lines up. */
  readonly extent: MapPlace;
}

export interface MapFile extends ComparedFile {
  /** Its place among the files as they are compared, from 0. */
  readonly index: number;
  readonly hunks: readonly MapHunk[];
}

/** What a text is in the place of a patch; `hidden`: it may not be told. */
export type MapSideState = 'patch' | 'prose' | 'empty' | 'none' | 'hidden';

/** Gold against a model's patch as people walk through it; bounded, what was left out is counted. */
export interface HunkMap {
  /** Lower-case hex SHA-256 of the model's patch, of gold where there is none; null where neither is there. */
  readonly hash: string | null;
  readonly states: { readonly gold: MapSideState; readonly model: MapSideState };
  readonly totals: { readonly gold: SideTotals; readonly model: SideTotals; readonly goldHunksMet: number };
  /** Gold's order, then the model's; what a tool made comes last. */
  readonly files: readonly MapFile[];
  readonly filesLeftOut: number;
  readonly hunksLeftOut: number;
  readonly moved: readonly (MovedLines & { readonly side: 'gold' | 'model' })[];
  readonly movedLeftOut: number;
  readonly warnings: readonly ComparisonWarning[];
  readonly warningsLeftOut: number;
}

/** More than these no page holds; a patch that has them is no work of a person. */
const most = { files: 2000, hunks: 20_000, said: 100 } as const;

/** 0-based first base line of a side's change: where it has no base lines, it stands behind the one that is named. */
const baseStart = ({ start, count }: Pick<HunkSide, 'start' | 'count'>): number => (count === 0 ? start : start - 1);

/** How far a side's lines are shifted against base behind the places before, whatever its headers say. */
class Shift {
  private by = 0;

  /** 1-based line of the side for a 0-based one of base. */
  at(base: number): number {
    return Math.max(1, base + this.by + 1);
  }

  pass(side: HunkSide | null): void {
    if (side) this.by += side.newCount - side.count;
  }
}

const changeOf = (side: HunkSide | null, shift: Shift): MapChange | null => {
  if (side === null) return null;
  const start = shift.at(baseStart(side));
  const [puts, takes]: [MapLines[], MapLines[]] = [[], []];
  let by = start - baseStart(side) - 1;
  for (const { start: first, removed, added } of side.runs) {
    const base = baseStart({ start: first, count: removed });
    if (added > 0) puts.push({ start: base + by + 1, count: added });
    if (removed > 0) takes.push({ start: base + 1, count: removed });
    by += added - removed;
  }
  const sum = (lines: readonly MapLines[]): number => lines.reduce((total, { count }) => total + count, 0);
  return { lines: { start, count: side.newCount }, added: sum(puts), removed: sum(takes), puts, takes };
};

const placed = (hunks: readonly ComparedHunk[]): readonly MapHunk[] => {
  const [gold, model] = [new Shift(), new Shift()];
  return hunks.map((hunk) => {
    const sides = [hunk.gold, hunk.model].flatMap((side) => (side ? [side] : []));
    const base = Math.min(...sides.map(baseStart));
    const lines = Math.max(...sides.map((side) => baseStart(side) + side.count)) - base;
    const extent = (side: HunkSide | null): number => lines + (side ? side.newCount - side.count : 0);
    const row: MapHunk = {
      class: hunk.class,
      but: hunk.but,
      gold: changeOf(hunk.gold, gold),
      model: changeOf(hunk.model, model),
      at: { base: base + 1, gold: gold.at(base), model: model.at(base) },
      extent: { base: lines, gold: extent(hunk.gold), model: extent(hunk.model) },
    };
    gold.pass(hunk.gold);
    model.pass(hunk.model);
    return row;
  });
};

const byFile = (hunks: readonly ComparedHunk[]): ReadonlyMap<string, readonly ComparedHunk[]> => {
  const groups = new Map<string, ComparedHunk[]>();
  for (const hunk of hunks) {
    const group = groups.get(hunk.path);
    if (group) group.push(hunk);
    else groups.set(hunk.path, [hunk]);
  }
  return groups;
};

const bounded = (files: readonly MapFile[]): Pick<HunkMap, 'files' | 'filesLeftOut' | 'hunksLeftOut'> => {
  const kept: MapFile[] = [];
  let room: number = most.hunks;
  let hunksLeftOut = 0;
  for (const file of files.slice(0, most.files)) {
    const hunks = file.hunks.length > room ? file.hunks.slice(0, room) : file.hunks;
    room -= hunks.length;
    hunksLeftOut += file.hunks.length - hunks.length;
    kept.push(hunks === file.hunks ? file : { ...file, hunks });
  }
  for (const file of files.slice(most.files)) hunksLeftOut += file.hunks.length;
  return { files: kept, filesLeftOut: files.length - kept.length, hunksLeftOut };
};

/** Files with their places, ready to be walked through. `comparison` may be of a text that is no patch: it is empty then. */
export const hunkMap = (comparison: Comparison, states: HunkMap['states'], hash: string | null): HunkMap => {
  const hunks = byFile(comparison.hunks);
  const files = comparison.files
    .filter(({ path }) => path !== '')
    .map((file, index) => ({ ...file, index, hunks: placed(hunks.get(file.path) ?? []) }));
  const isMade = (file: MapFile): boolean => file.class === 'generated';
  const moved = (['gold', 'model'] as const).flatMap((side) =>
    comparison.moved[side].map((lines) => ({ side, ...lines })),
  );
  const { gold, model, goldHunksMet } = comparison.totals;
  return {
    hash,
    states,
    totals: { gold, model, goldHunksMet },
    ...bounded([...files.filter((file) => !isMade(file)), ...files.filter(isMade)]),
    moved: moved.slice(0, most.said),
    movedLeftOut: Math.max(0, moved.length - most.said),
    warnings: comparison.warnings.slice(0, most.said),
    warningsLeftOut: Math.max(0, comparison.warnings.length - most.said),
  };
};

/** So many files that nobody wants them all on the screen at once: they are listed first. */
const manyFiles = 20;

export const isLongMap = ({ files }: { readonly files: readonly unknown[] }): boolean => files.length > manyFiles;

/** Whether a file can be opened: some side may be. */
export const isOpenable = ({ gold, model }: Pick<MapFile, 'gold' | 'model'>): boolean =>
  [gold, model].some((side) => side !== null && side.unsafe === null);

type Side = keyof MapPlace;

/** The 1-based line of one side's document that stands beside a line of another's. */
export const lineBeside = (hunks: readonly MapHunk[], line: number, from: Side, to: Side): number => {
  const before = hunks.findLast(({ at }) => at[from] <= line);
  if (!before) return line;
  const { at, extent } = before;
  const inside = line - at[from];
  if (inside >= extent[from]) return at[to] + extent[to] + inside - extent[from];
  return at[to] + Math.min(inside, Math.max(0, extent[to] - 1));
};

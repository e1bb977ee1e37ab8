import { changeBlocks } from './changeBlocks';
import type { MovedLines } from './comparison';
import { type Patch, pathOf } from './patch';
import { isGeneratedPath } from './pathRules';

/** Fewer lines that agree are no news: every file has the same braces. */
const fewest = 3;

/** A text of many equal lines would else be held against itself. */
const mostCandidates = 8;

/** Lines that stand together on one side of one file. */
interface Run {
  readonly path: string;
  /** 1-based line of the first. */
  readonly line: number;
  readonly lines: readonly string[];
}

interface Place {
  readonly run: Run;
  readonly at: number;
}

const runsOf = (patch: Patch): { readonly removed: readonly Run[]; readonly added: readonly Run[] } => {
  const removed: Run[] = [];
  const added: Run[] = [];
  for (const file of patch.files) {
    if (isGeneratedPath(pathOf(file))) continue;
    for (const { written } of changeBlocks([file])) {
      const old = file.oldPath ?? pathOf(file);
      if (written.removed.length >= fewest)
        removed.push({ path: old, line: written.start + 1, lines: written.removed });
      if (written.added.length >= fewest)
        added.push({ path: pathOf(file), line: written.newStart + 1, lines: written.added });
    }
  }
  return { removed, added };
};

const keyAt = (lines: readonly string[], at: number): string => lines.slice(at, at + fewest).join('');

/** Where each few lines in a row were removed. */
const placesByKey = (runs: readonly Run[]): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>();
  for (const run of runs)
    for (let at = 0; at + fewest <= run.lines.length; at++) {
      const key = keyAt(run.lines, at);
      const known = places.get(key);
      if (known === undefined) places.set(key, [{ run, at }]);
      else if (known.length < mostCandidates) known.push({ run, at });
    }
  return places;
};

const agreeing = (a: Place, b: Place): number => {
  let count = 0;
  while (
    a.at + count < a.run.lines.length &&
    b.at + count < b.run.lines.length &&
    a.run.lines[a.at + count] === b.run.lines[b.at + count]
  )
    count++;
  return count;
};

/** Blank lines and braces in a row say nothing of where they come from. */
const tells = ({ run, at }: Place, count: number): boolean =>
  run.lines.slice(at, at + count).filter((line) => /[\p{L}\p{N}]/u.test(line)).length >= fewest - 1;

/** The longest stretch from elsewhere that goes on at a place; null where there is none. */
const bestAt = (
  added: Place,
  candidates: readonly Place[],
): { readonly from: Place; readonly count: number } | null => {
  let best: { readonly from: Place; readonly count: number } | null = null;
  for (const from of candidates) {
    if (from.run.path === added.run.path) continue;
    const count = agreeing(from, added);
    if (count > (best?.count ?? 0)) best = { from, count };
  }
  return best && tells(best.from, best.count) ? best : null;
};

const lineOf = ({ run, at }: Place): number => run.line + at;

/**
 * Lines that a patch removes in one file and adds in another: exactly the same lines with their ends, at least three in
 * a row. Generated files are left out. In the order of the lines' new places; time is that of reading the lines.
 */
export const movedLines = (patch: Patch): readonly MovedLines[] => {
  const { removed, added } = runsOf(patch);
  const places = placesByKey(removed);
  const moved: MovedLines[] = [];
  for (const run of added)
    for (let at = 0; at + fewest <= run.lines.length; ) {
      const to = { run, at };
      const best = bestAt(to, places.get(keyAt(run.lines, at)) ?? []);
      if (best !== null)
        moved.push({
          from: { path: best.from.run.path, line: lineOf(best.from) },
          to: { path: run.path, line: lineOf(to) },
          count: best.count,
        });
      at += best?.count ?? 1;
    }
  return moved;
};

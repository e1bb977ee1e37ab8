import {
  type HunkMap,
  hunkMap,
  type MapChange,
  type MapFile,
  type MapLines,
  type MapPlace,
} from '../core/patch/hunkMap';
import { parsePatch } from '../core/patch/parsePatch';
import type { Patch } from '../core/patch/patch';
import { type PartialSide, sidesOfBoth } from '../core/patch/sidesFromHunks';
import type { Sha256 } from '../core/shared/hash';
import { type CompareInput, comparePatchTexts } from './comparePatches';
import { partsOf } from './planComparison';

export interface MapInput extends CompareInput {
  /** Gold may not be told: the map is that of the model's patch alone. */
  readonly isGoldHidden: boolean;
  /** `hunks`: documents hold what the patches show, gaps marked, so that their lines are not those of the files. */
  readonly source: 'repository' | 'hunks';
}

/** Where a line of a file stands in a document that is made of hunks, 1-based; the next one that is shown. */
const shownLine = ({ lines }: PartialSide, line: number): number => {
  const at = lines.findIndex((each) => each !== null && each >= line);
  return at < 0 ? Math.max(1, lines.length) : at + 1;
};

const shownLines = (side: PartialSide, all: readonly MapLines[]): readonly MapLines[] =>
  all.map(({ start, count }) => ({ start: shownLine(side, start), count }));

const inDocuments = (file: MapFile, gold: Patch, model: Patch): MapFile => {
  const sides = sidesOfBoth(partsOf(gold, file.gold), partsOf(model, file.model));
  const moved = (at: MapPlace): MapPlace => ({
    base: shownLine(sides.base, at.base),
    gold: shownLine(sides.gold, at.gold),
    model: shownLine(sides.model, at.model),
  });
  const change = (side: MapChange | null, own: PartialSide): MapChange | null =>
    side && { ...side, puts: shownLines(own, side.puts), takes: shownLines(sides.base, side.takes) };
  const hunks = file.hunks.map((hunk) => ({
    ...{ ...hunk, at: moved(hunk.at) },
    ...{ gold: change(hunk.gold, sides.gold), model: change(hunk.model, sides.model) },
  }));
  return { ...file, hunks };
};

/** The map of gold against a model's patch, with places in the documents as they are opened. */
export const hunkMapOfTexts = async (input: MapInput, sha256: Sha256): Promise<HunkMap> => {
  const gold = input.isGoldHidden ? null : input.gold;
  const compared = await comparePatchTexts({ ...input, gold });
  const { asWritten } = compared;
  const states = { gold: input.isGoldHidden ? 'hidden' : asWritten.gold.state, model: asWritten.model.state } as const;
  const looked = input.model ?? gold;
  const map = hunkMap(compared, states, looked === null ? null : sha256(looked));
  if (input.source === 'repository') return map;
  const [goldPatch, modelPatch] = [parsePatch(gold ?? ''), parsePatch(input.model ?? '')];
  return { ...map, files: map.files.map((file) => inDocuments(file, goldPatch, modelPatch)) };
};

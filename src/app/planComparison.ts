import { comparePatches } from '../core/patch/comparePatches';
import type { ComparedFile, FileSide } from '../core/patch/comparison';
import { parsePatch } from '../core/patch/parsePatch';
import { type FilePatch, type Patch, pathOf } from '../core/patch/patch';
import type { ComparisonPlan } from '../protocol/app';

/** Both patches, read and put side by side: the parts of one file, whatever either side calls it. */
export interface SideBySide {
  readonly gold: Patch;
  readonly model: Patch;
  readonly files: readonly ComparedFile[];
}

export const sideBySide = (goldText: string | null, modelText: string | null): SideBySide => {
  const gold = parsePatch(goldText ?? '');
  const model = parsePatch(modelText ?? '');
  return { gold, model, files: comparePatches(gold, model).files };
};

/** The parts of a patch that belong to one side of a row; a path that leaves the tree is never opened. */
export const partsOf = (patch: Patch, side: FileSide | null): readonly FilePatch[] =>
  side === null ? [] : patch.files.filter((file) => file.unsafe === null && pathOf(file) === side.path);

const lines = (side: FileSide | null) => ({ added: side?.added ?? 0, removed: side?.removed ?? 0 });

const notesOf = (name: string, text: string | null, patch: Patch): string[] => {
  if (text === null) return [];
  const said = patch.warnings.map((warning) => `${name} line ${warning.line}: ${warning.text}`);
  return patch.isPatch ? said : [`The ${name} holds no change that could be applied.`, ...said];
};

/** What can be opened of a comparison: gold's files in gold's order, then those that only the model touches. */
export const planComparison = (goldText: string | null, modelText: string | null): Omit<ComparisonPlan, 'source'> => {
  const both = sideBySide(goldText, modelText);
  const rows = both.files.filter(
    (row) => row.path !== '' && partsOf(both.gold, row.gold).length + partsOf(both.model, row.model).length > 0,
  );
  return {
    files: rows.map(({ path, gold, model }) => ({
      path,
      inGold: gold !== null,
      inModel: model !== null,
      gold: lines(gold),
      model: lines(model),
    })),
    goldIsPatch: both.gold.isPatch,
    modelIsPatch: modelText === null ? null : both.model.isPatch,
    notes: [...notesOf('gold patch', goldText, both.gold), ...notesOf('model patch', modelText, both.model)],
  };
};

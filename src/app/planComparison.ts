import type { FilePatch, Patch } from '../core/patch/patch';
import { pathOf } from '../core/patch/patch';
import { parsePatch } from '../core/patch/parsePatch';
import { lineFigures } from '../core/patch/patchFigures';

/** A file that either patch touches, with its lines added and removed on each side. */
export interface ComparedFile {
  readonly path: string;
  readonly inGold: boolean;
  readonly inModel: boolean;
  readonly gold: { readonly added: number; readonly removed: number };
  readonly model: { readonly added: number; readonly removed: number };
}

export interface ComparedPatches {
  readonly files: readonly ComparedFile[];
  readonly goldIsPatch: boolean;
  /** Null where there is no model patch to compare with. */
  readonly modelIsPatch: boolean | null;
  /** What the readers met, in words: prose, wrong counts, paths that leave the tree. */
  readonly notes: readonly string[];
}

const none = { added: 0, removed: 0 };

const byPath = (patch: Patch | null): Map<string, FilePatch> =>
  new Map((patch?.files ?? []).filter(({ unsafe }) => unsafe === null).map((file) => [pathOf(file), file]));

const notesOf = (name: string, patch: Patch | null): string[] => {
  if (!patch) return [];
  const said = patch.warnings.map(({ line, text }) => `${name} line ${line}: ${text}`);
  return patch.isPatch ? said : [`The ${name} holds no change that could be applied.`, ...said];
};

/**
 * The files of a comparison: gold's in gold's order, then those that only the model touches. Files whose path leaves
 * the tree are never opened; a note names them.
 */
export const planComparison = (goldText: string | null, modelText: string | null): ComparedPatches => {
  const gold = goldText === null ? null : parsePatch(goldText);
  const model = modelText === null ? null : parsePatch(modelText);
  const goldFiles = byPath(gold);
  const modelFiles = byPath(model);
  const paths = [...new Set([...goldFiles.keys(), ...modelFiles.keys()])].filter((path) => path !== '');
  const files = paths.map((path) => {
    const inGold = goldFiles.get(path);
    const inModel = modelFiles.get(path);
    return {
      path,
      inGold: inGold !== undefined,
      inModel: inModel !== undefined,
      gold: inGold ? lineFigures(inGold) : none,
      model: inModel ? lineFigures(inModel) : none,
    };
  });
  const notes = [...notesOf('gold patch', gold), ...notesOf('model patch', model)];
  return { files, goldIsPatch: gold?.isPatch ?? false, modelIsPatch: model?.isPatch ?? null, notes };
};

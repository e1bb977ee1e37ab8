import { comparePatches } from '../core/patch/comparePatches';
import type { Comparison, ComparisonWarning } from '../core/patch/comparison';
import { parsePatch } from '../core/patch/parsePatch';
import type { Patch } from '../core/patch/patch';
import type { AppliedDiff, PatchApplier } from '../core/patch/patchApplier';
import { type PatchFigures, patchFigures } from '../core/patch/patchFigures';

export interface CompareInput {
  /** Texts as they stand in the data; null where the data has none. */
  readonly gold: string | null;
  readonly model: string | null;
  /** The instance's test patch; its files count as tests whatever their names. */
  readonly testPatch?: string | null;
}

/** A text as a patch: `none` (null), `empty` (nothing but blanks), `prose` (no change that could be applied). */
export type PatchState = 'patch' | 'prose' | 'empty' | 'none';

export interface WrittenSide extends PatchFigures {
  readonly state: PatchState;
}

export type AppliedSide =
  | (PatchFigures & { readonly applied: true })
  | { readonly applied: false; readonly reason: string };

export interface PatchComparison extends Comparison {
  readonly asWritten: { readonly gold: WrittenSide; readonly model: WrittenSide };
  /** Null where nothing was applied (no repository at hand): then files and hunks are compared as written. */
  readonly asApplied: { readonly gold: AppliedSide; readonly model: AppliedSide } | null;
}

const stateOf = (text: string | null, patch: Patch): PatchState => {
  if (text === null) return 'none';
  if (patch.isPatch) return 'patch';
  return text.trim() === '' ? 'empty' : 'prose';
};

const testPathsOf = (testPatch: string | null | undefined): readonly string[] =>
  testPatch
    ? parsePatch(testPatch)
        .files.flatMap((file) => [file.oldPath, file.newPath])
        .filter((path) => path !== null)
    : [];

const appliedSide = (result: AppliedDiff): AppliedSide =>
  result.ok ? { applied: true, ...patchFigures(parsePatch(result.diff)) } : { applied: false, reason: result.reason };

const applyText = async (text: string | null, applier: PatchApplier, signal?: AbortSignal): Promise<AppliedDiff> =>
  text === null || text.trim() === '' ? { ok: true, diff: '' } : applier.apply(text, signal);

/**
 * Compares a model's patch with gold. Without `applier` both are compared as written. With it, what git made of them
 * decides: where both applied, files and hunks are those of the applied diffs (git may drop lines that a header
 * doesn't count); where one was refused, both stay as written and `asApplied` says why. Warnings are always those of
 * the texts as written, with their lines.
 */
export const comparePatchTexts = async (
  input: CompareInput,
  applier?: PatchApplier,
  signal?: AbortSignal,
): Promise<PatchComparison> => {
  const gold = parsePatch(input.gold ?? '');
  const model = parsePatch(input.model ?? '');
  const options = { testPaths: testPathsOf(input.testPatch) };
  const written = comparePatches(gold, model, options);
  const asWritten = {
    gold: { state: stateOf(input.gold, gold), ...patchFigures(gold) },
    model: { state: stateOf(input.model, model), ...patchFigures(model) },
  };
  if (!applier) return { ...written, asWritten, asApplied: null };
  // One after the other: the port may use one working tree.
  const goldDiff = await applyText(input.gold, applier, signal);
  const modelDiff = await applyText(input.model, applier, signal);
  const asApplied = { gold: appliedSide(goldDiff), model: appliedSide(modelDiff) };
  if (!goldDiff.ok || !modelDiff.ok) return { ...written, asWritten, asApplied };
  const applied = comparePatches(parsePatch(goldDiff.diff), parsePatch(modelDiff.diff), options);
  const warnings: readonly ComparisonWarning[] = written.warnings;
  return { ...applied, warnings, asWritten, asApplied };
};

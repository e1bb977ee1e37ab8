import { alignFiles, type FilePair } from './alignFiles';
import { compareFile, type FileComparison, type FixedClass } from './compareFile';
import type { ChangeClass, Comparison, SideTotals } from './comparison';
import { movedLines } from './movedLines';
import type { Patch } from './patch';
import { patchFigures } from './patchFigures';
import { isGeneratedPath, isTestPath } from './pathRules';

export interface CompareOptions {
  /** Paths of the instance's test patch: tests whatever their names. */
  readonly testPaths?: readonly string[];
}

const CLASSES: readonly ChangeClass[] = ['same', 'place', 'gold', 'model', 'tests', 'generated', 'binary', 'outside'];

const countClasses = (rows: readonly { readonly class: ChangeClass }[]): Readonly<Record<ChangeClass, number>> => {
  const counts = Object.fromEntries(CLASSES.map((name) => [name, 0])) as Record<ChangeClass, number>;
  for (const row of rows) counts[row.class] += 1;
  return counts;
};

const fixedClass = (pair: FilePair, testPaths: ReadonlySet<string>): FixedClass => {
  if (isTestPath(pair.path) || testPaths.has(pair.path)) return 'tests';
  if (isGeneratedPath(pair.path)) return 'generated';
  return [...pair.gold, ...pair.model].some((part) => part.binary !== null) ? 'binary' : null;
};

const totalsOf = (patch: Patch): SideTotals => {
  const { files, added, removed, hunks } = patchFigures(patch);
  return { files, added, removed, hunks };
};

const warningsOf = (gold: Patch, model: Patch): Comparison['warnings'] => [
  ...gold.warnings.map((warning) => ({ side: 'gold' as const, ...warning })),
  ...model.warnings.map((warning) => ({ side: 'model' as const, ...warning })),
];

/**
 * Compares a model's patch with gold, file by file (renames followed) and place by place: changes meet where their
 * base lines overlap, whatever context their hunks carry and however they slide in it, and are the same where they
 * make the same of those lines. Both patches must be for the same base. Time is that of sorting the hunks.
 */
export const comparePatches = (gold: Patch, model: Patch, options: CompareOptions = {}): Comparison => {
  const testPaths = new Set(options.testPaths ?? []);
  const onlyModel = gold.files.length === 0 ? 'model' : 'outside';
  const compared: readonly FileComparison[] = alignFiles(gold, model).map((pair) =>
    compareFile(pair, fixedClass(pair, testPaths), onlyModel),
  );
  const files = compared.map(({ file }) => file);
  const hunks = compared.flatMap((entry) => entry.hunks);
  return {
    files,
    hunks,
    totals: {
      gold: totalsOf(gold),
      model: totalsOf(model),
      goldHunksMet: compared.reduce((sum, entry) => sum + entry.goldHunksMet, 0),
      files: countClasses(files),
      hunks: countClasses(hunks),
    },
    moved: { gold: movedLines(gold), model: movedLines(model) },
    warnings: warningsOf(gold, model),
  };
};

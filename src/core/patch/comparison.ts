import type { FileKind, PatchWarning, UnsafeReason } from './patch';

/**
 * How gold and model meet, for a file or a hunk. The first that holds:
 *
 * - `tests`: a test file by its name or because the instance's test patch names it (whoever changes it);
 * - `generated`: made by a tool, by its name;
 * - `binary`: either side is binary, so that no lines can be compared;
 * - `same`: equal changes, or equal but for white space or the order of lines (then `but` says so);
 * - `place`: both change the same base lines (for a file: both change the file), but not equally;
 * - `gold`: gold alone;
 * - `outside`: the model changes a file that gold doesn't touch;
 * - `model`: the model alone, in a file that gold touches, or where there is no gold patch to compare with.
 */
export type ChangeClass = 'same' | 'place' | 'gold' | 'model' | 'tests' | 'generated' | 'binary' | 'outside';

/** In what two changes that count as the same still differ; null where in nothing, or where they aren't the same. */
export type SameBut = 'space' | 'order' | null;

/** One side's change at a place. */
export interface HunkSide {
  /** 1-based first base line changed; where `count` is 0, the line after which lines are inserted (0: at the top). */
  readonly start: number;
  /** Base lines removed or replaced, from first to last. */
  readonly count: number;
  /** 1-based first line and number of lines on the side's own file, by its headers: for revealing in an editor. */
  readonly newStart: number;
  readonly newCount: number;
  /** 0-based index of the hunk in the file's part of the patch. */
  readonly hunk: number;
  /** The changed lines with their signs, without their ends. */
  readonly lines: readonly string[];
  /** Changed lines that stand together, in their order: `start` as above, lines taken out and put in there. */
  readonly runs: readonly { readonly start: number; readonly removed: number; readonly added: number }[];
}

/** A row of the hunk map: changes of a hunk that share a class, met with the other side's by their base lines. */
export interface ComparedHunk {
  readonly path: string;
  readonly class: ChangeClass;
  readonly but: SameBut;
  readonly gold: HunkSide | null;
  readonly model: HunkSide | null;
}

export interface FileSide {
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  readonly kind: FileKind;
  readonly binary: boolean;
  /** The path on this side where it ends up; differs from the row's where the sides rename differently. */
  readonly path: string;
  /** Where a renamed or copied file comes from; null for any other. */
  readonly from: string | null;
  /** Why the path must never be opened or written; null where it may. */
  readonly unsafe: UnsafeReason | null;
}

export interface ComparedFile {
  /** Where the file ends up in gold, or in the model's patch where gold doesn't touch it; the old path if deleted. */
  readonly path: string;
  readonly class: ChangeClass;
  readonly but: SameBut;
  readonly gold: FileSide | null;
  readonly model: FileSide | null;
}

export interface SideTotals {
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  /** Hunks of the patch as written. */
  readonly hunks: number;
}

export interface Totals {
  readonly gold: SideTotals;
  readonly model: SideTotals;
  /** Gold's hunks of which the model changes at least one line too, out of `gold.hunks`. */
  readonly goldHunksMet: number;
  /** Rows of `files` and of `hunks` by class; every class is present. */
  readonly files: Readonly<Record<ChangeClass, number>>;
  readonly hunks: Readonly<Record<ChangeClass, number>>;
}

/** Lines in a row that one file loses and another gets. Lines are 1-based: of base, and of the side's own file. */
export interface MovedLines {
  readonly from: { readonly path: string; readonly line: number };
  readonly to: { readonly path: string; readonly line: number };
  readonly count: number;
}

export interface ComparisonWarning extends PatchWarning {
  readonly side: 'gold' | 'model';
}

export interface Comparison {
  readonly files: readonly ComparedFile[];
  readonly hunks: readonly ComparedHunk[];
  readonly totals: Totals;
  readonly moved: { readonly gold: readonly MovedLines[]; readonly model: readonly MovedLines[] };
  readonly warnings: readonly ComparisonWarning[];
}

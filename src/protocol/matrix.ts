import type { ErrorFinding } from '../core/evaluation/errorType';
import type { Outcome } from '../core/evaluation/outcome';
import type { RunColumn } from '../core/study/runColumns';
import type { ComparedFilter, ComparedSet, RunComparison } from '../core/study/runComparison';
import type { InstanceQuery, MatrixCell } from './explorer';

/** What the matrix shows: the explorer's instances, narrowed and ordered by what the page asks for. */
export interface MatrixQuery {
  readonly query: InstanceQuery;
  /** Words of the page's own filter, on top of the query's. */
  readonly words: string;
  /** Only instances on which runs (base and gold aside) have different outcomes. */
  readonly differ: boolean;
  /** Ordered by the outcome in one column; null keeps the query's own order. */
  readonly order: { readonly column: string; readonly descending: boolean } | null;
}

/** One column with its counts over the rows that are shown. */
export interface MatrixHead extends RunColumn {
  readonly counts: {
    readonly resolved: number;
    readonly unresolved: number;
    readonly scored: number;
    /** No verdict. */
    readonly none: number;
    readonly notEvaluated: number;
  };
}

/** Everything of a matrix but its cells. `version` names this making of it: windows of another are refused. */
export interface MatrixShape {
  readonly version: number;
  /** Rows shown, and instances that the explorer's query finds. */
  readonly rows: number;
  readonly found: number;
  readonly columns: readonly MatrixHead[];
  /** Instances of the study's datasets in all. */
  readonly known: number;
}

export interface MatrixRow {
  readonly datasetPath: string;
  readonly id: string;
  readonly title: string | null;
}

/**
 * A cell with the words of its outcome, and of what its files say against one another ('' where they agree); null
 * where the run does not have the instance.
 */
export type ShownCell = (MatrixCell & { readonly words: string; readonly contradiction: string }) | null;

export interface MatrixRange {
  readonly version: number;
  readonly firstRow: number;
  readonly rows: number;
  readonly firstColumn: number;
  readonly columns: number;
}

/** The cells of a range, row by row; shorter at the edges of the matrix. */
export interface MatrixWindow extends MatrixRange {
  readonly heads: readonly MatrixRow[];
  readonly cells: readonly (readonly ShownCell[])[];
}

export interface RunPair {
  readonly studyFolder: string;
  /** Keys of two columns. */
  readonly a: string;
  readonly b: string;
}

/** Two runs, counted; `instances` are listed by windows. */
export interface ShownComparison {
  readonly a: RunColumn;
  readonly b: RunColumn;
  readonly comparison: RunComparison;
  /** False while no log was read: every error type is unknown then. */
  readonly typed: boolean;
}

export interface ComparedRow {
  readonly instanceId: string;
  readonly set: ComparedSet;
  /** Why it is not comparable; '' where it is. */
  readonly reason: string;
  readonly a: ComparedCell;
  readonly b: ComparedCell;
}

export interface ComparedCell {
  readonly inRun: boolean;
  readonly outcome: Outcome | null;
  readonly words: string;
  readonly error: ErrorFinding | null;
}

export interface ComparedWindow {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly ComparedRow[];
}

/** What the worker offers for the matrix and for two runs. A call with `task` tells its progress and can be cancelled. */
export type MatrixApi = {
  matrixShape(q: MatrixQuery): Promise<MatrixShape>;
  /** null where the matrix was made anew meanwhile: ask for its shape again. */
  matrixWindow(q: MatrixRange): Promise<MatrixWindow | null>;
  runColumns(q: { readonly studyFolder: string }): Promise<readonly RunColumn[]>;
  /** Without `types` no log is opened. */
  compareRuns(q: RunPair & { readonly types: boolean; readonly task?: string }): Promise<ShownComparison>;
  comparedWindow(
    q: RunPair & { readonly filter: ComparedFilter; readonly from: number; readonly count: number },
  ): Promise<ComparedWindow>;
  /** The comparison as a table, or its flow picture, for a file. */
  comparisonText(q: RunPair & { readonly as: 'csv' | 'svg' }): Promise<string>;
};

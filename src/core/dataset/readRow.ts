import type { Instance } from '../instance/instance';
import type { Problem } from '../shared/problem';
import { sweBench } from './formats/sweBench';

/** What one row became: an instance (with notes on what it lacks), or nothing, with the reason. */
export type RowReading =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly notes: readonly Problem[] }
  | { readonly kind: 'skipped'; readonly problem: Problem };

export interface RowContext {
  /** For people: `spandrel.jsonl row 7`. */
  readonly where: string;
  readonly format: string;
  readonly benchmark: string;
  /** The columns that were asked for; null where all were. What was not asked for is not missing. */
  readonly columns?: ReadonlySet<string> | null;
}

/**
 * One row of the SWE-bench family, classic or v5 columns (formats.md A1), as an instance. A row with a wrong type
 * where grading needs it is left out; one that merely lacks something opens, with notes. Never throws for bad data.
 * Rows of all other benchmarks: `detectRow(row).format.read`.
 */
export const readRow = (value: unknown, context: RowContext): RowReading => sweBench.read(value, context);

import type { Problem } from '../../core/shared/problem';

/** What a path holds, in the shape of `touchstone inspect` (cli.md). */
export interface Inspection {
  readonly path: string;
  /** `swebench-jsonl`, `predictions-by-id`, `touchstone-study`, ...; null where nothing was recognised. */
  readonly format: string | null;
  /** `classic` or `v5` columns of a dataset, the version of a study file; null where the format has none. */
  readonly version: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly skipped: readonly Problem[];
  readonly warnings: readonly string[];
  /** Path of the trajectory, a file or a folder, of which this file is a part. Absent: it stands for itself. */
  readonly belongsTo?: string;
}

/** What was recognised in a file's content, before its path is added. */
export type Recognised = Pick<Inspection, 'format' | 'counts'> & Partial<Inspection>;

export const inspectionOf = (path: string, found: Recognised): Inspection => ({
  path,
  format: found.format,
  version: found.version ?? null,
  counts: found.counts,
  skipped: found.skipped ?? [],
  warnings: found.warnings ?? [],
  ...(found.belongsTo === undefined ? {} : { belongsTo: found.belongsTo }),
});

/** A path in which nothing was recognised, with the reason. */
export const unknown = (path: string, reason: string): Inspection =>
  inspectionOf(path, { format: null, counts: {}, skipped: [{ where: path, field: null, reason }] });

export const inWords = (notes: readonly Problem[]): readonly string[] =>
  notes.map((note) => `${note.where}: ${note.reason}`);

/** How often each value occurs, as counts under its own name. */
export const tally = (values: Iterable<string>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
};

import type { Prediction } from '../core/run/prediction/prediction';
import type { FilePort, RowFile } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { readPredictionsFolder } from './readPredictionsFolder';
import { PredictionsReading } from './readPredictionsRows';

export type PredictionsFormat =
  | 'predictions-jsonl'
  | 'predictions-json'
  | 'predictions-by-id'
  | 'prediction'
  | 'samples-jsonl'
  | 'samples-json'
  | 'samples-by-id'
  | 'samples-folder';

/** Predictions as read. Every row is in `predictions` or in `skipped`. */
export interface PredictionsFile {
  readonly format: PredictionsFormat;
  /**
   * At most one patch for each instance and model: where both are named twice the last one counts, as in the harness.
   * Samples of code are all here, numbered by `attempt`.
   */
  readonly predictions: readonly Prediction[];
  readonly skipped: readonly Problem[];
  /** What is odd about rows that are used all the same. */
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

const formats = {
  'json-lines': ['predictions-jsonl', 'samples-jsonl'],
  'json-array': ['predictions-json', 'samples-json'],
  'json-object': ['predictions-by-id', 'samples-by-id'],
  'json-single': ['prediction', 'samples-by-id'],
} as const satisfies Record<Exclude<RowFile['shape'], 'parquet' | 'csv'>, readonly PredictionsFormat[]>;

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const isShape = (shape: string): shape is keyof typeof formats => Object.hasOwn(formats, shape);

const fileOf = (
  reading: PredictionsReading,
  format: PredictionsFormat,
  warnings: readonly string[],
): PredictionsFile => ({
  format,
  predictions: reading.predictions(),
  skipped: reading.problems(),
  notes: reading.notes,
  warnings,
});

/**
 * Reads predictions in every shape of formats.md A2: JSON lines, an array, an object by id, one object (`.pred`), gzip
 * too; samples of code; a folder of `.pred` files or of `<task>/<n>.py`. Patches and code are kept as they are.
 * `positions` are the question ids, sorted, that a list of lists answers. Throws InputFault for an empty file and for
 * files of another kind; bad rows are in `skipped`.
 */
export const readPredictions = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
  positions: readonly string[] | null = null,
): Promise<PredictionsFile> => {
  if ((await files.stat(path))?.kind === 'folder') {
    const reading = await readPredictionsFolder(files, path, signal);
    return fileOf(reading, reading.code ? 'samples-folder' : 'prediction', []);
  }
  const file = await files.openRows(path, {}, signal);
  if (!isShape(file.shape))
    throw new InputFault(`${path}: predictions expected as JSON or JSON lines, ${file.shape} found.`);
  const reading = new PredictionsReading(path, positions);
  for await (const row of file.rows) {
    signal?.throwIfAborted();
    reading.take(row, nameOf(path));
  }
  const format = reading.byId ? 'samples-by-id' : formats[file.shape][reading.code ? 1 : 0];
  return fileOf(reading, format, file.warnings);
};

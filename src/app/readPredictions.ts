import { detectRow } from '../core/dataset/detectRow';
import type { Prediction } from '../core/run/prediction/prediction';
import { readPrediction } from '../core/run/prediction/readPrediction';
import type { FilePort, Row, RowFile } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';

export type PredictionsFormat = 'predictions-jsonl' | 'predictions-json' | 'predictions-by-id' | 'prediction';

/** Predictions as read. Every row is in `predictions` or in `skipped`. */
export interface PredictionsFile {
  readonly format: PredictionsFormat;
  /** At most one for each instance: where an id is named twice the last one counts, as in the harness. */
  readonly predictions: readonly Prediction[];
  readonly skipped: readonly Problem[];
  /** What is odd about rows that are used all the same. */
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

const formats = {
  'json-lines': 'predictions-jsonl',
  'json-array': 'predictions-json',
  'json-object': 'predictions-by-id',
  'json-single': 'prediction',
  parquet: null,
} as const satisfies Record<RowFile['shape'], PredictionsFormat | null>;

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

interface Taken {
  readonly prediction: Prediction;
  readonly where: string;
  readonly place: string;
}

/** Keeps the last prediction of each instance; the earlier ones are said, never silently replaced. */
class LastById {
  readonly skipped: Problem[] = [];
  private readonly taken = new Map<string, Taken>();

  add(next: Taken): void {
    const id = next.prediction.instanceId;
    const before = this.taken.get(id);
    if (before) {
      const reason = `instance_id "${id}" is used twice: ${next.place} is used, as in the harness; this one is left out.`;
      this.skipped.push({ where: before.where, field: 'instance_id', reason });
      this.taken.delete(id);
    }
    this.taken.set(id, next);
  }

  predictions(): readonly Prediction[] {
    return [...this.taken.values()].map((item) => item.prediction);
  }
}

const refuseInstances = (path: string, value: unknown): void => {
  const kind = detectRow(value);
  if (kind.kind === 'instance')
    throw new InputFault(`${path}: this is a dataset of instances, not predictions. Give it as --dataset.`);
  if (kind.kind === 'report' || kind.kind === 'summary' || kind.kind === 'foreign')
    throw new InputFault(
      `${path}: no predictions here; it looks like ${kind.kind === 'foreign' ? kind.name : 'a report'}.`,
    );
};

class PredictionsReading {
  readonly kept = new LastById();
  readonly skipped: Problem[] = [];
  readonly notes: Problem[] = [];
  private told = false;

  constructor(private readonly path: string) {}

  take(row: Row, name: string): void {
    const where = `${name} ${row.place}`;
    if (row.kind === 'broken') {
      this.skipped.push({ where, field: null, reason: row.reason });
      return;
    }
    if (!this.told) refuseInstances(this.path, row.value);
    this.told = true;
    if (row.note !== null) this.notes.push({ where, field: null, reason: row.note });
    const reading = readPrediction(row.value, where, row.key);
    if (reading.kind === 'skipped') this.skipped.push(reading.problem);
    else {
      this.notes.push(...reading.notes);
      this.kept.add({ prediction: reading.prediction, where, place: row.place });
    }
  }

  done(format: PredictionsFormat, warnings: readonly string[]): PredictionsFile {
    const skipped = [...this.skipped, ...this.kept.skipped];
    return { format, predictions: this.kept.predictions(), skipped, notes: this.notes, warnings };
  }
}

/** `<folder>/<id>.pred` and `<folder>/<id>/<id>.pred`, as SWE-agent writes them. */
const predFiles = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const entry of await files.list(folder)) {
    const path = `${folder}/${entry.name}`;
    const inner = `${path}/${entry.name}.pred`;
    if (entry.kind === 'file' && entry.name.endsWith('.pred')) found.push(path);
    else if (entry.kind === 'folder' && (await files.stat(inner))?.kind === 'file') found.push(inner);
  }
  return found;
};

const readFolder = async (files: FilePort, folder: string, signal?: AbortSignal): Promise<PredictionsFile> => {
  const reading = new PredictionsReading(folder);
  const paths = await predFiles(files, folder);
  if (paths.length === 0)
    throw new InputFault(`${folder}: this folder holds no .pred files; name a file of predictions.`);
  for (const path of paths) {
    try {
      const file = await files.openRows(path, {}, signal);
      for await (const row of file.rows) reading.take(row, nameOf(path));
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      reading.skipped.push({ where: path, field: null, reason: error.message.replace(`${path}: `, '') });
    }
  }
  return reading.done('prediction', []);
};

/**
 * Reads predictions as JSON lines, an array, an object by id, or one object (`.pred`); gzip too; or a folder of
 * `.pred` files. Patches are kept as they are. Throws InputFault for an empty file and for files of another kind; bad
 * rows are in `skipped`.
 */
export const readPredictions = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
): Promise<PredictionsFile> => {
  if ((await files.stat(path))?.kind === 'folder') return readFolder(files, path, signal);
  const file = await files.openRows(path, {}, signal);
  const format = formats[file.shape];
  if (format === null) throw new InputFault(`${path}: predictions expected as JSON or JSON lines, Parquet found.`);
  const reading = new PredictionsReading(path);
  for await (const row of file.rows) {
    signal?.throwIfAborted();
    reading.take(row, nameOf(path));
  }
  return reading.done(format, file.warnings);
};

import { detectRow } from '../core/dataset/detectRow';
import type { Prediction } from '../core/run/prediction/prediction';
import { readPrediction } from '../core/run/prediction/readPrediction';
import type { FilePort, RowFile } from '../core/shared/files';
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
  if (kind.kind === 'report' || kind.kind === 'foreign')
    throw new InputFault(
      `${path}: no predictions here; it looks like ${kind.kind === 'report' ? 'a report' : kind.name}.`,
    );
};

/**
 * Reads predictions as JSON lines, an array, an object by id, or one object (`.pred`); gzip too. Patches are kept as
 * they are. Throws InputFault for an empty file and for files of another kind; bad rows are in `skipped`.
 */
export const readPredictions = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
): Promise<PredictionsFile> => {
  const file = await files.openRows(path, {}, signal);
  const format = formats[file.shape];
  if (format === null) throw new InputFault(`${path}: predictions expected as JSON or JSON lines, Parquet found.`);
  const kept = new LastById();
  const skipped: Problem[] = [];
  const notes: Problem[] = [];
  let told = false;
  for await (const row of file.rows) {
    signal?.throwIfAborted();
    const where = `${nameOf(path)} ${row.place}`;
    if (row.kind === 'broken') {
      skipped.push({ where, field: null, reason: row.reason });
      continue;
    }
    if (!told) refuseInstances(path, row.value);
    told = true;
    if (row.note !== null) notes.push({ where, field: null, reason: row.note });
    const reading = readPrediction(row.value, where, row.key);
    if (reading.kind === 'skipped') skipped.push(reading.problem);
    else {
      notes.push(...reading.notes);
      kept.add({ prediction: reading.prediction, where, place: row.place });
    }
  }
  return {
    format,
    predictions: kept.predictions(),
    skipped: [...skipped, ...kept.skipped],
    notes,
    warnings: file.warnings,
  };
};

import { detectRow, type RowKind } from '../core/dataset/detectRow';
import { readRow, wantedColumns } from '../core/dataset/readRow';
import type { Instance } from '../core/instance/instance';
import type { FilePort, Row, RowFile, RowOptions } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';

export type DatasetFormat = 'swebench-jsonl' | 'swebench-json' | 'swebench-parquet';

/** A dataset as read. Every row of the file is in `instances` or in `skipped`, never in both, never in neither. */
export interface DatasetFile {
  readonly format: DatasetFormat;
  /** Columns of the harness 5.0 (`eval_script`) or the classic ones. */
  readonly version: 'classic' | 'v5';
  readonly instances: readonly Instance[];
  /** Rows left out, with the reason for each. */
  readonly skipped: readonly Problem[];
  /** What is wrong with rows that open all the same (no base commit, a missing column). */
  readonly notes: readonly Problem[];
  /** Said of the file as a whole. */
  readonly warnings: readonly string[];
}

/** A dataset row by row, for streams: an instance, a row left out, or a note on a row that opened. */
export type DatasetItem =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly row: number }
  | { readonly kind: 'skipped'; readonly problem: Problem }
  | { readonly kind: 'note'; readonly problem: Problem };

export interface DatasetStream {
  readonly format: DatasetFormat;
  readonly warnings: readonly string[];
  readonly items: AsyncIterable<DatasetItem>;
}

const nameOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const datasetFormatOf = (file: RowFile): DatasetFormat => {
  if (file.shape === 'parquet') return 'swebench-parquet';
  return file.shape === 'json-lines' ? 'swebench-jsonl' : 'swebench-json';
};

const fieldsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).slice(0, 12).join(', ') : String(value).slice(0, 60);

/** Words for a file whose first readable row is no instance: what it looks like, and what was tried (S111). */
const notADataset = (path: string, kind: RowKind, value: unknown): InputFault => {
  if (kind.kind === 'prediction')
    return new InputFault(`${path}: these are predictions, not instances. Give it as --predictions or under runs.`);
  if (kind.kind === 'report' || kind.kind === 'summary')
    return new InputFault(`${path}: this is an evaluation report, not a dataset of instances.`);
  const what =
    kind.kind === 'foreign'
      ? `looks like ${kind.name}, which this version does not read`
      : 'no benchmark format recognised';
  return new InputFault(
    `${path}: ${what} (tried: SWE-bench as JSON, JSON lines, Parquet). First row: ${fieldsOf(value)}.`,
  );
};

/** Remembers ids, so that a second row of the same id is left out and said, with the row that has it. */
class SeenIds {
  private readonly rows = new Map<string, string>();

  clash(id: string, place: string, where: string): Problem | null {
    const first = this.rows.get(id);
    if (first === undefined) {
      this.rows.set(id, place);
      return null;
    }
    const reason = `instance_id "${id}" is used twice; first in ${first}. The first one is open, this one is left out.`;
    return { where, field: 'instance_id', reason };
  }
}

class DatasetReading {
  private readonly seen = new SeenIds();
  private benchmark: string | null = null;
  private unknown: unknown;
  private count = 0;
  private readonly name: string;

  constructor(
    private readonly path: string,
    private readonly format: DatasetFormat,
    private readonly columns: readonly string[] | null,
    private readonly only: ReadonlySet<string> | null,
  ) {
    this.name = nameOf(path);
  }

  *take(row: Row): Generator<DatasetItem> {
    this.count += 1;
    const where = `${this.name} ${row.place}`;
    if (row.kind === 'broken') {
      yield { kind: 'skipped', problem: { where, field: null, reason: row.reason } };
      return;
    }
    const benchmark = this.benchmarkOf(row.value);
    if (benchmark === null) {
      const reason = 'None of the columns of SWE-bench but instance_id. Is this another kind of file?';
      yield { kind: 'skipped', problem: { where, field: null, reason } };
      return;
    }
    const reading = readRow(row.value, { where, format: this.format, benchmark, columns: this.only });
    if (reading.kind === 'skipped') {
      yield reading;
      return;
    }
    const clash = this.seen.clash(reading.instance.id, row.place, where);
    if (clash) {
      yield { kind: 'skipped', problem: clash };
      return;
    }
    if (row.note !== null) yield { kind: 'note', problem: { where, field: null, reason: row.note } };
    for (const problem of reading.notes) yield { kind: 'note', problem };
    yield { kind: 'instance', instance: reading.instance, row: this.count };
  }

  /** Throws where rows were read and none of them was an instance. */
  finish(): void {
    if (this.benchmark === null && this.unknown !== undefined)
      throw notADataset(this.path, { kind: 'unknown' }, this.unknown);
  }

  /** The first row that can be told decides what the file is; a foreign file is refused before anything is shown. */
  private benchmarkOf(value: unknown): string | null {
    if (this.benchmark !== null) return this.benchmark;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'swe-bench';
    const names = Object.fromEntries((this.columns ?? []).map((column) => [column, null]));
    const kind = detectRow({ ...names, ...value });
    if (kind.kind === 'instance') this.benchmark = kind.benchmark;
    else if (kind.kind === 'unknown') this.unknown ??= value;
    else throw notADataset(this.path, kind, value);
    return this.benchmark;
  }
}

/**
 * Opens a dataset of the SWE-bench family (JSON lines, JSON, Parquet; gzip too) and gives its rows one by one.
 * Throws InputFault where the file as a whole is unreadable or is something else; bad rows come as items.
 */
export const streamDataset = async (
  files: FilePort,
  path: string,
  options: RowOptions = {},
  signal?: AbortSignal,
): Promise<DatasetStream> => {
  const opened = await openDataset(files, path, options, signal);
  const items = async function* (): AsyncGenerator<DatasetItem> {
    for await (const row of opened.rows) {
      signal?.throwIfAborted();
      yield* opened.reading.take(row);
    }
    opened.reading.finish();
  };
  return { format: opened.format, warnings: opened.warnings, items: items() };
};

const openDataset = async (files: FilePort, path: string, options: RowOptions, signal?: AbortSignal) => {
  const file = await files.openRows(path, options, signal);
  const format = datasetFormatOf(file);
  const only = options.columns ? new Set(options.columns) : null;
  return {
    format,
    warnings: file.warnings,
    rows: file.rows,
    reading: new DatasetReading(path, format, file.columns, only),
  };
};

/** Everything of a dataset but its rows themselves, which `take` gets one by one. */
export interface DatasetSummary {
  readonly format: DatasetFormat;
  readonly skipped: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

/** Reads a dataset to its end, holding nothing but what it says of rows. Throws as `readDataset` does. */
export const eachInstance = async (
  files: FilePort,
  path: string,
  options: RowOptions,
  take: (instance: Instance) => void,
  signal?: AbortSignal,
): Promise<DatasetSummary> => {
  const opened = await openDataset(files, path, options, signal);
  const skipped: Problem[] = [];
  const notes: Problem[] = [];
  let count = 0;
  for await (const row of opened.rows) {
    signal?.throwIfAborted();
    for (const item of opened.reading.take(row)) {
      if (item.kind === 'skipped') skipped.push(item.problem);
      else if (item.kind === 'note') notes.push(item.problem);
      else take(item.instance);
      if (item.kind === 'instance') count += 1;
    }
  }
  opened.reading.finish();
  if (count === 0 && skipped.length === 0) throw new InputFault(`${path}: no rows. The file is empty.`);
  const folded = foldMissing(notes, count, path);
  return { format: opened.format, skipped, notes: folded.notes, warnings: [...opened.warnings, ...folded.warnings] };
};

/** Missing columns are said once for the whole file where no row has them. */
const foldMissing = (
  notes: readonly Problem[],
  rows: number,
  path: string,
): { notes: Problem[]; warnings: string[] } => {
  const missing = new Map<string, number>();
  const isMissing = (note: Problem): boolean => note.reason.startsWith(`${note.field} is missing.`);
  for (const note of notes)
    if (note.field && isMissing(note)) missing.set(note.field, (missing.get(note.field) ?? 0) + 1);
  const absent = wantedColumns.filter((column) => rows > 1 && missing.get(column) === rows);
  const folded = (note: Problem): boolean => isMissing(note) && absent.some((column) => column === note.field);
  const words = absent.map((column) => `${nameOf(path)}: no row has ${column}. All ${rows} rows open without it.`);
  return { notes: notes.filter((note) => !folded(note)), warnings: words };
};

/**
 * Reads a whole dataset. The good rows open, every other row is in `skipped` with its place, field and reason.
 * Throws InputFault for an empty file and for a file of another kind; where every row is bad, `instances` is empty.
 */
export const readDataset = async (
  files: FilePort,
  path: string,
  options: RowOptions = {},
  signal?: AbortSignal,
): Promise<DatasetFile> => {
  const instances: Instance[] = [];
  const summary = await eachInstance(files, path, options, (instance) => instances.push(instance), signal);
  const version = instances.some((instance) => instance.evalScript !== null) ? 'v5' : 'classic';
  return { ...summary, version, instances };
};

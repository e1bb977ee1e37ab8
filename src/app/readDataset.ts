import type { RowSummary } from '../core/dataset/summaryRow';
import type { Instance } from '../core/instance/instance';
import { counted } from '../core/shared/counted';
import type { FilePort, Row, RowOptions, RowSpan } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { nameOf } from '../core/study/studyPath';
import { type DatasetItem, DatasetReading } from './readDatasetRows';
import { streamTaskFolders, type TaskFolderStream } from './readTaskFolders';

export type { DatasetItem } from './readDatasetRows';

/** A dataset as read. Every row of the file is in `instances` or in `skipped`, never in both, never in neither. */
export interface DatasetFile extends DatasetSummary {
  readonly instances: readonly Instance[];
}

export interface DatasetStream {
  /** Said of the file as a whole, as far as it is known before its rows are. */
  readonly warnings: readonly string[];
  readonly items: AsyncIterable<DatasetItem>;
}

/**
 * Opens a dataset of any known benchmark of rows (JSON lines, JSON, CSV, Parquet; gzip too), row by row.
 * Throws InputFault where the file as a whole is unreadable or is something else; bad rows come as items.
 */
export const streamDataset = async (
  files: FilePort,
  path: string,
  options: RowOptions = {},
  signal?: AbortSignal,
): Promise<DatasetStream> => {
  const tasks = await streamTaskFolders(files, path, signal);
  if (tasks) return tasks;
  const opened = await openDataset(files, path, options, signal);
  const items = async function* (): AsyncGenerator<DatasetItem> {
    for await (const row of opened.rows) {
      signal?.throwIfAborted();
      yield* opened.reading.take(row);
    }
    opened.reading.finish();
  };
  return { warnings: opened.warnings, items: items() };
};

async function* inOnes(rows: AsyncIterable<Row>): AsyncGenerator<readonly Row[]> {
  for await (const row of rows) yield [row];
}

const openDataset = async (files: FilePort, path: string, options: RowOptions, signal?: AbortSignal) => {
  const file = await files.openRows(path, options, signal);
  const only = options.columns ? new Set(options.columns) : null;
  return {
    shape: file.shape,
    warnings: file.warnings,
    rows: file.rows,
    batches: file.batches ?? inOnes(file.rows),
    reading: new DatasetReading(path, file.shape, file.columns, only),
  };
};

/** Gets the instances of a dataset one by one, each with its place where the file's rows can be sought. */
export type TakeInstance = (instance: Instance, span: RowSpan | null) => void;

/** Everything of a dataset but its rows themselves, which `take` gets one by one, each with its place in the file. */
export interface DatasetSummary {
  readonly format: string;
  /** Family of the grading rules, by the first row that could be told; null where none or several. */
  readonly benchmark: string | null;
  /** Which version of the format the rows have; null where it has none, or not all columns were read. */
  readonly version: string | null;
  /** Rows left out, with the reason for each. */
  readonly skipped: readonly Problem[];
  /** What is wrong with rows that open all the same (no base commit, a missing column). */
  readonly notes: readonly Problem[];
  /** Said of the file as a whole. */
  readonly warnings: readonly string[];
}

/**
 * Reads a dataset to its end, holding nothing but what it says of rows. `quick`, where given, gets the summaries of
 * Parquet rows that have nothing odd, in place of `take`. Throws as `readDataset` does.
 */
export const eachInstance = async (
  files: FilePort,
  path: string,
  options: RowOptions,
  take: TakeInstance,
  signal?: AbortSignal,
  quick?: (summary: RowSummary) => void,
): Promise<DatasetSummary> => {
  const tasks = await streamTaskFolders(files, path, signal);
  if (tasks) return eachTask(tasks, path, take);
  const opened = await openDataset(files, path, options, signal);
  const count = new InstanceCount(take, opened.shape === 'parquet' ? quick : undefined);
  for await (const batch of opened.batches) {
    signal?.throwIfAborted();
    for (const row of batch) count.add(row, opened.reading);
  }
  opened.reading.finish();
  const skipped = count.skipped.all(path);
  const { format, benchmark, version, warnings: said } = opened.reading;
  if (count.opened === 0 && skipped.length === 0) throw new InputFault(`${path}: no rows. The file is empty.`);
  const folded = foldMissing(count.notes.all(path), count.opened, path);
  const warnings = [...opened.warnings, ...said, ...folded.warnings];
  return { format, benchmark, version, skipped, notes: folded.notes, warnings };
};

/** `eachInstance` over a folder of tasks. */
const eachTask = async (tasks: TaskFolderStream, path: string, take: TakeInstance): Promise<DatasetSummary> => {
  const count = new InstanceCount(take, undefined);
  for await (const item of tasks.items) count.sort(item, null);
  return {
    format: tasks.format,
    benchmark: null,
    version: null,
    skipped: count.skipped.all(path),
    notes: count.notes.all(path),
    warnings: tasks.warnings,
  };
};

/** So many problems of one file are kept with their reasons; a file of junk has more than memory holds. */
const maxProblems = 20_000;

class ProblemList {
  private readonly kept: Problem[] = [];
  private more = 0;

  add(problem: Problem): void {
    if (this.kept.length < maxProblems) this.kept.push(problem);
    else this.more += 1;
  }

  /** All that was kept, and how many more there were. */
  all(path: string): readonly Problem[] {
    if (this.more === 0) return this.kept;
    const reason = `${counted(this.more, 'more row')} like these; their reasons are not kept.`;
    return [...this.kept, { where: nameOf(path), field: null, reason }];
  }
}

/** Hands on what opened, and keeps what is said of the rest. */
class InstanceCount {
  readonly skipped = new ProblemList();
  readonly notes = new ProblemList();
  opened = 0;

  constructor(
    private readonly take: TakeInstance,
    private readonly quick: ((summary: RowSummary) => void) | undefined,
  ) {}

  add(row: Row, reading: DatasetReading): void {
    const summary = this.quick ? reading.quick(row) : null;
    if (summary === null) {
      for (const item of reading.take(row)) this.sort(item, (row.kind === 'row' && row.span) || null);
      return;
    }
    this.opened += 1;
    this.quick?.(summary);
  }

  sort(item: DatasetItem, span: RowSpan | null): void {
    if (item.kind === 'skipped') this.skipped.add(item.problem);
    else if (item.kind === 'note') this.notes.add(item.problem);
    else {
      this.opened += 1;
      this.take(item.instance, span);
    }
  }
}

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
  const absent = [...missing.keys()].filter((column) => rows > 1 && missing.get(column) === rows);
  const folded = (note: Problem): boolean => isMissing(note) && note.field !== null && absent.includes(note.field);
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
  return { ...summary, instances };
};

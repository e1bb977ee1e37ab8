import { detectRow, openEnvelope, type RowKind } from '../core/dataset/detectRow';
import { titleOfBenchmark } from '../core/dataset/formats/benchmarkTitles';
import { isFields } from '../core/dataset/formats/fields';
import type { Fields, RowFormat } from '../core/dataset/formats/rowFormat';
import { sweBench } from '../core/dataset/formats/sweBench';
import { withInferredLabels } from '../core/dataset/labels/inferLabels';
import { quickSummary, type RowSummary } from '../core/dataset/summaryRow';
import type { Instance } from '../core/instance/instance';
import type { Row, RowShape } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { nameOf } from '../core/study/studyPath';

/** `swebench-jsonl`, `swebench-pro-csv`: the benchmark's format and how the file writes it. */
export type DatasetFormat = string;

/** A dataset row by row, for streams: an instance, a row left out, or a note on a row that opened. */
export type DatasetItem =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly row: number }
  | { readonly kind: 'skipped'; readonly problem: Problem }
  | { readonly kind: 'note'; readonly problem: Problem };

const endings = {
  'json-lines': 'jsonl',
  'json-array': 'json',
  'json-object': 'json',
  'json-single': 'json',
  csv: 'csv',
  parquet: 'parquet',
} as const satisfies Record<RowShape, string>;

const fieldsOf = (value: unknown): string =>
  isFields(value) ? Object.keys(openEnvelope(value).row).slice(0, 12).join(', ') : String(value).slice(0, 60);

/** Words for a file whose first readable row is no instance: what it looks like, and what was tried (S111). */
const notADataset = (path: string, kind: RowKind, value: unknown): InputFault => {
  if (kind.kind === 'prediction')
    return new InputFault(`${path}: these are predictions, not instances. Give it as --predictions or under runs.`);
  if (kind.kind === 'report' || kind.kind === 'summary')
    return new InputFault(`${path}: this is an evaluation report, not a dataset of instances.`);
  const tried = 'tried: the known benchmarks as JSON lines, JSON, CSV, Parquet';
  return new InputFault(`${path}: no benchmark format recognised (${tried}). First row: ${fieldsOf(value)}.`);
};

/** Remembers ids, so that a second row of the same id is left out and said, with the row that has it. */
class SeenIds {
  private readonly rows = new Map<string, string>();

  has(id: string): boolean {
    return this.rows.has(id);
  }

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

/** Turns the rows of one file into items, in their order; remembers ids and what kinds of rows the file has. */
export class DatasetReading {
  private readonly seen = new SeenIds();
  private first: RowFormat | null = null;
  private readonly counts = new Map<RowFormat, number>();
  private readonly versions = new Set<string>();
  private unknown: unknown;
  private count = 0;
  private readonly name: string;
  private readonly names: Fields;

  constructor(
    private readonly path: string,
    private readonly shape: RowShape,
    columns: readonly string[] | null,
    private readonly only: ReadonlySet<string> | null,
  ) {
    this.name = nameOf(path);
    this.names = Object.fromEntries((columns ?? []).map((column) => [column, null]));
  }

  /** The file's format, by its first row that could be told. */
  get format(): DatasetFormat {
    return this.nameOf(this.first ?? sweBench);
  }

  get benchmark(): string | null {
    return this.first?.benchmark ?? null;
  }

  /** Versions of the format that rows have; null where it has none, or not all columns were read. */
  get version(): string | null {
    return this.only !== null || this.versions.size === 0 ? null : [...this.versions].sort().join(', ');
  }

  /** Said of the file as a whole, once it was read. */
  get warnings(): readonly string[] {
    if (this.counts.size < 2) return [];
    const parts = [...this.counts].map(([format, count]) => `${count} ${titleOfBenchmark(format.benchmark)}`);
    return [`${this.name}: rows of several benchmarks (${parts.join(', ')}). Each is read as its own.`];
  }

  *take(row: Row): Generator<DatasetItem> {
    this.count += 1;
    const where = `${this.name} ${row.place}`;
    if (row.kind === 'broken') {
      yield { kind: 'skipped', problem: { where, field: null, reason: row.reason } };
      return;
    }
    const format = this.formatOf(row.value);
    if (format === null) {
      const reason = 'None of the columns of a known benchmark. Is this another kind of file?';
      yield { kind: 'skipped', problem: { where, field: null, reason } };
      return;
    }
    yield* this.read(row, row.value, format, where);
  }

  private *read(row: Row & { kind: 'row' }, value: unknown, format: RowFormat, where: string): Generator<DatasetItem> {
    const { row: fields, clashes } = isFields(value) ? openEnvelope(value) : { row: value, clashes: [] };
    const context = { where, format: this.nameOf(format), benchmark: format.benchmark, columns: this.only };
    const reading = format.read(fields, context);
    if (reading.kind === 'skipped') {
      yield reading;
      return;
    }
    const clash = this.seen.clash(reading.instance.id, row.place, where);
    if (clash) {
      yield { kind: 'skipped', problem: clash };
      return;
    }
    this.remember(format, fields as Fields);
    if (row.note !== null) yield { kind: 'note', problem: { where, field: null, reason: row.note } };
    for (const field of cutCells(fields)) yield { kind: 'note', problem: { where, field, reason: cut(field) } };
    for (const field of clashes) yield { kind: 'note', problem: { where, field, reason: beside(field) } };
    for (const problem of reading.notes) yield { kind: 'note', problem };
    // A row of some columns alone would be inferred from half of it.
    const instance = this.only === null ? withInferredLabels(reading.instance) : reading.instance;
    yield { kind: 'instance', instance, row: this.count };
  }

  /** The summary of a row with nothing odd about it; null where `take` has to look at it. */
  quick(row: Row): RowSummary | null {
    if (this.first === null || row.kind === 'broken' || row.note !== null) return null;
    const summary = quickSummary(row.value, this.first);
    if (summary === null || this.seen.has(summary.id)) return null;
    this.count += 1;
    this.seen.clash(summary.id, row.place, '');
    return summary;
  }

  /** Throws where rows were read and none of them was an instance. */
  finish(): void {
    if (this.first === null && this.unknown !== undefined)
      throw notADataset(this.path, { kind: 'unknown' }, this.unknown);
  }

  private nameOf(format: RowFormat): DatasetFormat {
    return `${format.name}-${endings[this.shape]}`;
  }

  private remember(format: RowFormat, row: Fields): void {
    this.counts.set(format, (this.counts.get(format) ?? 0) + 1);
    const version = format.versionOf?.(row);
    if (version !== undefined) this.versions.add(version);
  }

  /**
   * The row's own format, or the file's where the row can't be told. The first row that can be told decides what the
   * file is; a file of something else is refused before anything is shown.
   */
  private formatOf(value: unknown): RowFormat | null {
    if (!isFields(value)) return this.first ?? sweBench;
    const kind = detectRow({ ...this.names, ...value });
    if (kind.kind === 'instance') {
      this.first ??= kind.format;
      return kind.format;
    }
    if (this.first !== null) return this.first;
    if (kind.kind !== 'unknown') throw notADataset(this.path, kind, value);
    this.unknown ??= value;
    return null;
  }
}

/** Fields that a dataset viewer shortened, as it says beside the row. */
const cutCells = (row: unknown): readonly string[] => {
  const cells = isFields(row) ? row['truncated_cells'] : null;
  return Array.isArray(cells) ? cells.filter((cell): cell is string => typeof cell === 'string') : [];
};

const cut = (field: string): string =>
  `${field} was shortened by the dataset viewer that wrote this file (truncated_cells). Take the row from the dataset.`;

const beside = (field: string): string =>
  `${field} stands beside the row too, with another value; the row's own counts, the other is in "envelope".`;

import { detectRow, type RowKind } from '../core/dataset/detectRow';
import { withInferredLabels } from '../core/dataset/labels/inferLabels';
import { readRow } from '../core/dataset/readRow';
import { quickSummary, type RowSummary } from '../core/dataset/summaryRow';
import type { Instance } from '../core/instance/instance';
import type { Row } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { nameOf } from '../core/study/studyPath';

export type DatasetFormat = 'swebench-jsonl' | 'swebench-json' | 'swebench-parquet';

/** A dataset row by row, for streams: an instance, a row left out, or a note on a row that opened. */
export type DatasetItem =
  | { readonly kind: 'instance'; readonly instance: Instance; readonly row: number }
  | { readonly kind: 'skipped'; readonly problem: Problem }
  | { readonly kind: 'note'; readonly problem: Problem };

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

/** Turns the rows of one file into items, in their order; remembers ids and what kind of rows the file has. */
export class DatasetReading {
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
    // A row of some columns alone would be inferred from half of it.
    const instance = this.only === null ? withInferredLabels(reading.instance) : reading.instance;
    yield { kind: 'instance', instance, row: this.count };
  }

  /** The summary of a row with nothing odd about it; null where `take` has to look at it. */
  quick(row: Row): RowSummary | null {
    if (this.benchmark === null || row.kind === 'broken' || row.note !== null) return null;
    const summary = quickSummary(row.value);
    if (summary === null || this.seen.has(summary.id)) return null;
    this.count += 1;
    this.seen.clash(summary.id, row.place, '');
    return summary;
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

import type { Labels } from '../instance/instance';
import type { RowSpan } from '../shared/files';
import type { Problem } from '../shared/problem';
import { version as productVersion } from '../shared/version';
import type { IndexedRow, RowIndex } from './rowIndex';

/** Of the text below and of the rules that fill it (readers, labels): raise the number when either changes. */
const version = `1 of ${productVersion}`;

/** Which state of which file an index is of. */
export interface IndexStamp {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Indexes of files as they were, kept from one start to the next. */
export interface IndexCache {
  load(stamp: IndexStamp): Promise<RowIndex | null>;
  save(stamp: IndexStamp, index: RowIndex): Promise<void>;
}

/** Values by number: `codes[i]` is the place of row i's value in `values`. */
interface Coded<T> {
  readonly values: readonly T[];
  readonly codes: readonly number[];
}

/** An index as it lies in the cache: column by column, since one value by row would be read three times slower. */
interface IndexText {
  readonly version: string;
  readonly stamp: IndexStamp;
  readonly format: string;
  readonly ids: readonly string[];
  readonly titles: readonly (string | null)[];
  readonly repos: Coded<string | null>;
  readonly benchmarks: Coded<string>;
  readonly labels: Coded<Labels>;
  /** Offset, length and line of every row, one after another; null where rows can't be sought. */
  readonly spans: readonly number[] | null;
  readonly skipped: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly warnings: readonly string[];
}

const coded = <T>(values: readonly T[]): Coded<T> => {
  const places = new Map<T, number>();
  const codes = values.map((value) => {
    const place = places.get(value) ?? places.size;
    places.set(value, place);
    return place;
  });
  return { values: [...places.keys()], codes };
};

const spansOf = (rows: readonly IndexedRow[]): number[] | null => {
  const spans = rows.flatMap(({ span }) => (span ? [span.offset, span.length, span.line] : []));
  return spans.length === rows.length * 3 ? spans : null;
};

/** The index as text for the cache, with what it is of. */
export const writeRowIndex = (index: RowIndex, stamp: IndexStamp): string => {
  const { rows, format, skipped, notes, warnings } = index;
  const text: IndexText = {
    version,
    stamp,
    format,
    ids: rows.map(({ id }) => id),
    titles: rows.map(({ title }) => title),
    repos: coded(rows.map(({ repo }) => repo)),
    benchmarks: coded(rows.map(({ benchmark }) => benchmark)),
    labels: coded(rows.map(({ labels }) => labels)),
    spans: spansOf(rows),
    skipped,
    notes,
    warnings,
  };
  return JSON.stringify(text);
};

const spanAt = (spans: readonly number[] | null, row: number): RowSpan | null =>
  spans && {
    offset: spans[row * 3] as number,
    length: spans[row * 3 + 1] as number,
    line: spans[row * 3 + 2] as number,
  };

const at = <T>({ values, codes }: Coded<T>, row: number): T => values[codes[row] as number] as T;

const isColumn = (value: unknown, length: number): boolean => Array.isArray(value) && value.length === length;

const isCoded = (value: unknown, length: number): boolean => {
  const { values, codes } = (value ?? {}) as Partial<Coded<unknown>>;
  return Array.isArray(values) && isColumn(codes, length) && (codes ?? []).every((code) => code < values.length);
};

const isWhole = (text: Partial<IndexText>): text is IndexText => {
  const length = text.ids?.length ?? -1;
  const listed = [text.skipped, text.notes, text.warnings].every(Array.isArray);
  const columns = [text.repos, text.benchmarks, text.labels].every((column) => isCoded(column, length));
  const spans = text.spans === null || isColumn(text.spans, length * 3);
  return typeof text.format === 'string' && listed && columns && spans && isColumn(text.titles, length);
};

const parsed = (words: string): Partial<IndexText> | null => {
  try {
    const value: unknown = JSON.parse(words);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

/** The index of a text of the cache; null where it is of another file, another state of it, an older version, or broken. */
export const readRowIndex = (words: string, stamp: IndexStamp): RowIndex | null => {
  const text = parsed(words);
  if (text?.version !== version || !isWhole(text)) return null;
  const of = text.stamp;
  if (of.path !== stamp.path || of.bytes !== stamp.bytes || of.modifiedMs !== stamp.modifiedMs) return null;
  const rows = text.ids.map(
    (id, row): IndexedRow => ({
      id,
      repo: at(text.repos, row),
      title: text.titles[row] ?? null,
      benchmark: at(text.benchmarks, row),
      labels: at(text.labels, row),
      span: spanAt(text.spans, row),
    }),
  );
  const { format, skipped, notes, warnings } = text;
  return { format, rows, skipped, notes, warnings };
};

/** What stands at a path. Links are not followed: a link says `link`. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other';
  readonly bytes: number;
  /** Milliseconds since 1970, as the file system says. */
  readonly modifiedMs: number;
}

/** How a file of rows is written, found by its content. A document that is one object alone is `json-single`. */
export type RowShape = 'json-lines' | 'json-array' | 'json-object' | 'json-single' | 'csv' | 'parquet';

/** Where a row stands in a file whose rows can be sought (JSON lines that are not compressed). */
export interface RowSpan {
  /** Of the row's first byte. */
  readonly offset: number;
  /** Bytes, the line end not counted. */
  readonly length: number;
  /** 1-based. */
  readonly line: number;
}

/** One row as it stands in a file; `place` is said to people: `row 7`, `key django__django-1`. */
export type Row =
  | {
      readonly kind: 'row';
      readonly place: string;
      /** Key of the row in an object by id; null elsewhere. */
      readonly key: string | null;
      readonly value: unknown;
      /** What had to be mended to read it (NaN read as null, bytes that are no UTF-8); null where nothing was. */
      readonly note: string | null;
      /** Absent where the file's rows can't be sought. */
      readonly span?: RowSpan;
    }
  | { readonly kind: 'broken'; readonly place: string; readonly reason: string };

/** A file of rows, opened. Rows come one by one; nothing but the row at hand is held, save in objects by id. */
export interface RowFile {
  readonly shape: RowShape;
  readonly gzip: boolean;
  /** Column names where the format states them (Parquet), else null. */
  readonly columns: readonly string[] | null;
  /** Said of the file as a whole, for example a byte-order mark. */
  readonly warnings: readonly string[];
  readonly rows: AsyncIterable<Row>;
  /** The same rows in the batches in which the format holds them (Parquet). Take these or `rows`, not both. */
  readonly batches?: AsyncIterable<readonly Row[]>;
}

export interface RowOptions {
  /** Only these columns are decoded, where the format can skip (Parquet); elsewhere rows come whole. */
  readonly columns?: readonly string[];
  /** Text columns of which only the first line with text is needed, where the format can skip (Parquet). */
  readonly firstLine?: readonly string[];
  /** First row and count, 0-based; where the format can seek (Parquet), elsewhere all rows come. */
  readonly from?: number;
  readonly count?: number;
}

/**
 * Reading of files, as a port. Paths are absolute. Missing files give null from `stat`; all else that fails throws
 * InputFault with the path in its words. Nothing is ever written through this port.
 */
export interface FilePort {
  stat(path: string): Promise<FileStat | null>;
  /** Entries sorted by name. */
  list(folder: string): Promise<readonly FolderEntry[]>;
  /** The path with links resolved, to see whether something leaves its folder; null where it leads nowhere. */
  realPath(path: string): Promise<string | null>;
  /** At most `limit` bytes from the start, gunzipped where they are gzip; all of the file without a limit. */
  readBytes(path: string, limit?: number): Promise<Uint8Array>;
  /** All bytes in pieces, gunzipped where they are gzip; each call reads the file anew. */
  openBytes(path: string): AsyncIterable<Uint8Array>;
  /** At most `limit` bytes from the end. */
  readTail(path: string, limit: number): Promise<Uint8Array>;
  /** SHA-256 of the file as it lies on disk, lower-case hex. */
  hash(path: string): Promise<string>;
  /** Opens JSON lines, JSON documents and CSV (all also gzipped) and Parquet by content. Throws InputFault for anything else. */
  openRows(path: string, options?: RowOptions, signal?: AbortSignal): Promise<RowFile>;
}

import { createHash } from 'node:crypto';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import type { FilePort, FileStat, FolderEntry, RowFile, RowOptions } from '../../core/shared/files';
import { InputFault } from '../../core/shared/problem';
import { byteStream, fileFault, isGzip, isParquet, readHead, refusedBytes } from './byteStream';
import { csvHeader, csvRows } from './csvRows';
import { arrayRows, objectRows } from './jsonDocument';
import { jsonLineRows, maxRowBytes } from './jsonLines';
import { jsonStart } from './jsonShape';
import { openParquet } from './parquetRows';

const headBytes = 64 * 1024;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const guarded = async <T>(path: string, read: () => Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (error instanceof InputFault || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw fileFault(path, error);
  }
};

const statOf = async (path: string): Promise<FileStat | null> => {
  try {
    const found = await stat(path);
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    return { kind, bytes: found.size, modifiedMs: found.mtimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw fileFault(path, error);
  }
};

const entriesOf = async (folder: string): Promise<readonly FolderEntry[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries
    .map((entry): FolderEntry => {
      if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
      return { name: entry.name, kind: entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other' };
    })
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
};

const collect = async (chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk.subarray(0, limit - length));
    length += chunk.length;
    if (length >= limit) break;
  }
  return Buffer.concat(parts);
};

/** A pipe gives its bytes once, and files are read twice: for what they are, and for what they hold. */
const mustBeFile = async (path: string): Promise<void> => {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory())
    throw new InputFault(`${path}: a pipe or a device, not a file; save what it gives to a file.`);
};

const readBytes = async (path: string, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> => {
  await mustBeFile(path);
  const head = await readHead(path, 4);
  return collect(byteStream(path, isGzip(head)), limit);
};

async function* openBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    await mustBeFile(path);
    yield* byteStream(path, isGzip(await readHead(path, 4)));
  } catch (error) {
    throw error instanceof InputFault ? error : fileFault(path, error);
  }
}

const readTail = async (path: string, limit: number): Promise<Uint8Array> => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, limit));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, size - bytes.length);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of byteStream(path, false)) hash.update(chunk);
  return hash.digest('hex');
};

const expected = 'Expected JSON, JSON lines, CSV or Parquet.';

const openText = async (path: string, gzip: boolean, signal?: AbortSignal): Promise<RowFile> => {
  const stream = (): AsyncIterable<Uint8Array> => byteStream(path, gzip, signal);
  const head = Buffer.from(await collect(byteStream(path, gzip), headBytes)).toString('utf8');
  const warnings = head.startsWith('\ufeff') ? ['The file starts with a byte-order mark; it is passed over.'] : [];
  const csv = /^\ufeff?\s*[[{]/.test(head) ? null : csvHeader(head);
  if (csv) return { shape: 'csv', gzip, columns: csv.columns, warnings, rows: csvRows(stream(), csv) };
  const start = jsonStart(head);
  if (start === 'empty') throw new InputFault(`${path}: the file is empty. ${expected}`);
  if (start === 'other')
    throw new InputFault(
      `${path}: neither JSON, JSON lines, CSV nor Parquet; it starts with ${JSON.stringify(head.slice(0, 40))}.`,
    );
  const base = { gzip, columns: null, warnings };
  if (start === 'lines') return { ...base, shape: 'json-lines', rows: jsonLineRows(stream(), maxRowBytes, !gzip) };
  if (start === 'array') return { ...base, shape: 'json-array', rows: arrayRows(stream()) };
  const document = await objectRows(stream());
  if (document.kind === 'refused') throw new InputFault(`${path}: ${document.reason}`);
  if (document.kind === 'lines')
    return { ...base, shape: 'json-lines', rows: jsonLineRows(stream(), maxRowBytes, !gzip) };
  const rows = async function* () {
    yield* document.rows;
  };
  return { ...base, shape: document.shape, rows: rows() };
};

const openRows = async (path: string, options: RowOptions = {}, signal?: AbortSignal): Promise<RowFile> => {
  await mustBeFile(path);
  const found = await stat(path);
  if (found.isDirectory())
    throw new InputFault(
      `${path}: this is a folder. Name a file of rows, or a folder with tasks at most two levels below.`,
    );
  if (found.size === 0) throw new InputFault(`${path}: the file is empty. ${expected}`);
  const head = await readHead(path, 8);
  if (isParquet(head)) return openParquet(path, options);
  const refused = refusedBytes(head);
  if (refused !== null) throw new InputFault(`${path}: the file is ${refused}.`);
  return openText(path, isGzip(head), signal);
};

/** Reads the file system of this machine. Knows nothing of benchmarks; see FilePort for what each function promises. */
export const nodeFiles: FilePort = {
  stat: statOf,
  list: (folder) => guarded(folder, () => entriesOf(folder)),
  realPath: async (path) => {
    try {
      return await realpath(path);
    } catch {
      return null;
    }
  },
  readBytes: (path, limit) => guarded(path, () => readBytes(path, limit)),
  openBytes,
  readTail: (path, limit) => guarded(path, () => readTail(path, limit)),
  hash: (path) => guarded(path, () => hashOf(path)),
  openRows: (path, options, signal) => guarded(path, () => openRows(path, options, signal)),
};

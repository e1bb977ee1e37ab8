import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { noPrevious, readEventLine } from '../../core/review/events/event';
import { type LineEnd, linesOf } from './readEvents';

/** Where the next event joins on. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
  /** Bytes of the file; 0 where there is none yet. */
  readonly size: number;
  /** False where an interrupted write left a last line without its end: the next event begins a line of its own. */
  readonly whole: boolean;
}

/** Reads a chain to its end; a torn last line is left as it is. */
export const readChainEnd = async (path: string): Promise<ChainEnd> => {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found) return { seq: 0, hash: noPrevious, size: 0, whole: true };
  const end: LineEnd = { endsWhole: true };
  let last = { seq: 0, hash: noPrevious };
  for await (const line of linesOf(path, end)) {
    const read = readEventLine(line);
    if (read.kind === 'event') last = { seq: read.event.seq, hash: read.event.hash };
  }
  return { ...last, size: found.size, whole: end.endsWhole };
};

/** Makes a new file's name itself durable. Not every platform lets a folder be synced; its files are all the same. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
};

export const openForAppend = async (path: string): Promise<FileHandle> => {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'a');
  await syncFolder(dirname(path));
  return handle;
};

/**
 * One write and one fsync. Where either fails, the file is cut back to what it was, so that nothing half-written stays;
 * rejects with the cause.
 */
export const appendLine = async (handle: FileHandle, line: string, before: ChainEnd): Promise<number> => {
  const bytes = Buffer.from(before.whole ? `${line}\n` : `\n${line}\n`, 'utf8');
  try {
    const { bytesWritten } = await handle.write(bytes, 0, bytes.length);
    if (bytesWritten !== bytes.length) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    await handle.sync();
    return before.size + bytes.length;
  } catch (error) {
    await handle.truncate(before.size).catch(() => undefined);
    throw error;
  }
};

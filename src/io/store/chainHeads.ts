import { type FileHandle, open } from 'node:fs/promises';
import { readEventLine } from '../../core/review/events/event';
import type { ChainHead } from '../../core/review/stores';
import { eventFiles } from './readEvents';

const piece = 64 * 1024;

/** The last event among the lines of a file's end; what stands before the first line end may be half a line. */
const lastEvent = (lines: readonly string[], isWhole: boolean) => {
  for (const line of lines.slice(isWhole ? 0 : 1).reverse()) {
    const read = readEventLine(line);
    if (read.kind === 'event') return read.event;
  }
  return null;
};

const endOf = async (handle: FileHandle, size: number, length: number): Promise<string> => {
  const buffer = Buffer.alloc(Math.min(length, size));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, size - buffer.length);
  return buffer.toString('utf8', 0, bytesRead);
};

/** The last event of a chain, read from the file's end; null where it holds none. */
const readHead = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    for (let length = piece; ; length *= 4) {
      const found = lastEvent((await endOf(handle, size, length)).split('\n'), length >= size);
      if (found || length >= size) return found;
    }
  } finally {
    await handle.close();
  }
};

/** Where every chain below a study's root ends; the chains themselves are not read. */
export const readChainHeads = async (root: string): Promise<readonly ChainHead[]> => {
  const heads: ChainHead[] = [];
  for (const { path, name, rater } of await eventFiles(root)) {
    const last = await readHead(path);
    if (last) heads.push({ file: name, rater, seq: last.seq, hash: last.hash });
  }
  return heads;
};

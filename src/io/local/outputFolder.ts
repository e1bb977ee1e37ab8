import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JobFiles } from '../../core/run/container/engine';
import { outputEntries, outputFileBytes } from '../../core/run/container/limits';

const readAt = async (handle: FileHandle, from: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
};

/**
 * Reads a file that the job wrote, never through a link. Of a long one the head and the tail are read and nothing
 * between: it can be longer than the disk.
 */
const readCapped = async (file: string): Promise<{ readonly bytes: Uint8Array; readonly cut: number }> => {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { size } = await handle.stat();
    if (size <= outputFileBytes) return { bytes: await readAt(handle, 0, size), cut: 0 };
    const half = Math.floor(outputFileBytes / 2);
    const ends = [await readAt(handle, 0, half), await readAt(handle, size - half, half)];
    return { bytes: Buffer.concat(ends), cut: size - 2 * half };
  } finally {
    await handle.close();
  }
};

const maxTotalBytes = 2 * outputFileBytes;

/** Why a name is left out before it is opened; null where it is a file that there is room for. */
const refusal = async (file: string, entries: number, total: number): Promise<string | null> => {
  if (entries > outputEntries) return `more than ${outputEntries} files`;
  const found = await lstat(file).catch(() => null);
  if (found === null || !found.isFile()) return 'not a file';
  return total > maxTotalBytes ? `more than ${maxTotalBytes} bytes in all` : null;
};

/** Names in the folder; null where the job removed it or put something else in its place. */
const namesIn = async (folder: string): Promise<readonly string[] | null> => {
  const found = await lstat(folder).catch(() => null);
  return found?.isDirectory() ? (await readdir(folder)).sort() : null;
};

/** The files of a local job's output folder: plain files at its top, nothing else. */
export const readOutputFolder = async (folder: string): Promise<JobFiles> => {
  const files = new Map<string, Uint8Array>();
  const skipped: string[] = [];
  const names = await namesIn(folder);
  if (names === null) return { files, skipped: ['the output folder: it is gone'] };
  let total = 0;
  for (const [index, name] of names.entries()) {
    const file = path.join(folder, name);
    const refused = await refusal(file, index + 1, total);
    if (refused !== null) skipped.push(`${JSON.stringify(name)}: ${refused}`);
    if (index >= outputEntries) break;
    if (refused !== null) continue;
    const { bytes, cut } = await readCapped(file);
    if (cut > 0) skipped.push(`${name}: ${cut} bytes between its head and tail were left out`);
    total += bytes.byteLength;
    files.set(name, bytes);
  }
  return { files, skipped };
};

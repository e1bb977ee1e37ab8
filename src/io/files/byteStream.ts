import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { InputFault } from '../../core/shared/problem';

/** Magic numbers of what people give by mistake, with what to do about it. */
const archives: readonly (readonly [string, string])[] = [
  ['504b0304', 'a zip archive; unpack it first'],
  ['28b52ffd', 'compressed with zstd; unpack it first (gzip is read as it is)'],
  ['425a68', 'compressed with bzip2; unpack it first (gzip is read as it is)'],
  ['fd377a585a', 'compressed with xz; unpack it first (gzip is read as it is)'],
  ['fffe', 'UTF-16; save it as UTF-8'],
  ['feff', 'UTF-16; save it as UTF-8'],
];

/** Why a file of rows can't start with these bytes; null where it can. */
export const refusedBytes = (head: Uint8Array): string | null => {
  const hex = Buffer.from(head.subarray(0, 8)).toString('hex');
  return archives.find(([magic]) => hex.startsWith(magic))?.[1] ?? null;
};

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

export const isParquet = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 4)).toString('latin1') === 'PAR1';

/** What the operating system said, in words with the path. */
export const fileFault = (path: string, error: unknown): InputFault => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words: Record<string, string> = {
    ENOENT: 'no such file. Check the path',
    EACCES: 'reading is not permitted. Check its rights',
    EISDIR: 'this is a folder; name a file',
    ENOTDIR: 'a part of the path is a file, not a folder',
    ELOOP: 'links lead in a circle',
  };
  const said = words[code] ?? (error instanceof Error ? error.message : String(error));
  return new InputFault(`${path}: ${said.replace(/\.$/, '')}.`);
};

/** The first bytes as they are on disk. */
export const readHead = async (path: string, bytes: number): Promise<Uint8Array> => {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await handle.read(buffer, 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** Bytes of a gzip stream that ends early or is damaged: what came before is good, this says what happened. */
export class DamagedStream extends Error {
  override readonly name = 'DamagedStream';
}

/** The file's bytes from the start, gunzipped where `gzip`. Throws DamagedStream for broken gzip. */
export async function* byteStream(path: string, gzip: boolean, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path, { highWaterMark: 256 * 1024, ...(signal ? { signal } : {}) });
  if (!gzip) {
    yield* source as AsyncIterable<Uint8Array>;
    return;
  }
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    yield* unpacked as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!code.startsWith('Z_')) throw error;
    throw new DamagedStream(
      code === 'Z_BUF_ERROR'
        ? 'The gzip file ends early; it may be cut. Fetch it again.'
        : `The gzip file is damaged: ${code}.`,
    );
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

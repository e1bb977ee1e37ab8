import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { ZipFault } from '../archive/zipFault';
import { unpack } from '../archive/zipInflate';
import { byteStream, DamagedStream, fileFault, isGzip, readHead } from '../files/byteStream';

/** Bytes of one file, unpacked where it is packed. */
export interface ByteSource {
  /** All bytes, or those from `from` on. */
  /** `pieceBytes`: how much is read at once of a file that is not packed. */
  stream(signal?: AbortSignal, from?: number, pieceBytes?: number): AsyncIterable<Uint8Array>;
  /** Device and number of a file of the disk that is not packed. */
  readonly identity?: string;
  /** The bytes of `[start, end)`; fewer where the file ends before. */
  range(start: number, end: number): Promise<Uint8Array>;
}

/** The bytes of a range of what streams by; those before it are let go. Fewer where the stream is damaged before its end. */
export const rangeOfStream = async (
  chunks: AsyncIterable<Uint8Array>,
  start: number,
  end: number,
): Promise<Uint8Array> => {
  const parts: Uint8Array[] = [];
  let at = 0;
  try {
    for await (const chunk of chunks) {
      if (at + chunk.length > start) parts.push(chunk.subarray(Math.max(0, start - at), end - at));
      at += chunk.length;
      if (at >= end) break;
    }
  } catch (error) {
    if (!(error instanceof DamagedStream)) throw error;
  }
  return Buffer.concat(parts);
};

const readRange = async (path: string, start: number, end: number): Promise<Uint8Array> => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.max(0, Math.min(end, size) - start));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
};

async function* guarded(path: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    const isOfSystem = error instanceof Error && 'code' in error && error.name !== 'AbortError';
    throw isOfSystem ? fileFault(path, error) : error;
  }
}

const zstd = [0x28, 0xb5, 0x2f, 0xfd];
/** The method by which zip archives name zstd. */
const zstdMethod = 93;

async function* unZstd(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* unpack(zstdMethod, packed);
  } catch (error) {
    throw error instanceof ZipFault ? new DamagedStream(`The zstd file is damaged: ${error.message}.`) : error;
  }
}

const packedSource = (path: string, stream: ByteSource['stream']): ByteSource => ({
  stream: (signal) => guarded(path, stream(signal)),
  range: (start, end) => rangeOfStream(guarded(path, stream()), start, end),
});

/** A file of the disk; gzip and zstd are read unpacked, and their ranges are counted so. */
export const diskSource = async (path: string): Promise<ByteSource> => {
  const head = await readHead(path, 4);
  if (isGzip(head)) return packedSource(path, (signal) => byteStream(path, true, signal));
  if (zstd.every((byte, at) => head[at] === byte))
    return packedSource(path, (signal) => unZstd(byteStream(path, false, signal)));
  const { dev, ino } = await stat(path);
  return {
    identity: `${dev} ${ino}`,
    stream: (signal, start = 0, pieceBytes = 256 * 1024) => {
      const options = { highWaterMark: pieceBytes, start, ...(signal ? { signal } : {}) };
      return guarded(path, createReadStream(path, options));
    },
    range: (start, end) => readRange(path, start, end),
  };
};

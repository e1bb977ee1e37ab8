import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ZipFault } from './zipFault';
import { ZstdFrames } from './zstdFrames';

const chunkBytes = 256 * 1024;

async function* inflated(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(packed, { objectMode: false });
  const inflate = createInflateRaw({ chunkSize: chunkBytes });
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    yield* inflate as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('Z_') ? new ZipFault('its deflate data is damaged') : error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

async function* unZstd(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const frames = new ZstdFrames();
  for await (const chunk of packed) yield* frames.push(chunk);
  if (!frames.complete) throw new ZipFault('its zstd data ends early');
}

/** Unpacks as the bytes come, by a zip archive's methods 0 (stored), 8 (deflate) and 93 (zstd). Throws ZipFault. */
export const unpack = (method: number, packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> => {
  if (method === 8) return inflated(packed);
  return method === 93 ? unZstd(packed) : packed;
};

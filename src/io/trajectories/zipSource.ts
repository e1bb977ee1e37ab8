import { InputFault } from '../../core/shared/problem';
import { ZipArchive } from '../archive/zipArchive';
import type { ZipEntry } from '../archive/zipDirectory';
import { ZipFault } from '../archive/zipFault';
import { DamagedStream } from '../files/byteStream';
import { type ByteSource, rangeOfStream } from './byteSource';

/** Unpacked entries that are kept, in bytes: the records of one step often stand in one entry. */
const mostKept = 64 * 1024 * 1024;

/** Entries unpacked last, the oldest let go first. */
class KeptEntries {
  private readonly kept = new Map<string, { readonly size: number; readonly bytes: Promise<Uint8Array> }>();
  private size = 0;

  /** Null where the entry is too large to keep. */
  get(entry: ZipEntry, unpack: () => Promise<Uint8Array>): Promise<Uint8Array> | null {
    if (entry.size > mostKept / 2) return null;
    const found = this.kept.get(entry.name);
    if (found !== undefined) return found.bytes;
    const bytes = unpack();
    this.kept.set(entry.name, { size: entry.size, bytes });
    this.size += entry.size;
    for (const [name, { size }] of this.kept) {
      if (this.size <= mostKept) break;
      this.kept.delete(name);
      this.size -= size;
    }
    return bytes;
  }
}

const said = (error: unknown, what: string): unknown =>
  error instanceof ZipFault ? new DamagedStream(`${what}: ${error.message}.`) : error;

async function* guarded(archive: ZipArchive, entry: ZipEntry, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of archive.bytes(entry)) {
      signal?.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    throw said(error, entry.name);
  }
}

/** Entries of a zip archive as sources by their names, read by their places in it. */
export interface ZipSource {
  readonly paths: readonly string[];
  open(name: string): Promise<ByteSource>;
}

/** Opens a zip archive by its directory. Throws InputFault where it has none that can be read. */
export const openZipSource = async (path: string): Promise<ZipSource> => {
  const archive = await ZipArchive.open(path).catch((error: unknown) => {
    throw error instanceof ZipFault ? new InputFault(`${path}: ${error.message}.`) : error;
  });
  const kept = new KeptEntries();
  const sourceOf = (entry: ZipEntry): ByteSource => ({
    stream: (signal) => guarded(archive, entry, signal),
    range: async (start, end) => {
      const whole = kept.get(entry, () => rangeOfStream(guarded(archive, entry), 0, Number.POSITIVE_INFINITY));
      return whole === null ? rangeOfStream(guarded(archive, entry), start, end) : (await whole).subarray(start, end);
    },
  });
  const names = new Set(archive.entries.map((entry) => entry.name));
  return {
    paths: [...names].filter((name) => !name.endsWith('/')),
    open: async (name) => {
      const entry = archive.entry(name);
      if (entry === null) throw new InputFault(`${path}: no entry ${name}.`);
      return sourceOf(entry);
    },
  };
};

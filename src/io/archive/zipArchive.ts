import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readZipDirectory, type ZipEntry } from './zipDirectory';
import { type ByteRanges, ZipFault } from './zipFault';
import { unpack } from './zipInflate';

const chunkBytes = 64 * 1024;
/** An entry above the size that unpacks to more than so many times its bytes is taken for a bomb. */
const highestRatio = 1000;
const ratioMatters = 16 * 1024 * 1024;
const localHeadBytes = 30;

/** The file's bytes by their places. */
const rangesOf = async (handle: FileHandle): Promise<ByteRanges> => ({
  size: (await handle.stat()).size,
  read: async (start, end) => {
    const buffer = Buffer.alloc(Math.max(0, end - start));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  },
});

const refuse = (entry: ZipEntry): void => {
  if (entry.fault !== null) throw new ZipFault(entry.fault);
  if (entry.size > ratioMatters && entry.size > entry.packed * highestRatio)
    throw new ZipFault(`it would unpack to ${entry.size} bytes, more than 1,000 times what it takes`);
};

/** Where the packed bytes stand: behind the local header, whose name and extra field have lengths of their own. */
const dataStart = async (file: ByteRanges, entry: ZipEntry): Promise<number> => {
  const head = await file.read(entry.at, entry.at + localHeadBytes);
  if (head.length < localHeadBytes || head.readUInt32LE(0) !== 0x04034b50)
    throw new ZipFault('its data does not stand where the directory says');
  const start = entry.at + localHeadBytes + head.readUInt16LE(26) + head.readUInt16LE(28);
  if (start + entry.packed > entry.endsBefore) throw new ZipFault('its bytes overlap what follows it');
  return start;
};

async function* packedBytes(file: ByteRanges, entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const start = await dataStart(file, entry);
  const end = start + entry.packed;
  for (let at = start; at < end; ) {
    const chunk = await file.read(at, Math.min(end, at + chunkBytes));
    if (chunk.length === 0) throw new ZipFault('the archive ends in the middle of it');
    yield chunk;
    at += chunk.length;
  }
}

async function* checked(entry: ZipEntry, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let made = 0;
  let sum = 0;
  for await (const chunk of chunks) {
    made += chunk.length;
    if (made > entry.size) throw new ZipFault('it holds more bytes than the archive states');
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (made < entry.size) throw new ZipFault('it holds fewer bytes than the archive states');
  if (sum !== entry.crc) throw new ZipFault('its checksum is wrong, so it is damaged');
}

/** Reads while the file stands open, and closes it however that ends. */
const opened = async <T>(path: string, use: (file: ByteRanges) => Promise<T>): Promise<T> => {
  const handle = await open(path, 'r');
  try {
    return await use(await rangesOf(handle));
  } finally {
    await handle.close();
  }
};

/** A zip archive of which the directory was read; an entry is read by its place, and nothing else is unpacked. */
export class ZipArchive {
  readonly #byName: ReadonlyMap<string, ZipEntry>;

  private constructor(
    private readonly path: string,
    /** In the directory's order. */
    readonly entries: readonly ZipEntry[],
  ) {
    this.#byName = new Map(entries.map((entry) => [entry.name, entry]));
  }

  /** Reads the directory. Throws ZipFault for what is no zip archive, and what the system says of the file. */
  static async open(path: string): Promise<ZipArchive> {
    return new ZipArchive(path, await opened(path, readZipDirectory));
  }

  /** The last entry of this name, for a later one replaces an earlier one; null where none has it. */
  entry(name: string): ZipEntry | null {
    return this.#byName.get(name) ?? null;
  }

  /**
   * The entry's bytes, unpacked as they come. Throws ZipFault where it cannot be read, is damaged (its checksum is
   * looked at), or holds more than it states: what came before is not to be trusted then.
   */
  async *bytes(entry: ZipEntry): AsyncGenerator<Uint8Array> {
    refuse(entry);
    const handle = await open(this.path, 'r');
    try {
      yield* checked(entry, unpack(entry.method, packedBytes(await rangesOf(handle), entry)));
    } finally {
      await handle.close();
    }
  }
}

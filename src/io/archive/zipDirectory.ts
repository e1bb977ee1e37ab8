import { isUtf8 } from 'node:buffer';
import { type ByteRanges, ZipFault } from './zipFault';

export interface ZipEntry {
  /** As written. It is only a name: whoever writes files by it must look at it first. */
  readonly name: string;
  readonly method: number;
  /** Bytes in the archive, and unpacked as the archive states them. */
  readonly packed: number;
  readonly size: number;
  readonly crc: number;
  /** Where its local header starts, and what stands there must end before `endsBefore`. */
  readonly at: number;
  readonly endsBefore: number;
  /** Why it cannot be read; null where nothing is known against it. */
  readonly fault: string | null;
}

const endBytes = 22;
const longestComment = 65_535;
const headBytes = 46;
/** Of about half a million entries; a longer directory is refused, for it is held in memory. */
const longestDirectory = 64 * 1024 * 1024;
const beyond32 = 0xffff_ffff;

const methods: ReadonlyMap<number, string> = new Map([
  [9, 'Deflate64'],
  [12, 'bzip2'],
  [14, 'LZMA'],
  [95, 'xz'],
  [98, 'PPMd'],
  [99, 'AES encryption'],
]);

const readable: ReadonlySet<number> = new Set([0, 8, 93]);

/** Numbers of 64 bits that are no safe integer cannot be places in a file. */
const long = (bytes: Buffer, at: number): number => {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipFault('its directory names a place that no file has');
  return Number(value);
};

interface Extent {
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** The end record of zip64, where the short one says that numbers did not fit. */
const longEnd = async (file: ByteRanges, endAt: number): Promise<Extent | null> => {
  const locator = await file.read(Math.max(0, endAt - 20), endAt);
  if (locator.length < 20 || locator.readUInt32LE(0) !== 0x07064b50) return null;
  const at = long(locator, 8);
  const record = await file.read(at, at + 56);
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50)
    throw new ZipFault('its zip64 end record is missing');
  const start = long(record, 48);
  return { start, end: start + long(record, 40), count: long(record, 32) };
};

/** The end record stands last, behind it at most a comment whose length it states. */
const findEnd = (tail: Buffer): number => {
  for (let at = tail.length - endBytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === 0x06054b50 && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  throw new ZipFault('it has no directory at its end, so it is cut or no zip archive; fetch or copy it again');
};

const directoryExtent = async (file: ByteRanges): Promise<Extent> => {
  const tailStart = Math.max(0, file.size - endBytes - longestComment);
  const tail = await file.read(tailStart, file.size);
  const at = findEnd(tail);
  const start = tail.readUInt32LE(at + 16);
  const count = tail.readUInt16LE(at + 10);
  const short = { start, end: start + tail.readUInt32LE(at + 12), count };
  const found = start === beyond32 || count === 0xffff ? ((await longEnd(file, tailStart + at)) ?? short) : short;
  if (found.end > tailStart + at) throw new ZipFault('its directory does not stand where its end record says');
  if (found.end - found.start > longestDirectory) throw new ZipFault('its directory is longer than 64 MiB');
  return found;
};

/** Name of an entry: UTF-8, or where it is not, one letter for each byte, so that no two names become one. */
const nameOf = (bytes: Buffer): string => bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');

/** Sizes and place out of the zip64 extra field: those come, in this order, whose short fields are full. */
const withLongNumbers = (extra: Buffer, short: readonly number[]): readonly number[] => {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  if (at + 4 > extra.length) return short;
  const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
  let next = 0;
  return short.map((value) => {
    if (value !== beyond32 || next + 8 > field.length) return value;
    next += 8;
    return long(field, next - 8);
  });
};

const faultOf = (flags: number, method: number): string | null => {
  if ((flags & 0x2041) !== 0) return 'it is encrypted';
  if (readable.has(method)) return null;
  return `it is packed by ${methods.get(method) ?? `method ${method}`}, which is not read here`;
};

interface Head {
  readonly entry: ZipEntry;
  readonly bytes: number;
}

const readHead = (directory: Buffer, at: number): Head => {
  if (at + headBytes > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
    throw new ZipFault('its directory is damaged');
  const [nameLength, extraLength] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)];
  const extraAt = at + headBytes + nameLength;
  const bytes = headBytes + nameLength + extraLength + directory.readUInt16LE(at + 32);
  if (at + bytes > directory.length) throw new ZipFault('its directory is damaged');
  const short = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)];
  const [size = 0, packed = 0, place = 0] = withLongNumbers(directory.subarray(extraAt, extraAt + extraLength), short);
  const method = directory.readUInt16LE(at + 10);
  const entry = {
    name: nameOf(directory.subarray(at + headBytes, extraAt)),
    method,
    packed,
    size,
    crc: directory.readUInt32LE(at + 16),
    at: place,
    endsBefore: 0,
    fault: faultOf(directory.readUInt16LE(at + 8), method),
  };
  return { entry, bytes };
};

/** Each entry must end where the next starts; two that share bytes are how small archives become huge ones. */
const withExtents = (entries: readonly ZipEntry[], directoryStart: number): readonly ZipEntry[] => {
  const starts = entries.map((entry) => entry.at).sort((a, b) => a - b);
  const next = new Map(starts.map((start, index) => [start, starts[index + 1] ?? directoryStart]));
  const shared = new Set(starts.filter((start, index) => start === starts[index + 1]));
  return entries.map((entry) => {
    const endsBefore = Math.min(next.get(entry.at) ?? directoryStart, directoryStart);
    const overlaps = shared.has(entry.at) || entry.at + 30 + entry.packed > endsBefore;
    return { ...entry, endsBefore, fault: entry.fault ?? (overlaps ? 'its bytes overlap what follows it' : null) };
  });
};

/**
 * Reads a zip archive's central directory (APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.3.16; zip64 too) and nothing else.
 * Entries come in the directory's order; one whose data cannot be read is there and says why. Throws ZipFault where the
 * directory itself cannot be read.
 */
export const readZipDirectory = async (file: ByteRanges): Promise<readonly ZipEntry[]> => {
  const extent = await directoryExtent(file);
  const directory = await file.read(extent.start, extent.end);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < extent.count; ) {
    const { entry, bytes } = readHead(directory, at);
    entries.push(entry);
    at += bytes;
  }
  return withExtents(entries, extent.start);
};

import { TarFault } from './tarHeader';

/** What a pax head says of the next entry, as far as a reader needs it. */
export interface PaxRecords {
  readonly path: Buffer | null;
  readonly linkPath: Buffer | null;
  readonly size: number | null;
  /** Whether the entry's data is a map of holes instead of its bytes. */
  readonly sparse: boolean;
}

const sizeOf = (value: Buffer): number => {
  const size = Number(value.toString('latin1'));
  if (!/^\d+$/.test(value.toString('latin1')) || !Number.isSafeInteger(size))
    throw new TarFault('a size in a pax head is no number');
  return size;
};

/**
 * Reads records of the form `length key=value\n` (POSIX.1-2001, pax). Values are bytes, and may hold anything. Throws
 * TarFault where a length doesn't fit.
 */
export const readPaxRecords = (bytes: Buffer): PaxRecords => {
  let found: PaxRecords = { path: null, linkPath: null, size: null, sparse: false };
  let at = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    const space = bytes.indexOf(0x20, at);
    const digits = bytes.toString('latin1', at, space < 0 ? at : space);
    const end = at + Number(digits);
    if (!/^\d{1,9}$/.test(digits) || end > bytes.length || end <= space + 1 || bytes[end - 1] !== 0x0a)
      throw new TarFault('a pax head is malformed');
    const equals = bytes.indexOf(0x3d, space);
    if (equals < 0 || equals >= end) throw new TarFault('a pax head is malformed');
    const key = bytes.toString('utf8', space + 1, equals);
    found = withRecord(found, key, bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return found;
};

const withRecord = (found: PaxRecords, key: string, value: Buffer): PaxRecords => {
  if (key === 'path') return { ...found, path: value };
  if (key === 'linkpath') return { ...found, linkPath: value };
  if (key === 'size') return { ...found, size: sizeOf(value) };
  return key.startsWith('GNU.sparse.') ? { ...found, sparse: true } : found;
};

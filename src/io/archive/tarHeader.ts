/** An archive that can't be read as one; says what is wrong with it. */
export class TarFault extends Error {
  override readonly name = 'TarFault';
}

export type TarKind = 'file' | 'folder' | 'symlink' | 'hard link' | 'sparse file' | 'device' | 'unknown';

/** Heads that only say something of the entry after them. */
export type ExtensionKind = 'pax' | 'global pax' | 'long name' | 'long link';

/** One head as it stands in its block, before what extensions say. */
export interface TarHead {
  readonly kind: TarKind | ExtensionKind;
  readonly name: Buffer;
  readonly link: Buffer;
  /** Of its data in bytes; 0 where its kind has none. */
  readonly size: number;
  readonly mode: number;
}

export const blockBytes = 512;

const kinds: Readonly<Record<string, TarHead['kind']>> = {
  '\0': 'file',
  '0': 'file',
  '1': 'hard link',
  '2': 'symlink',
  '3': 'device',
  '4': 'device',
  '5': 'folder',
  '6': 'device',
  '7': 'file',
  S: 'sparse file',
  g: 'global pax',
  x: 'pax',
  L: 'long name',
  K: 'long link',
};

const withoutData: ReadonlySet<TarHead['kind']> = new Set(['hard link', 'symlink', 'device', 'folder']);

const textAt = (block: Buffer, at: number, length: number): Buffer => {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return Buffer.from(end < 0 ? field : field.subarray(0, end));
};

/** GNU writes numbers that are too long for octal digits as big-endian bytes behind a set first bit. */
const binaryNumber = (field: Buffer): number => {
  if (((field[0] ?? 0) & 0x40) !== 0) throw new TarFault('a negative number in a head');
  let value = (field[0] ?? 0) & 0x3f;
  for (const byte of field.subarray(1)) {
    value = value * 256 + byte;
    if (value > Number.MAX_SAFE_INTEGER) throw new TarFault('a number in a head is too large');
  }
  return value;
};

const numberAt = (block: Buffer, at: number, length: number): number => {
  const field = block.subarray(at, at + length);
  if (((field[0] ?? 0) & 0x80) !== 0) return binaryNumber(field);
  const digits = field
    .toString('latin1')
    .replace(/[\0 ]+$/, '')
    .trimStart();
  if (digits === '') return 0;
  if (!/^[0-7]+$/.test(digits)) throw new TarFault('a number in a head is no octal number');
  return Number.parseInt(digits, 8);
};

const checkSum = (block: Buffer): void => {
  const said = numberAt(block, 148, 8);
  let unsigned = 8 * 32;
  let signed = 8 * 32;
  for (let at = 0; at < blockBytes; at++) {
    if (at >= 148 && at < 156) continue;
    const byte = block[at] ?? 0;
    unsigned += byte;
    signed += byte < 128 ? byte : byte - 256;
  }
  if (said !== unsigned && said !== signed) throw new TarFault('the checksum of a head is wrong');
};

const nameOf = (block: Buffer): Buffer => {
  const name = textAt(block, 0, 100);
  if (block.toString('latin1', 257, 263) !== 'ustar\0') return name;
  const prefix = textAt(block, 345, 155);
  return prefix.length === 0 ? name : Buffer.concat([prefix, Buffer.from('/'), name]);
};

/**
 * Reads one block of 512 bytes as the head of an entry (POSIX.1-2001 ustar, with GNU's long numbers). Throws TarFault
 * for a wrong checksum or number.
 */
export const readTarHead = (block: Buffer): TarHead => {
  checkSum(block);
  const name = nameOf(block);
  const flag = String.fromCharCode(block[156] ?? 0);
  const plain = kinds[flag] ?? 'unknown';
  const kind = flag === '\0' && name.at(-1) === 0x2f ? 'folder' : plain;
  const size = withoutData.has(kind) ? 0 : numberAt(block, 124, 12);
  return { kind, name, link: textAt(block, 157, 100), size, mode: numberAt(block, 100, 8) };
};

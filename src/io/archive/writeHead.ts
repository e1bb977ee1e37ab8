import { blockBytes } from './tarHeader';

export interface HeadToWrite {
  readonly name: Buffer;
  readonly kind: 'file' | 'folder' | 'symlink';
  readonly link: Buffer;
  readonly mode: number;
  readonly size: number;
  readonly owner: { readonly uid: number; readonly gid: number };
  /** Whole seconds since 1970. */
  readonly mtime: number;
}

const flags: Readonly<Record<HeadToWrite['kind'], string>> = { file: '0', folder: '5', symlink: '2' };
const largestOctal = 8 ** 11 - 1;
const nameBytes = 100;

const octal = (block: Buffer, value: number, at: number, length: number): void => {
  block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
};

/** A number of 12 bytes: octal digits, or GNU's big-endian bytes where it is too long for them. */
const longNumber = (block: Buffer, value: number, at: number): void => {
  if (value <= largestOctal) {
    octal(block, value, at, 12);
    return;
  }
  block.writeBigUInt64BE(BigInt(value), at + 4);
  block[at] = 0x80;
};

const plainHead = (head: HeadToWrite, flag: string): Buffer => {
  const block = Buffer.alloc(blockBytes);
  head.name.copy(block, 0, 0, nameBytes);
  octal(block, head.mode & 0o7777, 100, 8);
  octal(block, head.owner.uid, 108, 8);
  octal(block, head.owner.gid, 116, 8);
  longNumber(block, head.size, 124);
  longNumber(block, Math.max(0, head.mtime), 136);
  block.write(flag, 156, 'latin1');
  head.link.copy(block, 157, 0, nameBytes);
  block.write('ustar  \0', 257, 'latin1');
  let sum = 8 * 32;
  for (const byte of block) sum += byte;
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
};

/** Zeros that fill an entry's data up to whole blocks. */
export const filling = (size: number): Buffer => Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes);

const none = Buffer.alloc(0);

const longField = (head: HeadToWrite, flag: 'L' | 'K', value: Buffer): Buffer[] => {
  const data = Buffer.concat([value, Buffer.alloc(1)]);
  const name = Buffer.from('././@LongLink');
  return [plainHead({ ...head, name, link: none, size: data.length }, flag), data, filling(data.length)];
};

/** One entry's head in the GNU format, which keeps names of any length and any bytes. */
export const tarHead = (head: HeadToWrite): Buffer =>
  Buffer.concat([
    ...(head.link.length > nameBytes ? longField(head, 'K', head.link) : []),
    ...(head.name.length > nameBytes ? longField(head, 'L', head.name) : []),
    plainHead(head, flags[head.kind]),
  ]);

/** The two empty blocks at an archive's end. */
export const endMark: Buffer = Buffer.alloc(2 * blockBytes);

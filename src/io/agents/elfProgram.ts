import { open } from 'node:fs/promises';

/** What a program says of the machine that it needs. */
export interface ElfProgram {
  /** In the kernel's word (`uname -m`). */
  readonly machine: string;
  /** Its loader (`/lib64/ld-linux-x86-64.so.2`); null: it brings all with it. */
  readonly loader: string | null;
}

const machines: Readonly<Record<number, string>> = { 62: 'x86_64', 183: 'aarch64', 243: 'riscv64', 3: 'i686' };
const interpreterType = 3;
const headBytes = 64 * 1024;

/** Reads the head of an ELF file of 64 bits; null for what is none (a script, another format, cut off). */
export const readElf = (head: Uint8Array): ElfProgram | null => {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 64 || bytes.readUInt32BE(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1) return null;
  const machine = machines[bytes.readUInt16LE(18)];
  if (machine === undefined) return null;
  const [start, size, count] = [Number(bytes.readBigUInt64LE(32)), bytes.readUInt16LE(54), bytes.readUInt16LE(56)];
  for (let at = 0; at < count; at++) {
    const entry = start + at * size;
    if (size < 56 || entry + 56 > bytes.length) return null;
    if (bytes.readUInt32LE(entry) !== interpreterType) continue;
    const [from, length] = [Number(bytes.readBigUInt64LE(entry + 8)), Number(bytes.readBigUInt64LE(entry + 32))];
    if (length < 2 || length > 256 || from + length > bytes.length) return null;
    return { machine, loader: bytes.toString('latin1', from, from + length - 1) };
  }
  return { machine, loader: null };
};

/** The same of a file; null where it can't be read as well. */
export const elfOfFile = async (file: string): Promise<ElfProgram | null> => {
  const handle = await open(file, 'r').catch(() => null);
  if (handle === null) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return readElf(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
};

import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipPart {
  readonly name: string | Buffer;
  readonly data: string | Uint8Array;
  /** 0 stored, 8 deflate (the default), 93 zstd; any other number is written with the bytes as they are. */
  readonly method?: number;
  readonly flags?: number;
  /** What the directory says where that is not the truth. */
  readonly said?: { readonly size?: number; readonly packed?: number; readonly crc?: number; readonly at?: number };
  /** The packed bytes, where they are not to be made from the data. */
  readonly packed?: Uint8Array;
  readonly extra?: Buffer;
}

const numbers = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** A zstd frame with the data in raw blocks, for Node 20 has no encoder. */
const zstdFrame = (data: Uint8Array, blockBytes = 128 * 1024): Buffer => {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3])];
  let at = 0;
  do {
    const block = data.subarray(at, at + blockBytes);
    at += blockBytes;
    const header = Buffer.alloc(3);
    header.writeUIntLE((at >= data.length ? 1 : 0) | (block.length << 3), 0, 3);
    parts.push(header, Buffer.from(block));
  } while (at < data.length);
  return Buffer.concat(parts);
};

const packedOf = (part: ZipPart, data: Buffer): Uint8Array => {
  if (part.packed) return part.packed;
  if (part.method === 93) return zstdFrame(data);
  return (part.method ?? 8) === 8 ? deflateRawSync(data) : data;
};

interface Written {
  readonly local: Buffer;
  readonly central: Buffer;
}

const write = (part: ZipPart, at: number): Written => {
  const data = Buffer.from(part.data);
  const packed = packedOf(part, data);
  const name = Buffer.from(part.name);
  const extra = part.extra ?? Buffer.alloc(0);
  const common = numbers(
    ...([
      [2, 45],
      [2, part.flags ?? 0x800],
      [2, part.method ?? 8],
      [4, 0],
      [4, part.said?.crc ?? crc32(data)],
    ] as const),
    ...([
      [4, part.said?.packed ?? packed.length],
      [4, part.said?.size ?? data.length],
      [2, name.length],
    ] as const),
    ...([[2, extra.length]] as const),
  );
  const local = Buffer.concat([numbers([4, 0x04034b50]), common, name, extra, packed]);
  const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, part.said?.at ?? at]);
  return { local, central: Buffer.concat([numbers([4, 0x02014b50], [2, 45]), common, rest, name, extra]) };
};

/** A zip archive of these entries, in their order. */
export const zipOf = (parts: readonly ZipPart[], comment = ''): Buffer => {
  const written: Written[] = [];
  let at = 0;
  for (const part of parts) {
    const one = write(part, at);
    at += one.local.length;
    written.push(one);
  }
  const directory = Buffer.concat(written.map((one) => one.central));
  const counts = [
    [2, parts.length],
    [2, parts.length],
  ] as const;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], ...counts, [4, directory.length], [4, at], [2, comment.length]);
  return Buffer.concat([...written.map((one) => one.local), directory, end, Buffer.from(comment)]);
};

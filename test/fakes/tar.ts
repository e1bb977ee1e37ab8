/** Hand-made tar archives, also such as no honest program writes. */
export interface TarPiece {
  readonly name: string;
  /** The type letter: 0 file, 1 hard link, 2 symlink, 3 device, 5 folder, x pax, L long name... */
  readonly flag?: string;
  readonly data?: string | Uint8Array;
  readonly link?: string;
  readonly mode?: number;
  /** What the size field says, where it isn't the data's length. */
  readonly size?: string;
  /** What is added to the right checksum. */
  readonly wrongSum?: number;
}

const field = (block: Buffer, text: string, at: number, length: number): void => {
  Buffer.from(text, 'utf8').copy(block, at, 0, length);
};

export const tarPiece = (piece: TarPiece): Buffer => {
  const data = Buffer.from(piece.data ?? '');
  const block = Buffer.alloc(512);
  field(block, piece.name, 0, 100);
  field(block, (piece.mode ?? 0o644).toString(8).padStart(7, '0'), 100, 8);
  field(block, '0000000', 108, 8);
  field(block, '0000000', 116, 8);
  if (piece.size === 'binary') block.set([0x80, 0, 0, 0, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff], 124);
  else field(block, piece.size ?? data.length.toString(8).padStart(11, '0'), 124, 12);
  field(block, '00000000000', 136, 12);
  field(block, piece.flag ?? '0', 156, 1);
  field(block, piece.link ?? '', 157, 100);
  field(block, 'ustar\u000000', 257, 8);
  const sum = 8 * 32 + block.reduce((total, byte) => total + byte, 0) + (piece.wrongSum ?? 0);
  field(block, `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return Buffer.concat([block, data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
};

/** A pax record; its length counts its own digits. */
export const paxRecord = (key: string, value: string): string => {
  const rest = ` ${key}=${value}\n`;
  const bytes = Buffer.byteLength(rest);
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  return `${length}${rest}`;
};

export const tarOf = (...pieces: readonly TarPiece[]): Buffer =>
  Buffer.concat([...pieces.map(tarPiece), Buffer.alloc(1024)]);

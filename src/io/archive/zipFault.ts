/** Why a zip archive, or an entry of it, cannot be read; one clause without the file's name. */
export class ZipFault extends Error {
  override readonly name = 'ZipFault';
}

/** Bytes that can be read anywhere: a file that stands open. */
export interface ByteRanges {
  readonly size: number;
  /** The bytes from `start` up to `end`; fewer where the file ends before. */
  read(start: number, end: number): Promise<Buffer>;
}

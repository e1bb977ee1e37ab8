import { Decompress } from 'fzstd';
import { ZipFault } from './zipFault';

/** RFC 8878 asks decoders for 8 MiB; this is what the highest plain levels write. */
const widestWindow = 32 * 1024 * 1024;
const longestBlock = 128 * 1024;
/** The library moves a window for each block: bounds the bytes moved for output, so that tiny blocks cannot stall. */
const movedPerByte = 512;
const movedAtFirst = 4 * 1024 * 1024 * 1024;

interface FrameHead {
  readonly bytes: number;
  readonly window: number;
  readonly checksum: boolean;
}

const damaged = (): ZipFault => new ZipFault('its zstd data is damaged');

const sizeBytes = (descriptor: number): number => {
  const flag = descriptor >> 6;
  return flag === 0 ? (descriptor >> 5) & 1 : 1 << flag;
};

/** The head of a zstd frame (RFC 8878, 3.1.1.1); null where more bytes are needed. */
const readFrameHead = (bytes: Buffer): FrameHead | null => {
  const descriptor = bytes[4] ?? 0;
  const single = (descriptor & 0x20) !== 0;
  const sizeAt = single ? 5 : 6;
  const length = sizeBytes(descriptor);
  if (bytes.length < sizeAt + length) return null;
  if ((descriptor & 8) !== 0) throw damaged();
  if ((descriptor & 3) !== 0) throw new ZipFault('its zstd data needs a dictionary, which is not at hand');
  const base = 2 ** (10 + ((bytes[5] ?? 0) >> 3));
  const window = single ? contentSize(bytes, sizeAt, length) : base + (base / 8) * ((bytes[5] ?? 0) & 7);
  if (window > widestWindow) throw new ZipFault(`its zstd data needs a window of ${window} bytes, more than 32 MiB`);
  return { bytes: sizeAt + length, window, checksum: (descriptor & 4) !== 0 };
};

const contentSize = (bytes: Buffer, at: number, length: number): number => {
  if (length === 8) return Number(bytes.readBigUInt64LE(at));
  return bytes.readUIntLE(at, length) + (length === 2 ? 256 : 0);
};

/**
 * Unpacks zstd block by block: the frames are cut here, so that each head is looked at before the library makes room for
 * its window, and no push yields more than one block.
 */
export class ZstdFrames {
  #held: Buffer = Buffer.alloc(0);
  #frame: { readonly head: FrameHead; readonly library: Decompress } | null = null;
  #skip = 0;
  #blocks: Uint8Array[] = [];
  #moved = 0;
  #made = 0;

  /** Whether the data may end here. */
  get complete(): boolean {
    return this.#frame === null && this.#held.length === 0 && this.#skip === 0;
  }

  /** The blocks that these bytes complete, each up to 128 KiB. Throws ZipFault. */
  *push(chunk: Uint8Array): Generator<Uint8Array> {
    this.#held = Buffer.concat([this.#held, chunk]);
    while (this.#step()) {
      yield* this.#blocks;
      this.#blocks = [];
    }
  }

  #step(): boolean {
    if (this.#skip > 0) return this.#skipSome();
    return this.#frame === null ? this.#beginFrame() : this.#takeBlock(this.#frame);
  }

  #take(bytes: number): Buffer {
    const taken = this.#held.subarray(0, bytes);
    this.#held = this.#held.subarray(bytes);
    return taken;
  }

  #skipSome(): boolean {
    this.#skip -= this.#take(Math.min(this.#skip, this.#held.length)).length;
    return this.#held.length > 0;
  }

  #beginFrame(): boolean {
    if (this.#held.length < 8) return false;
    const magic = this.#held.readUInt32LE(0);
    if (magic >>> 4 === 0x184d2a5) {
      this.#skip = this.#take(8).readUInt32LE(4);
      return true;
    }
    if (magic !== 0xfd2fb528) throw damaged();
    const head = readFrameHead(this.#held);
    if (head === null) return false;
    const library = new Decompress((block) => {
      if (block.length > 0) this.#blocks.push(block);
    });
    this.#frame = { head, library };
    this.#unpack(library, this.#take(head.bytes), false);
    return true;
  }

  #takeBlock({ head, library }: { readonly head: FrameHead; readonly library: Decompress }): boolean {
    if (this.#held.length < 3) return false;
    const header = this.#held.readUIntLE(0, 3);
    const [last, kind, size] = [(header & 1) === 1, (header >> 1) & 3, header >> 3];
    if (kind === 3 || size > longestBlock) throw damaged();
    const bytes = 3 + (kind === 1 ? 1 : size) + (last && head.checksum ? 4 : 0);
    if (this.#held.length < bytes) return false;
    this.#unpack(library, this.#take(bytes), last);
    if (last) this.#frame = null;
    this.#account(head.window);
    return true;
  }

  #unpack(library: Decompress, bytes: Uint8Array, last: boolean): void {
    try {
      library.push(bytes, last);
    } catch {
      throw damaged();
    }
  }

  #account(window: number): void {
    this.#moved += window;
    this.#made += this.#blocks.reduce((sum, block) => sum + block.length, 0);
    if (this.#moved > movedAtFirst + this.#made * movedPerByte)
      throw new ZipFault('its zstd data is cut into blocks so small that unpacking would not end in time');
  }
}

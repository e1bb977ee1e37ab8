import { isUtf8 } from 'node:buffer';
import { type PaxRecords, readPaxRecords } from './paxRecords';
import { blockBytes, type ExtensionKind, readTarHead, TarFault, type TarHead, type TarKind } from './tarHeader';

export interface TarEntry {
  readonly kind: TarKind;
  /** As written in the archive; nobody looked at it yet. */
  readonly name: string;
  readonly link: string;
  /** Whether name and link are UTF-8; else they hold replacement characters. */
  readonly readable: boolean;
  /** Bytes of data that follow. */
  readonly size: number;
  readonly mode: number;
}

/** What is done with the entries. */
export interface TarSink {
  /** `take`: `data` and `end` are called for it; `skip`: they are not; `stop`: nothing more is read. */
  entry(entry: TarEntry): 'take' | 'skip' | 'stop';
  data(bytes: Uint8Array): void;
  end(): void;
}

/** The longest name, link or set of pax records that is read, in bytes. */
const longestExtension = 1024 * 1024;

const isExtension = (kind: TarHead['kind']): kind is ExtensionKind =>
  kind === 'pax' || kind === 'global pax' || kind === 'long name' || kind === 'long link';

const withoutEndMark = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf(0);
  return end < 0 ? bytes : bytes.subarray(0, end);
};

/** What extension heads said so far of the entry to come. */
interface Pending {
  readonly name: Buffer | null;
  readonly link: Buffer | null;
  readonly pax: PaxRecords | null;
}

const nothingPending: Pending = { name: null, link: null, pax: null };

/**
 * Reads a tar archive as its chunks come: ustar, GNU long names, pax (path, linkpath, size). Synchronous, so that a
 * tree of thousands of small files costs no more than its files; nothing but an extension head is held in memory.
 */
export class TarReader {
  readonly #block = Buffer.alloc(blockBytes);
  #filled = 0;
  /** Bytes of the present entry's data that are still to come, and of the filling after it. */
  #left = 0;
  #padding = 0;
  #wanted = false;
  #extension: { readonly kind: ExtensionKind; readonly parts: Uint8Array[] } | null = null;
  #pending = nothingPending;
  #zeroBlocks = 0;
  #stopped = false;

  constructor(private readonly sink: TarSink) {}

  /** Whether nothing more needs to be pushed: the end mark was read, or the sink said stop. */
  get done(): boolean {
    return this.#stopped || this.#zeroBlocks >= 2;
  }

  /** Throws TarFault for what is no archive. The sink may keep the bytes: they are views into `chunk`. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.length && !this.done) {
      const rest = chunk.length - at;
      if (this.#left > 0) at += this.#takeData(chunk.subarray(at, at + Math.min(rest, this.#left)));
      else if (this.#padding > 0) at += this.#takePadding(Math.min(rest, this.#padding));
      else at += this.#takeHead(chunk, at);
    }
  }

  /** To be called after the last chunk. Throws TarFault where the archive ends too early. */
  finish(): void {
    if (this.#stopped || this.#zeroBlocks > 0) return;
    throw new TarFault('the archive ends before its end mark');
  }

  #takeData(bytes: Uint8Array): number {
    if (this.#extension !== null) this.#extension.parts.push(bytes);
    else if (this.#wanted) this.sink.data(bytes);
    this.#left -= bytes.length;
    if (this.#left === 0) this.#endData();
    return bytes.length;
  }

  #takePadding(length: number): number {
    this.#padding -= length;
    return length;
  }

  #endData(): void {
    if (this.#extension !== null) this.#endExtension(this.#extension.kind, Buffer.concat(this.#extension.parts));
    else if (this.#wanted) this.sink.end();
    this.#extension = null;
    this.#wanted = false;
  }

  #takeHead(chunk: Uint8Array, at: number): number {
    const taken = chunk.subarray(at, at + blockBytes - this.#filled);
    this.#block.set(taken, this.#filled);
    this.#filled += taken.length;
    if (this.#filled === blockBytes) {
      this.#filled = 0;
      this.#readBlock();
    }
    return taken.length;
  }

  #readBlock(): void {
    if (this.#block.every((byte) => byte === 0)) {
      this.#zeroBlocks += 1;
      return;
    }
    if (this.#zeroBlocks > 0) throw new TarFault('something stands behind the end mark');
    const head = readTarHead(this.#block);
    if (isExtension(head.kind)) this.#beginExtension(head.kind, head.size);
    else this.#beginEntry(head.kind, head);
  }

  #beginExtension(kind: ExtensionKind, size: number): void {
    if (size > longestExtension) throw new TarFault(`a ${kind} of ${size} bytes`);
    this.#extension = { kind, parts: [] };
    this.#begin(size);
  }

  #endExtension(kind: ExtensionKind, bytes: Buffer): void {
    if (kind === 'long name') this.#pending = { ...this.#pending, name: withoutEndMark(bytes) };
    if (kind === 'long link') this.#pending = { ...this.#pending, link: withoutEndMark(bytes) };
    if (kind === 'pax') this.#pending = { ...this.#pending, pax: readPaxRecords(bytes) };
  }

  #beginEntry(kind: TarKind, head: TarHead): void {
    const { name, link, pax } = this.#pending;
    this.#pending = nothingPending;
    const nameBytes = pax?.path ?? name ?? head.name;
    const linkBytes = pax?.linkPath ?? link ?? head.link;
    const size = kind === 'file' || kind === 'sparse file' || kind === 'unknown' ? (pax?.size ?? head.size) : 0;
    const answer = this.sink.entry({
      kind: pax?.sparse ? 'sparse file' : kind,
      name: nameBytes.toString('utf8'),
      link: linkBytes.toString('utf8'),
      readable: isUtf8(nameBytes) && isUtf8(linkBytes),
      size,
      mode: head.mode,
    });
    this.#stopped = answer === 'stop';
    this.#wanted = answer === 'take';
    if (!this.#stopped) this.#begin(size);
  }

  #begin(size: number): void {
    this.#left = size;
    this.#padding = (blockBytes - (size % blockBytes)) % blockBytes;
    if (size === 0) this.#endData();
  }
}

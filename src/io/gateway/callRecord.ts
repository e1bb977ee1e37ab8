import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { EnvironmentFault } from '../../core/shared/problem';

/** A reply is written in lines of so many characters, so that a cut run lacks only the last. */
const lineLength = 65_536;

/** Bytes that may wait for the disk before a call waits too. */
const mostWaiting = 4 * 1024 ** 2;

/** The reply to one request, on its way to the file. */
export class ReplyRecord {
  readonly #decoder = new StringDecoder('utf8');
  #waiting = '';
  #kept = 0;
  #dropped = 0;

  constructor(
    private readonly record: CallRecord,
    private readonly number: number,
    private readonly mostBytes: number,
  ) {}

  add(bytes: Uint8Array): void | Promise<void> {
    const room = Math.max(0, this.mostBytes - this.#kept);
    const kept = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#kept += kept.length;
    this.#dropped += bytes.length - kept.length;
    this.#waiting += this.#decoder.write(Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength));
    return this.#waiting.length >= lineLength ? this.#write() : undefined;
  }

  /** `droppedBytes` is 0 where the reply was kept whole. */
  async end(): Promise<{ readonly bytes: number; readonly droppedBytes: number }> {
    this.#waiting += this.#decoder.end();
    if (this.#waiting !== '') await this.#write();
    return { bytes: this.#kept, droppedBytes: this.#dropped };
  }

  async #write(): Promise<void> {
    const reply = this.#waiting;
    this.#waiting = '';
    await this.record.line({ kind: 'reply', number: this.number, text: reply });
  }
}

/**
 * `records/<instance>.gateway.jsonl`: a line `opened` for each attempt; for each request a line `request` (the body as the agent wrote it), lines `reply`
 * (what came from the model; their texts put together are its body) and a line `call` (the counts). Bytes that are no UTF-8
 * are kept as the mark for unreadable ones. No header with a key is ever given to it.
 */
export class CallRecord {
  #fault: EnvironmentFault | null = null;

  private constructor(private readonly stream: WriteStream | null) {}

  static async open(file: string | null): Promise<CallRecord> {
    if (file === null) return new CallRecord(null);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      const stream = createWriteStream(file, { flags: 'a', mode: 0o600 });
      const record = new CallRecord(stream);
      await once(stream, 'open');
      stream.on('error', (error) => record.#fail(file, error));
      return record;
    } catch (error) {
      throw new EnvironmentFault('disk', `The gateway's record ${file} could not be opened: ${String(error)}.`);
    }
  }

  get fault(): EnvironmentFault | null {
    return this.#fault;
  }

  /** Waits where the disk is slower than the model. */
  async line(value: unknown): Promise<void> {
    const { stream } = this;
    if (stream === null || this.#fault !== null || stream.writableEnded) return;
    const text = `${JSON.stringify(value)}\n`;
    if (stream.writableLength < mostWaiting) stream.write(text);
    else await new Promise<void>((resolve) => stream.write(text, () => resolve()));
  }

  async close(): Promise<void> {
    const { stream } = this;
    if (stream === null || stream.closed) return;
    stream.end();
    await once(stream, 'close').catch(() => {});
  }

  #fail(file: string, error: Error): void {
    this.#fault ??= new EnvironmentFault(
      'disk',
      `The gateway's record ${file} could not be written: ${error.message}.`,
    );
  }
}

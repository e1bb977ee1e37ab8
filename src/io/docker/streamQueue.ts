import type { Duplex } from 'node:stream';

export type StreamEnd = 'end' | 'broken';

/** Unread bytes above which the connection has to wait. */
const highWater = 1024 * 1024;

/** Unread bytes that are kept once nothing may wait any more; what comes after them is thrown away. */
const keptAtEnd = 16 * 1024 * 1024;

/**
 * A connection's bytes for one reader, who holds it back by not reading. It knows the connection's end without being
 * read, and can be told that it must not hold it back any more: an engine whose output nobody takes can't end a command
 * either.
 */
export class StreamQueue implements AsyncIterable<Uint8Array> {
  #chunks: Uint8Array[] = [];
  #bytes = 0;
  #lost = 0;
  #flow: 'held back' | 'running out' | 'thrown away' = 'held back';
  #end: StreamEnd | null = null;
  #wake: () => void = () => {};
  #tellEnd: (how: StreamEnd) => void = () => {};
  readonly ended = new Promise<StreamEnd>((resolve) => {
    this.#tellEnd = resolve;
  });

  constructor(private readonly stream: Duplex) {
    stream.on('data', (chunk: Uint8Array) => this.#push(chunk));
    stream.once('end', () => this.#over('end'));
    stream.on('error', () => this.#over('broken'));
    stream.once('close', () => this.#over('broken'));
  }

  /** Bytes that no reader got, as they came when nothing could wait for one. */
  get lostBytes(): number {
    return this.#lost;
  }

  /** Lets the connection run to its end, whether or not somebody reads. */
  runOut(): void {
    if (this.#flow === 'held back') this.#flow = 'running out';
    this.stream.resume();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#bytes -= chunk.length;
          if (this.#bytes < highWater && this.stream.isPaused()) this.stream.resume();
          yield chunk;
        } else if (this.#end !== null) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.#flow = 'thrown away';
      this.#chunks = [];
      this.stream.resume();
    }
  }

  #push(chunk: Uint8Array): void {
    if (this.#flow === 'thrown away') return;
    if (this.#flow === 'running out' && this.#bytes > keptAtEnd) {
      this.#lost += chunk.length;
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#flow === 'held back' && this.#bytes >= highWater) this.stream.pause();
    this.#wake();
  }

  #over(how: StreamEnd): void {
    this.#end ??= how;
    this.#wake();
    this.#tellEnd(how);
  }
}

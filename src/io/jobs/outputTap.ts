import { createHash } from 'node:crypto';
import type { StreamDigest } from '../../core/run/container/engine';

/** Unread bytes above which the writer has to wait, once somebody reads. */
const highWater = 1024 * 1024;

/**
 * What a job prints, hashed as it arrives and handed to at most one reader. Without a reader nothing is held; a slow
 * reader slows the writer down instead of filling memory.
 */
export class OutputTap {
  readonly #hash = createHash('sha256');
  #bytes = 0;
  #broken = false;
  #ended = false;
  #queue: Uint8Array[] = [];
  #queued = 0;
  #watched = false;
  #wake: () => void = () => {};
  #drained: () => void = () => {};
  #settle: () => void = () => {};
  /** Resolves when the stream has ended, well or not. */
  readonly ended = new Promise<void>((resolve) => {
    this.#settle = resolve;
  });

  async push(chunk: Uint8Array): Promise<void> {
    this.#hash.update(chunk);
    this.#bytes += chunk.byteLength;
    if (!this.#watched) return;
    this.#queue.push(chunk);
    this.#queued += chunk.byteLength;
    this.#wake();
    while (this.#queued > highWater && this.#watched)
      await new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
  }

  /** `broken`: bytes are missing, so the digest says nothing about the log file. */
  end(broken = false): void {
    this.#broken ||= broken;
    this.#ended = true;
    this.#wake();
    this.#settle();
  }

  /** Marks the stream as not whole, for example after the job was found again behind a lost connection. */
  markBroken(): void {
    this.#broken = true;
  }

  digest(): StreamDigest | null {
    if (this.#broken || !this.#ended) return null;
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest('hex') };
  }

  async *read(): AsyncGenerator<Uint8Array> {
    this.#watched = true;
    try {
      for (;;) {
        const chunk = this.#queue.shift();
        if (chunk !== undefined) {
          this.#queued -= chunk.byteLength;
          this.#drained();
          yield chunk;
        } else if (this.#ended) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.#watched = false;
      this.#queue = [];
      this.#queued = 0;
      this.#drained();
    }
  }
}

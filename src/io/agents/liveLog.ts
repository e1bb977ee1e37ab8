import type { AttemptPorts } from '../../core/run/agent/attempt';

/** What is kept of a program's output; what comes after is counted and thrown away. */
const mostLogBytes = 128 * 1024 ** 2;

/** A program's output as it comes, on its way into a file of the attempt. */
export class LiveLog {
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  #dropped = 0;
  #writing: Promise<void> | null = null;
  #fault: unknown = null;

  /** `name`: null keeps nothing. */
  constructor(
    private readonly ports: Pick<AttemptPorts, 'keep' | 'append'>,
    private readonly name: string | null,
    private readonly most = mostLogBytes,
  ) {}

  /** Bytes that were thrown away. */
  get dropped(): number {
    return this.#dropped;
  }

  push(bytes: Uint8Array): void {
    if (this.name === null) return;
    const kept = bytes.subarray(0, Math.max(0, this.most - this.#bytes));
    this.#bytes += kept.length;
    this.#dropped += bytes.length - kept.length;
    // The reader may use its memory again.
    if (kept.length === 0) return;
    this.#waiting.push(kept.slice());
    if (this.ports.append !== undefined) this.#writing ??= this.#write();
  }

  /** Writes what came meanwhile in one go, until nothing more did. */
  async #write(): Promise<void> {
    // Not at once: whoever starts it notes it first.
    await Promise.resolve();
    try {
      while (this.#waiting.length > 0 && this.name !== null) {
        const bytes = Buffer.concat(this.#waiting);
        this.#waiting = [];
        await this.ports.append?.(this.name, bytes);
      }
    } catch (error) {
      this.#fault ??= error;
    } finally {
      this.#writing = null;
    }
  }

  /** Waits until all is written. Throws what writing threw. */
  async end(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
    if (this.#fault !== null) throw this.#fault;
    if (this.ports.append === undefined && this.name !== null && this.#bytes > 0)
      await this.ports.keep({ name: this.name, content: Buffer.concat(this.#waiting) });
  }
}

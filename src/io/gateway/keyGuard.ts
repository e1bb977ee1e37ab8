/** Keys of fewer bytes stand in any text. */
const leastBytes = 8;

/**
 * Keeps the run's key out of what a provider sends back: a server that repeats the request's headers would tell it to the agent.
 * Its bytes become stars, as many, so that lengths stay; an end that may be the beginning of the key waits for the next piece.
 */
export class KeyGuard {
  readonly #key: Buffer;
  #held: Buffer = Buffer.alloc(0);

  constructor(key: string | null) {
    this.#key = Buffer.from(key ?? '');
  }

  /** What may go on now. */
  pass(bytes: Uint8Array): Uint8Array {
    if (this.#key.length < leastBytes) return bytes;
    const all = this.#held.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#held, bytes]);
    for (let at = all.indexOf(this.#key); at >= 0; at = all.indexOf(this.#key, at + this.#key.length))
      all.fill('*', at, at + this.#key.length);
    const kept = this.#mayBegin(all);
    this.#held = Buffer.from(all.subarray(all.length - kept));
    return all.subarray(0, all.length - kept);
  }

  /** What waited, at the end. */
  rest(): Uint8Array {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  #mayBegin(all: Buffer): number {
    for (let length = Math.min(this.#key.length - 1, all.length); length > 0; length--)
      if (all.subarray(all.length - length).equals(this.#key.subarray(0, length))) return length;
    return 0;
  }
}

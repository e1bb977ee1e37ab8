/** Keeps the first and last halves of a limit of bytes, whatever comes. */
export class HeadAndTail {
  #head: Uint8Array[] = [];
  #headBytes = 0;
  #tail: Uint8Array[] = [];
  #tailBytes = 0;
  #total = 0;
  readonly #half: number;

  constructor(limit: number) {
    this.#half = Math.floor(limit / 2);
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.byteLength;
    const room = this.#half - this.#headBytes;
    const first = chunk.subarray(0, Math.max(0, room));
    if (first.byteLength > 0) this.#head.push(first);
    this.#headBytes += first.byteLength;
    const rest = chunk.subarray(first.byteLength);
    if (rest.byteLength > 0) this.#keepTail(rest);
  }

  #keepTail(chunk: Uint8Array): void {
    this.#tail.push(chunk);
    this.#tailBytes += chunk.byteLength;
    while (this.#tailBytes - (this.#tail[0]?.byteLength ?? 0) >= this.#half && this.#tail.length > 1)
      this.#tailBytes -= this.#tail.shift()?.byteLength ?? 0;
  }

  /** The bytes kept, and how many between head and tail were left out. */
  result(): { readonly bytes: Uint8Array; readonly cut: number } {
    const over = Math.max(0, this.#tailBytes - this.#half);
    const tail = Buffer.concat(this.#tail).subarray(over);
    const cut = this.#total - this.#headBytes - tail.byteLength;
    return { bytes: Buffer.concat([...this.#head, tail]), cut };
  }
}

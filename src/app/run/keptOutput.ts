/** Bytes of one command's output that are kept: the first and the last half of them. */
const mostOutputBytes = 4 * 1024 ** 2;

const joined = (chunks: readonly Uint8Array[], bytes: number): Uint8Array => {
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
};

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** Output as it comes, however much: its head, its tail, and how much was between. */
export class KeptOutput {
  readonly #head: Uint8Array[] = [];
  readonly #tail: Uint8Array[] = [];
  #headBytes = 0;
  #tailBytes = 0;
  #total = 0;
  readonly #half: number;

  constructor(most = mostOutputBytes) {
    this.#half = Math.floor(most / 2);
  }

  push(chunk: Uint8Array): void {
    this.#total += chunk.length;
    const first = chunk.subarray(0, Math.max(0, this.#half - this.#headBytes));
    if (first.length > 0) this.#head.push(first);
    this.#headBytes += first.length;
    if (first.length < chunk.length) this.#last(chunk.subarray(first.length));
  }

  #last(chunk: Uint8Array): void {
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    for (;;) {
      const [oldest] = this.#tail;
      if (oldest === undefined || this.#tailBytes - oldest.length < this.#half) return;
      this.#tailBytes -= oldest.length;
      this.#tail.shift();
    }
  }

  /** UTF-8 with replacement. Where bytes were dropped, a line says how many in their place. */
  result(): { readonly text: string; readonly droppedBytes: number } {
    const head = joined(this.#head, this.#headBytes);
    const all = joined(this.#tail, this.#tailBytes);
    const tail = all.subarray(Math.max(0, all.length - this.#half));
    const droppedBytes = this.#total - head.length - tail.length;
    if (droppedBytes > 0)
      return { text: `${textOf(head)}\n[${droppedBytes} bytes are left out here]\n${textOf(tail)}`, droppedBytes };
    return { text: textOf(joined([head, tail], head.length + tail.length)), droppedBytes };
  }
}

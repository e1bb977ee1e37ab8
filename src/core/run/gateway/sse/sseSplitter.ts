const lineFeed = 10;
const carriageReturn = 13;

const joined = (parts: readonly Uint8Array[], size: number): Uint8Array => {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/**
 * Cuts a stream of server-sent events into its events, however its bytes come. All pieces and the rest, put together,
 * are the bytes that came: nothing is read, repaired or written anew. Where lines end with CR LF, the last LF of an
 * event stands at the beginning of the piece after it.
 */
export class SseSplitter {
  #parts: Uint8Array[] = [];
  #size = 0;
  #emptyLine = true;
  #afterReturn = false;

  /** Bytes that wait for the end of their event. */
  get waiting(): number {
    return this.#size;
  }

  /** The events that are whole with these bytes, each with the empty line that ends it. */
  push(bytes: Uint8Array): Uint8Array[] {
    const events: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (!this.#endsEvent(bytes[at] ?? 0)) continue;
      this.#keep(bytes.subarray(from, at + 1));
      events.push(this.rest());
      from = at + 1;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
    return events;
  }

  /** What came after the last whole event; it is forgotten here. */
  rest(): Uint8Array {
    const bytes = joined(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return bytes;
  }

  #keep(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#size += bytes.length;
  }

  #endsEvent(byte: number): boolean {
    const secondHalf = byte === lineFeed && this.#afterReturn;
    this.#afterReturn = byte === carriageReturn;
    if (secondHalf) return false;
    const lineEnds = byte === lineFeed || byte === carriageReturn;
    const ended = lineEnds && this.#emptyLine;
    this.#emptyLine = lineEnds;
    return ended;
  }
}

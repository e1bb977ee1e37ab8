const quote = 34;
const backslash = 92;
const letterU = 117;

/** Bytes of a text that are kept of it where its record is too long to be read whole. */
const keptBytes = 256 * 1024;

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

const said = (bytes: number): Buffer => {
  const mib = (bytes / 1024 / 1024).toFixed(1);
  return Buffer.from(
    `\\n[${mib} MiB of this text are left out here: the record is too long. Its raw bytes hold them.]`,
  );
};

/**
 * The bytes of a JSON value of which each text is cut behind its first 256 KiB, in which place it says so. Any chunking
 * gives the same bytes.
 */
export class LongTexts {
  /** Bytes left out so far. */
  left = 0;
  length = 0;
  private readonly parts: Uint8Array[] = [];
  private inText = false;
  private escaped = false;
  /** Hexadecimal digits that an escape still needs. */
  private digits = 0;
  private ofText = 0;
  /** Bytes that the text at hand lost; -1: none yet. */
  private lost = -1;

  add(chunk: Uint8Array): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (!this.inText) {
        if (byte === quote) this.begin();
      } else if (byte === quote && !this.escaped) {
        if (this.lost >= 0) {
          this.put(said(this.lost));
          from = at;
        }
        this.left += Math.max(0, this.lost);
        this.inText = false;
      } else {
        if (this.lost < 0 && this.mayCut(byte)) {
          this.put(chunk.subarray(from, at));
          this.lost = 0;
        }
        if (this.lost >= 0) this.lost += 1;
        else this.ofText += 1;
        this.pass(byte);
      }
    }
    if (this.lost < 0 || !this.inText) this.put(chunk.subarray(from));
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.parts);
  }

  private begin(): void {
    this.inText = true;
    this.ofText = 0;
    this.lost = -1;
  }

  /** Whether a text may end before this byte: in no escape and no character of several bytes. */
  private mayCut(byte: number): boolean {
    return this.ofText >= keptBytes && !this.escaped && this.digits === 0 && !isContinuation(byte);
  }

  private pass(byte: number): void {
    if (this.escaped) {
      this.escaped = false;
      this.digits = byte === letterU ? 4 : 0;
    } else if (byte === backslash) this.escaped = true;
    else if (this.digits > 0) this.digits -= 1;
  }

  private put(part: Uint8Array): void {
    this.length += part.length;
    if (part.length > 0) this.parts.push(part);
  }
}

import type { LogPlace } from '../logs/lineParser';

/** Reads a JSON text by characters, as far as places need it: strings are skipped whole, depth and keys are followed. */
class Places {
  readonly found: { line: number; from: number; to: number }[] = [];
  private at = 0;
  private line = 1;
  private depth = 0;
  private lastText = '';
  private inside = false;

  constructor(
    private readonly text: string,
    private readonly key: string,
  ) {}

  read(): Places['found'] {
    for (; this.at < this.text.length; this.at += 1) this.take(this.text[this.at] as string);
    return this.found;
  }

  private take(character: string): void {
    if (character === '"') this.skipText();
    else if (character === '\n') this.line += 1;
    else if (character === '}' || character === ']') this.close();
    else if (character === '{' || character === '[') this.open();
  }

  private open(): void {
    if (this.depth === 2 && this.inside) this.found.push({ line: this.line, from: this.at, to: this.at });
    if (this.depth === 1) this.enter();
    this.depth += 1;
  }

  private close(): void {
    this.depth -= 1;
    const last = this.found.at(-1);
    if (this.depth === 2 && this.inside && last) last.to = this.at + 1;
  }

  /** A field of the root; of a key that stands twice, the last counts. */
  private enter(): void {
    this.inside = this.lastText === this.key;
    if (this.inside) this.found.length = 0;
  }

  private skipText(): void {
    const from = this.at + 1;
    this.at += 1;
    while (this.at < this.text.length && this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    if (this.depth === 1) this.lastText = this.text.slice(from, this.at);
  }
}

const utf8Bytes = (text: string, from: number, to: number): number => {
  let bytes = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    // Half of a pair of surrogates is two of the four bytes of its character.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
};

/**
 * Where each entry of a list stands in a valid JSON text: `key` is a field of the root object, the entries are objects
 * or lists (others have no place). Byte ranges are those of the text in UTF-8. Linear.
 */
export const entryPlaces = (text: string, key: string): readonly LogPlace[] => {
  let bytes = 0;
  let at = 0;
  const bytesTo = (index: number): number => {
    bytes += utf8Bytes(text, at, index);
    at = index;
    return bytes;
  };
  return new Places(text, key).read().map(({ line, from, to }) => ({ line, start: bytesTo(from), end: bytesTo(to) }));
};

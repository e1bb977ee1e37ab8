import type { LongText } from '../../src/protocol/trajectory';
import type { TextRange } from './shownRanges';

/** Characters that are fetched at once. */
const chunk = 65_536;
/** Chunks that are kept; a page shows at most a fourth of them. */
const mostKept = 64;

/** A text of any length, of which only parts are in the page: fetched when they are wanted, the last ones kept. */
export class FetchedText {
  private readonly chunks = new Map<number, string>();
  readonly total: number;
  /** Characters that came with the step. */
  readonly here: number;

  constructor(
    private readonly value: LongText,
    private readonly more: (from: number, count: number) => Promise<string | null>,
  ) {
    this.total = value.total;
    this.here = value.text.length;
  }

  /** What is in the page of these characters; null where not all of it is. */
  get(from: number, to: number): string | null {
    if (to <= this.value.text.length) return this.value.text.slice(from, to);
    let text = '';
    for (let at = Math.floor(from / chunk); at * chunk < to; at++) {
      const part = this.chunks.get(at);
      if (part === undefined) return null;
      text += part;
    }
    return text.slice(from % chunk, (from % chunk) + to - from);
  }

  /** Fetches what is missing of these characters, and gives them; null where the app gives them no more. */
  async load(from: number, to: number): Promise<string | null> {
    const known = this.get(from, to);
    if (known !== null) return known;
    for (let at = Math.floor(from / chunk); at * chunk < to; at++) {
      const part = this.chunks.get(at) ?? this.begun(at) ?? (await this.more(at * chunk, chunk));
      if (part === null) return null;
      this.chunks.delete(at);
      this.chunks.set(at, part);
    }
    const text = this.get(from, to);
    for (const oldest of this.chunks.keys()) {
      if (this.chunks.size <= mostKept) break;
      this.chunks.delete(oldest);
    }
    return text;
  }

  /** The first chunk came with the step. */
  private begun(at: number): string | null {
    return at === 0 && this.value.text.length >= chunk ? this.value.text.slice(0, chunk) : null;
  }

  /** Fetches so far and further, that a range may begin and end with a line; a line of over 2,000 letters is cut. */
  async lines({ from, to }: TextRange): Promise<TextRange | null> {
    const reach = 2000;
    const start = Math.max(0, from - reach);
    const end = Math.min(this.total, to + reach);
    const text = await this.load(start, end);
    if (text === null) return null;
    const first = from <= start ? -1 : text.lastIndexOf('\n', from - start - 1);
    const last = text.indexOf('\n', to - start - 1);
    return {
      from: first >= 0 ? start + first + 1 : start === 0 ? 0 : from,
      to: last >= 0 ? start + last + 1 : end === this.total ? end : to,
    };
  }
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A name is spelt with other signs between its parts, or with none, in ids that are made of it. */
const anySpelling = (word: string): string =>
  word
    .split(/[-_. /]+/)
    .map(escaped)
    .join('[-_. /]?');

const leastLetters = 3;

/** Words that must not be read, wherever they stand by themselves, in any case. */
export class Mask {
  private readonly pattern: RegExp | null;
  readonly words: readonly string[];

  /** Words of fewer than three letters mask nothing: they would take half of every text away. */
  constructor(words: readonly string[]) {
    const kept = [...new Set(words.filter((word) => word.trim().length >= leastLetters))];
    this.words = kept.sort((one, other) => other.length - one.length);
    const any = this.words.map(anySpelling).join('|');
    this.pattern = any === '' ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'giu');
  }

  /** The text with each word in dots of its own length, so that places in it stay what they were. */
  text(text: string): string {
    return this.pattern === null ? text : text.replace(this.pattern, (found) => '•'.repeat(found.length));
  }

  /** Whether what is looked for would find a part of a word that tells it: four letters of it, or all. */
  tells(pattern: RegExp): boolean {
    const all = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`);
    return this.words.some((word) =>
      [...word.matchAll(all)].some(([found]) => found.length >= Math.min(4, word.length)),
    );
  }
}

import { WORD } from './characterClasses';
import { KeptText } from './keptText';
import { type Positions, tagPositions } from './tagPositions';
import { joinParts, type WholeText } from './wholeText';

const OPENER = new RegExp(`<([${WORD}]+)>`, 'gu');
const CLOSER = new RegExp(`</([${WORD}]+)>`, 'gu');
const BEGUN = new RegExp(`</?[${WORD}]*$`, 'u');
const REST = new RegExp(`^/?[${WORD}]*>`, 'u');
const WHOLE = new RegExp(`^<(/?)([${WORD}]+)>$`, 'u');
const LOOK_AHEAD = 256;

/** `count` equal opening tags before the text that is still unread; `begun` characters of the first are kept already. */
interface Opened {
  readonly name: string;
  readonly from: number;
  readonly begun: number;
  readonly count: number;
}

/**
 * Takes elements (`<name>` to the first `</name>`) out of a text as the harness does: the leftmost first; of the opening
 * tags of its name inside it all but one stay; and what is left and right of it is joined, which may make a new tag (one
 * longer than 256 characters is not seen). The harness looks from the beginning each time; this reads once.
 */
class ElementRemoval {
  private readonly kept = new KeptText();
  private readonly openers: (name: string) => Positions;
  private readonly closers: (name: string) => Positions;
  private at = 0;

  constructor(private readonly text: string) {
    this.openers = tagPositions(text, OPENER);
    this.closers = tagPositions(text, CLOSER);
  }

  run(): KeptText {
    const { text, kept } = this;
    OPENER.lastIndex = 0;
    for (let tag = OPENER.exec(text); tag !== null; tag = OPENER.exec(text)) {
      kept.add(text.slice(this.at, tag.index), this.at);
      this.at = tag.index + tag[0].length;
      let next: Opened | null = { name: tag[1] ?? '', from: tag.index, begun: 0, count: 1 };
      while (next !== null) next = this.close(next) ? this.joined() : null;
      OPENER.lastIndex = this.at;
    }
    kept.add(text.slice(this.at), this.at);
    return kept;
  }

  /** Closes opening tags as long as there are closing ones; the rest is kept. Whether all were closed. */
  private close({ name, from, begun, count }: Opened): boolean {
    let open = count;
    let kept = begun;
    for (let end = this.closers(name).nextFrom(this.at); open > 0 && end !== -1; ) {
      open += this.openers(name).countBetween(this.at, end) - 1;
      this.at = end + name.length + 3;
      end = this.closers(name).nextFrom(this.at);
      this.kept.drop(kept);
      kept = 0;
    }
    for (let index = 0; index < open; index += 1) {
      this.kept.addOpener(name, `<${name}>`.slice(kept), from, kept);
      kept = 0;
    }
    return open === 0;
  }

  /** The opening tags that come to stand where something was taken out, by a tag across that place. */
  private joined(): Opened | null {
    const begun = BEGUN.exec(this.kept.end())?.[0];
    const rest = begun === undefined ? undefined : REST.exec(this.text.slice(this.at, this.at + LOOK_AHEAD))?.[0];
    if (begun === undefined || rest === undefined) return null;
    const [, slash, name] = WHOLE.exec(begun + rest) ?? [];
    const first = name === undefined ? undefined : this.kept.openersOf(name)[0];
    if (name === undefined || (slash === '/' && first === undefined)) return null;
    const from = this.at;
    this.at += rest.length;
    if (first === undefined || slash !== '/') return { name, from, begun: begun.length, count: 1 };
    const count = this.kept.openersOf(name).length - 1;
    this.kept.cut(first);
    return { name, from, begun: 0, count };
  }
}

export const withoutElements = (whole: WholeText): WholeText =>
  joinParts(whole, new ElementRemoval(whole.text).run().parts);

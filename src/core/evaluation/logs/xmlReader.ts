import { decodeReferences, readTag, type XmlTag } from './xmlTag';

/** What a reader of XML hears of it. */
export interface XmlListener {
  tag(tag: XmlTag): void;
  /** Something that no well-formed document has. The reader goes on after it. */
  flaw(): void;
}

/** Longest tag that is read. */
const LONGEST = 1024 * 1024;
const range = (from: number, to: number): string => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
const foreign = `[${range(0, 8)}${range(0x0b, 0x1f)}\\ufffe\\uffff]`;
const FOREIGN = new RegExp(foreign);
const NO_TEXT = new RegExp(`${foreign}|\\]\\]>`);
const TARGET = /^<\?(?!xml[ \t\n?])[\p{L}_][\p{L}\p{M}\p{N}_.-]*(?:[ \t\n]|\?>)/iu;

type Inside = 'text' | 'tag' | 'comment' | 'data' | 'instruction';
const ends: Readonly<Record<'comment' | 'data' | 'instruction', string>> = {
  comment: '-->',
  data: ']]>',
  instruction: '?>',
};

/**
 * Reads XML as it comes, in pieces that end with a line: tags with their attributes are handed on, everything else is
 * only checked. There is no document type, and no entity but the five names and numbers.
 */
export class XmlReader {
  private inside: Inside = 'text';
  private parts: string[] = [];
  private held = 0;
  private quote = '';

  /** `lenient`: an attribute with an unknown reference keeps it as it stands, and of two of a name the first counts. */
  constructor(
    private readonly listener: XmlListener,
    private readonly manner: 'strict' | 'lenient' = 'strict',
  ) {}

  push(text: string): void {
    if (FOREIGN.test(text)) this.listener.flaw();
    for (let at = 0; at < text.length; ) {
      if (this.inside === 'text') at = this.readText(text, at);
      else if (this.inside === 'tag') at = this.readTag(text, at);
      else at = this.readUntil(text, at, ends[this.inside]);
    }
  }

  private readText(text: string, from: number): number {
    const sign = text.indexOf('<', from);
    const shown = text.slice(from, sign === -1 ? text.length : sign);
    if (NO_TEXT.test(shown) || decodeReferences(shown) === null) this.listener.flaw();
    return sign === -1 ? text.length : this.enter(text, sign);
  }

  private enter(text: string, at: number): number {
    const starts = (mark: string): boolean => text.startsWith(mark, at);
    this.inside = starts('<!--') ? 'comment' : starts('<![CDATA[') ? 'data' : starts('<?') ? 'instruction' : 'tag';
    if (this.inside === 'instruction' && !TARGET.test(text.slice(at, at + 256))) this.listener.flaw();
    return this.inside === 'comment' ? at + 4 : this.inside === 'data' ? at + 9 : at + (this.inside === 'tag' ? 0 : 2);
  }

  private readUntil(text: string, from: number, end: string): number {
    const found = text.indexOf(end, from);
    const dashes = this.inside === 'comment' ? text.indexOf('--', from) : -1;
    if (dashes !== -1 && dashes !== found) this.listener.flaw();
    if (found === -1) return text.length;
    this.inside = 'text';
    return found + end.length;
  }

  /** Up to the sign that closes the tag; one in a quoted value doesn't. */
  private readTag(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at += 1) {
      const character = text[at] as string;
      if (this.quote !== '') this.quote = character === this.quote ? '' : this.quote;
      else if (character === '"' || character === "'") this.quote = character;
      else if (character === '>') break;
    }
    const closed = at < text.length;
    this.hold(text.slice(from, closed ? at + 1 : at));
    if (closed || this.held > LONGEST) this.endTag();
    return closed ? at + 1 : at;
  }

  private hold(part: string): void {
    this.held += part.length;
    this.parts.push(part);
  }

  private endTag(): void {
    const tag = this.held > LONGEST ? null : readTag(this.parts.join(''), this.manner);
    this.quote = '';
    this.parts = [];
    this.held = 0;
    this.inside = 'text';
    if (tag === null) this.listener.flaw();
    else this.listener.tag(tag);
  }
}

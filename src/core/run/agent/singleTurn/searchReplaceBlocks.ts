import {
  type Extraction,
  type Extractor,
  failed,
  nothingSaid,
  type ReplyFacts,
  type ReplySpan,
  taken,
} from './extraction';

/** One edit as the reply asks for it. Texts keep their line ends; '' where the section has no line. */
export interface EditBlock extends ReplySpan {
  /** From 1, over the whole reply. */
  readonly number: number;
  /** As written; null where no line before it names a file. */
  readonly path: string | null;
  readonly search: string;
  readonly replace: string;
  /** False: the reply ends before the block does. */
  readonly closed: boolean;
}

export interface EditBlocks {
  readonly blocks: readonly EditBlock[];
  /** Blocks that begin and have no replacement: number from 1, and why. */
  readonly broken: readonly { readonly number: number; readonly path: string | null; readonly say: string }[];
}

const searchLine = /^<{5,9} ?SEARCH>?\s*$/;
const dividerLine = /^={5,9}\s*$/;
const replaceLine = /^>{5,9} ?REPLACE\s*$/;
const fenceLine = /^\s*(?:`{3,}|~{3,})/;

interface Line {
  readonly start: number;
  readonly next: number;
  readonly text: string;
}

const linesOf = (reply: string): readonly Line[] => {
  const lines: Line[] = [];
  for (let start = 0; start < reply.length; ) {
    const at = reply.indexOf('\n', start);
    const next = at < 0 ? reply.length : at + 1;
    lines.push({ start, next, text: reply.slice(start, next).trimEnd() });
    start = next;
  }
  return lines;
};

/** `### src/a.py`, `**src/a.py**`, `` `src/a.py`: `` and `src/a.py` name a file; a sentence does not. */
const pathIn = (text: string): string | null => {
  const bare = text
    .trim()
    .replace(/^(?:#{1,6}\s+|[*`"']+|(?:file|path):\s*)+/i, '')
    .replace(/[*`"':]+$/, '')
    .trim();
  return bare !== '' && bare.length <= 400 && /^[^\s]+$/.test(bare) && /[./\w-]/.test(bare) ? bare : null;
};

/** Reads the blocks line by line, and holds the file that the lines before named. */
class BlockReader {
  readonly blocks: EditBlock[] = [];
  readonly broken: EditBlocks['broken'][number][] = [];
  private path: string | null = null;
  private open: { start: number; search: [number, number]; replace: [number, number] | null } | null = null;
  private number = 0;

  constructor(private readonly reply: string) {}

  line(line: Line): void {
    if (searchLine.test(line.text)) this.begin(line);
    else if (this.open === null) this.name(line);
    else if (this.open.replace === null && dividerLine.test(line.text)) this.open.replace = [line.next, line.next];
    else if (this.open.replace !== null && replaceLine.test(line.text)) this.end(line.next, true);
    else if (this.open.replace !== null) this.open.replace[1] = line.next;
    else this.open.search[1] = line.next;
  }

  finish(): EditBlocks {
    if (this.open !== null) this.leave(this.reply.length, true);
    return { blocks: this.blocks, broken: this.broken };
  }

  private name({ text }: Line): void {
    if (text.trim() === '' || fenceLine.test(text)) return;
    this.path = pathIn(text) ?? this.path;
  }

  private begin(line: Line): void {
    if (this.open !== null) this.leave(line.start, false);
    this.number += 1;
    this.open = { start: line.start, search: [line.next, line.next], replace: null };
  }

  /** A block that another one or the reply's end cuts short. */
  private leave(end: number, isLast: boolean): void {
    const replace = this.open?.replace ?? null;
    if (replace !== null && isLast) this.end(end, false);
    else {
      const lacks = replace === null ? 'no ======= line' : 'no >>>>>>> REPLACE line before the next block';
      this.broken.push({ number: this.number, path: this.path, say: `it has ${lacks}` });
      this.open = null;
    }
  }

  private end(end: number, closed: boolean): void {
    if (this.open === null) return;
    const { start, search, replace } = this.open;
    const text = this.reply.slice(...(replace ?? [end, end]));
    this.blocks.push({
      start,
      end,
      number: this.number,
      path: this.path,
      search: this.reply.slice(...search),
      replace: closed ? text : text.replace(/(^|\n)[ \t]*(?:`{3,}|~{3,})[ \t\r]*\n?$/, '$1'),
      closed,
    });
    this.open = null;
  }
}

/** The SEARCH/REPLACE blocks of a reply, in its order. Linear, never throws. */
export const editBlocks = (reply: string): EditBlocks => {
  const reader = new BlockReader(reply);
  for (const line of linesOf(reply)) reader.line(line);
  return reader.finish();
};

const extractBlocks = (reply: string, { cut }: ReplyFacts): Extraction => {
  const { blocks, broken } = editBlocks(reply);
  const whole = cut ? blocks.filter(({ closed }) => closed) : blocks;
  if (whole.length === 0 && cut) return failed('cut', 'The reply was cut off by its length before the end of a block.');
  if (whole.length === 0 && broken.length === 0) return failed('no-block', 'The reply has no SEARCH/REPLACE block.');
  if (whole.length === 0)
    return failed('not-an-answer', `No SEARCH/REPLACE block is whole: ${broken.map(({ say }) => say).join('; ')}.`);
  const notes = [
    ...broken.map(({ number, say }) => `Block ${number} was left out: ${say}.`),
    ...(whole.length < blocks.length ? [`Block ${blocks.length} was left out: the reply was cut off inside it.`] : []),
    ...whole
      .filter(({ closed }) => !closed)
      .map(({ number }) => `Block ${number} has no end; all of the rest was taken.`),
  ];
  return taken(reply, whole, `${whole.length} SEARCH/REPLACE block${whole.length === 1 ? '' : 's'}`, notes);
};

/** Agentless' and Aider's edits: SEARCH/REPLACE blocks, each under the name of its file. The last may lack its end. */
export const searchReplaceExtractor: Extractor = {
  name: 'search-replace',
  version: 1,
  extract: (reply, facts) => nothingSaid(reply, facts) ?? extractBlocks(reply, facts),
};

import type { ReplySpan } from './extraction';

/** A fenced block of a reply. */
export interface FencedBlock extends ReplySpan {
  /** Where the opening fence's line begins. */
  readonly opens: number;
  /** First word after the opening fence, in lower case; '' where there is none. */
  readonly language: string;
  /** False: the reply ends before the block does. */
  readonly closed: boolean;
}

interface Line {
  readonly start: number;
  /** Behind its line end. */
  readonly next: number;
  readonly text: string;
}

const linesOf = function* (text: string): Generator<Line> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    const next = at < 0 ? text.length : at + 1;
    yield { start, next, text: text.slice(start, at < 0 ? text.length : at) };
    start = next;
  }
};

const opening = /^( {0,3})(`{3,}|~{3,})[ \t]*([^`]*)$/;

/** Lines longer than this are no fence. */
const longestFence = 200;

interface Open {
  readonly indent: string;
  readonly fence: string;
  readonly language: string;
  readonly opens: number;
  readonly start: number;
}

const openAt = (line: Line): Open | null => {
  const found = line.text.length > longestFence ? null : opening.exec(line.text.trimEnd());
  if (found === null) return null;
  const [, indent = '', fence = '', info = ''] = found;
  const language = (/^[^\s{]*/.exec(info)?.[0] ?? '').toLowerCase();
  return { indent, fence, language, opens: line.start, start: line.next };
};

/**
 * A closing fence is of the same character, at least as long, with nothing after it, and no further in than the opening
 * one: a fence inside a diff stands behind a blank, a `+` or a `-` and ends nothing.
 */
const closes = ({ indent, fence }: Open, text: string): boolean => {
  if (text.length > longestFence) return false;
  const found = /^( {0,3})(`{3,}|~{3,})\s*$/.exec(text);
  if (found === null) return false;
  const [, inner = '', other = ''] = found;
  return inner.length <= indent.length && other[0] === fence[0] && other.length >= fence.length;
};

/** The fenced blocks of a reply in their order (CommonMark's fences, without its lists and quotes). Linear. */
export const fencedBlocks = (reply: string): readonly FencedBlock[] => {
  const blocks: FencedBlock[] = [];
  let open: Open | null = null;
  for (const line of linesOf(reply)) {
    if (open === null) open = openAt(line);
    else if (closes(open, line.text)) {
      blocks.push({ opens: open.opens, language: open.language, start: open.start, end: line.start, closed: true });
      open = null;
    }
  }
  if (open !== null)
    blocks.push({
      opens: open.opens,
      language: open.language,
      start: Math.min(open.start, reply.length),
      end: reply.length,
      closed: false,
    });
  return blocks;
};

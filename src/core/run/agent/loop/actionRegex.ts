import { InputFault } from '../../../shared/problem';
import { strip } from './pythonText';

/** The block of mini-swe-agent 2. */
export const usualActionRegex = '```mswea_bash_command\\s*\\n(.*?)\\n```';

/** The block of mini-swe-agent 1. */
export const oldActionRegex = '```bash\\s*\\n(.*?)\\n```';

/** Finds the commands of a reply, trimmed as the original does. */
export type ActionFinder = (content: string) => readonly string[];

const fence = '```mswea_bash_command';

/**
 * The usual block without a pattern: matched as one, a reply of blank lines behind an open block would take the square
 * of its length.
 */
const usualActions: ActionFinder = (content) => {
  const found: string[] = [];
  for (let open = content.indexOf(fence); open >= 0; ) {
    const block = usualBlock(content, open + fence.length);
    if (block !== null) found.push(strip(block.body));
    open = content.indexOf(fence, block?.end ?? open + fence.length);
  }
  return found;
};

/** The block whose opening ends at `at`. Blanks up to the last line end before its text belong to the opening. */
const usualBlock = (content: string, at: number): { readonly body: string; readonly end: number } | null => {
  const blanks = /\s*/y;
  blanks.lastIndex = at;
  const text = at + (blanks.exec(content)?.[0].length ?? 0);
  const line = content.lastIndexOf('\n', text - 1);
  if (line < at) return null;
  const close = content.indexOf('\n```', line + 1);
  if (close >= 0) return { body: content.slice(line + 1, close), end: close + 4 };
  // An empty block: its last line end closes it, and another before that must open it.
  const opened = content.startsWith('```', line + 1) ? content.lastIndexOf('\n', line - 1) : -1;
  return opened >= at ? { body: '', end: line + 4 } : null;
};

/** Python's notation in JavaScript's, as far as they differ. */
const translated = (pattern: string): { readonly source: string; readonly flags: string } => {
  const inline = /^\(\?([aimsux]+)\)/.exec(pattern);
  const source = pattern
    .slice(inline?.[0].length ?? 0)
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('\\A', '(?<![\\s\\S])')
    .replaceAll('\\Z', '(?![\\s\\S])');
  const further = [...(inline?.[1] ?? '')].filter((flag) => flag === 'i' || flag === 'm');
  return { source, flags: ['g', 's', ...new Set(further)].join('') };
};

/** Reads a pattern in Python's notation, with `re.DOTALL`. Throws InputFault where it can't be used, naming `field`. */
export const readActionRegex = (pattern: string, field: string): ActionFinder => {
  if (pattern === usualActionRegex) return usualActions;
  try {
    const { source, flags } = translated(pattern);
    const compiled = new RegExp(source, flags);
    const groups = (new RegExp(`${source}|`, flags).exec('')?.length ?? 1) - 1;
    if (groups > 1) throw new Error('it has more than one group');
    return (content) => [...content.matchAll(compiled)].map((match) => strip(match[groups] ?? ''));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new InputFault(`${field}: this pattern can't be used: ${words}.`);
  }
};

import { open, stat } from 'node:fs/promises';
import { readEventLine, type TouchstoneEvent } from '../../core/review/events/event';
import { type EventFile, eventFiles, linesOf } from './readEvents';

/** Bytes of event files whose events are kept; what is read beyond is read anew each time. */
const mostKept = 192 * 1024 * 1024;

/** Events of a file as far as its lines are whole. */
interface Lines {
  readonly events: readonly TouchstoneEvent[];
  /** The last whole line, with its place in bytes: what follows it is new where it still stands there. */
  readonly last: { readonly at: number; readonly line: string } | null;
  /** The event of a last line without its end, which may be written just now. */
  readonly tail: TouchstoneEvent | null;
}

interface KeptFile extends Lines {
  readonly inode: number;
  readonly size: number;
  readonly mtime: number;
}

const eventOf = (line: string): TouchstoneEvent | null => {
  const read = readEventLine(line);
  return read.kind === 'event' ? read.event : null;
};

/** `before`: what was read up to there; `rest`: the words behind the last line end. */
const linesAfter = (before: Lines | null, from: number, lines: readonly string[], rest: string): Lines => {
  const events = [...(before?.events ?? [])];
  let last = before?.last ?? null;
  let at = from;
  for (const line of lines) {
    const event = eventOf(line);
    if (event) events.push(event);
    last = { at, line };
    at += Buffer.byteLength(line) + 1;
  }
  return { events, last, tail: rest === '' ? null : eventOf(rest) };
};

const readWhole = async (path: string): Promise<Lines> => {
  const end = { endsWhole: true };
  const lines: string[] = [];
  for await (const line of linesOf(path, end)) lines.push(line);
  const rest = end.endsWhole ? '' : (lines.pop() ?? '');
  return linesAfter(null, 0, lines, rest);
};

const textFrom = async (path: string, from: number, to: number): Promise<string> => {
  const handle = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(Math.max(0, to - from));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
};

/** The file with what was appended since; null where it isn't the same with more behind it. */
const readGrown = async (path: string, before: KeptFile, size: number): Promise<Lines | null> => {
  const { last } = before;
  if (!last || size <= before.size) return null;
  const lines = (await textFrom(path, last.at, size)).split('\n');
  const rest = lines.pop() ?? '';
  const first = lines.shift();
  return first === last.line ? linesAfter(before, last.at + Buffer.byteLength(first) + 1, lines, rest) : null;
};

/**
 * Events of files that were read before: only what was appended is read. A file that was replaced (as git does), cut or
 * rewritten at its end is read anew; a change in the middle that keeps inode and end is for `touchstone verify` to find.
 */
export class KeptEvents {
  private readonly files = new Map<string, KeptFile>();

  /** Every event below a study's root, file after file. */
  async *read(root: string): AsyncGenerator<TouchstoneEvent> {
    for (const file of await eventFiles(root)) {
      const { events, tail } = await this.linesOf(file);
      yield* events;
      if (tail) yield tail;
    }
  }

  private async linesOf({ path }: EventFile): Promise<Lines> {
    const { ino: inode, size, mtimeMs: mtime } = await stat(path);
    const kept = this.files.get(path);
    const before = kept?.inode === inode ? kept : null;
    if (before && before.size === size && before.mtime === mtime) return before;
    const lines = (before && (await readGrown(path, before, size))) ?? (await readWhole(path));
    this.keep(path, { ...lines, inode, size, mtime });
    return lines;
  }

  /** The files that were read longest ago go first. */
  private keep(path: string, file: KeptFile): void {
    this.files.delete(path);
    this.files.set(path, file);
    let kept = [...this.files.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [name, { size }] of this.files) {
      if (kept <= mostKept) break;
      this.files.delete(name);
      kept -= size;
    }
  }
}

const kept = new KeptEvents();

/** Like `readEvents`, in a process that reads the same study again and again. */
export const readKeptEvents = (root: string): AsyncGenerator<TouchstoneEvent> => kept.read(root);

import { createReadStream, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { readEventLine, type TouchstoneEvent } from '../../core/review/events/event';
import { fileFault } from '../files/byteStream';

/** A line of more bytes is no event: the longest note is far below it. */
const longestLine = 4 * 1024 * 1024;

/** One file of events, with what its path says. */
export interface EventFile {
  readonly path: string;
  /** Below the study's root, with `/`: what messages show. */
  readonly name: string;
  readonly study: string;
  readonly rater: string;
  readonly device: string;
}

/** Nothing where there is no such folder; one that can't be read is a fault, since it may hold verdicts. */
const entriesIn = async (folder: string): Promise<readonly Dirent[]> => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw fileFault(folder, error);
  }
};

const foldersIn = async (folder: string): Promise<readonly string[]> => {
  const entries = await entriesIn(folder);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

const filesOfRater = async (root: string, study: string, rater: string): Promise<readonly EventFile[]> => {
  const folder = join(root, '.touchstone', study, 'events', rater);
  const entries = await entriesIn(folder);
  const names = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl')).map(({ name }) => name);
  return names.map((name) => {
    const path = join(folder, name);
    return { path, name: relative(root, path).split(sep).join('/'), study, rater, device: name.slice(0, -6) };
  });
};

/** Every event file below a study's root, in order of name; symbolic links are not followed. */
export const eventFiles = async (root: string): Promise<readonly EventFile[]> => {
  const found: EventFile[] = [];
  for (const study of await foldersIn(join(root, '.touchstone')))
    for (const rater of await foldersIn(join(root, '.touchstone', study, 'events')))
      found.push(...(await filesOfRater(root, study, rater)));
  return found.sort((left, right) => (left.name < right.name ? -1 : 1));
};

/** Whether the last line read had its line end. */
export interface LineEnd {
  endsWhole: boolean;
}

/**
 * The lines of a file without their line ends, in bounded memory: a line over the limit comes as its first bytes, so
 * that it is reported and not swallowed. `end.endsWhole` is set once the last line was given.
 */
export async function* linesOf(path: string, end: LineEnd = { endsWhole: true }): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let size = 0;
  const keep = (piece: Buffer) => {
    if (size < longestLine) held.push(piece);
    size += piece.length;
  };
  const take = (): string => {
    const line = Buffer.concat(held).subarray(0, longestLine).toString('utf8');
    held = [];
    size = 0;
    return line;
  };
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      keep(chunk.subarray(from, at));
      yield take();
      from = at + 1;
    }
    if (from < chunk.length) keep(chunk.subarray(from));
  }
  end.endsWhole = size === 0;
  if (size > 0) yield take();
}

/** The events of one file; lines that hold none are passed over (`touchstone verify` names them). */
async function* eventsOfFile(path: string): AsyncGenerator<TouchstoneEvent> {
  for await (const line of linesOf(path)) {
    const read = readEventLine(line);
    if (read.kind === 'event') yield read.event;
  }
}

/** Every event below a study's root, file after file. */
export async function* readEvents(root: string): AsyncGenerator<TouchstoneEvent> {
  for (const file of await eventFiles(root)) yield* eventsOfFile(file.path);
}

/** Every event of one rater, in any study below a root. */
export async function* readEventsOf(root: string, rater: string): AsyncGenerator<TouchstoneEvent> {
  for (const file of await eventFiles(root)) if (file.rater === rater) yield* eventsOfFile(file.path);
}

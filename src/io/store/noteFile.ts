import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readNoteEvents } from '../../core/review/notes/noteLines';
import { foldNotes, type Note, type NoteEvent } from '../../core/review/notes/notes';
import { InputFault } from '../../core/shared/problem';
import { openForAppend } from './chainFile';
import { notSaved } from './storeFault';

/** `<folder>/<rater>.jsonl`. */
const noteFile = (folder: string, rater: string): string => {
  if (/^[a-z0-9][a-z0-9._-]{0,63}$/i.test(rater)) return join(folder, `${rater}.jsonl`);
  throw new InputFault(
    `rater "${rater}" can't name a file: use letters, digits, ".", "_", "-", at most 64 characters.`,
  );
};

/** The notes of one rater as they hold now; a file that is not there has none. */
export const readNotes = async (folder: string, rater: string): Promise<readonly Note[]> => {
  const path = noteFile(folder, rater);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new InputFault(`${path} can't be read: ${error.message}.`);
  });
  return foldNotes(readNoteEvents(text).events);
};

/** Every rater's notes, in order of rater and of making; files with lines that are none of ours, and how many. */
export interface AllNotes {
  readonly notes: readonly Note[];
  readonly leftOut: readonly { readonly file: string; readonly lines: number }[];
}

/** The notes of all raters as they hold now; a folder that is not there has none. */
export const readAllNotes = async (folder: string): Promise<AllNotes> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new InputFault(`${folder} can't be read: ${error.message}.`);
  });
  const files = names.filter((name) => name.endsWith('.jsonl')).sort();
  const read = await Promise.all(
    files.map(async (file) => ({ file, ...readNoteEvents(await readFile(join(folder, file), 'utf8')) })),
  );
  return {
    notes: read.flatMap(({ events }) => foldNotes(events)),
    leftOut: read.filter(({ leftOut }) => leftOut > 0).map(({ file, leftOut }) => ({ file, lines: leftOut })),
  };
};

const endsWhole = async (path: string): Promise<boolean> => {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) return true;
    const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer[0] === 10;
  } finally {
    await handle.close();
  }
};

/** Adds one line and brings it to the disk; a line that a crash tore is ended first. */
export const appendNote = async (folder: string, event: NoteEvent): Promise<void> => {
  const path = noteFile(folder, event.rater);
  try {
    const handle = await openForAppend(path);
    try {
      const joint = (await endsWhole(path)) ? '' : '\n';
      await handle.appendFile(`${joint}${JSON.stringify(event)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw notSaved(error, path);
  }
};

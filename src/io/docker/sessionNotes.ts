import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { fileArchive } from '../archive/fileArchive';
import { readFirstFile } from '../archive/firstFile';
import { type EndNote, notesFolder, readEndNote } from './stepWrapper';

const requestMs = 30_000;

/** Puts a command's input where the wrapper opens it: a file, so that it comes whole however slowly it is read. */
export const putInput = async (container: Docker.Container, name: string, bytes: Uint8Array): Promise<string> => {
  const archive = Readable.from(fileArchive(name, bytes), { objectMode: false });
  await container.putArchive(archive, { path: notesFolder, abortSignal: AbortSignal.timeout(requestMs) });
  return `${notesFolder}/${name}`;
};

/** How a command ended by its own note; null where it left none. */
export const fetchEndNote = async (container: Docker.Container, path: string): Promise<EndNote | null> => {
  try {
    const options = { path, abortSignal: AbortSignal.timeout(requestMs) };
    const archive = (await container.getArchive(options)) as unknown as AsyncIterable<Uint8Array>;
    const bytes = await readFirstFile(archive, 100);
    return bytes === null ? null : readEndNote(Buffer.from(bytes).toString('latin1'));
  } catch {
    return null;
  }
};

import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TextRef } from '../../core/review/events/bodies';
import type { TextStore } from '../../core/review/stores';
import { syncFolder } from './chainFile';
import { sha256 } from './sha256';
import { notErased, notSaved } from './storeFault';
import { studyPaths } from './studyPaths';

/** A text of more characters is refused; the longest note of any rubric is far below it. */
const longest = 200_000;

/** Name of a text's file. The salt stands in the file alone: once it is erased, the name tells nothing. */
export const textName = (salt: string, text: string): string => sha256(`${salt}\n${text}`);

const isName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

const writeDurably = async (path: string, words: string): Promise<void> => {
  const beside = `${path}.${randomBytes(4).toString('hex')}.part`;
  const handle = await open(beside, 'wx');
  try {
    await handle.writeFile(words);
    await handle.sync();
    await handle.close();
    await rename(beside, path);
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(beside, { force: true });
    throw error;
  }
};

/** Free text beside the events, each in a file of its own that can be erased without breaking a chain. */
export const openTextStore = (root: string, study: string): TextStore => {
  const folder = studyPaths(root, study).text;
  return {
    prepare: (text) => {
      const salt = randomBytes(16).toString('hex');
      const kept = text.slice(0, longest);
      const ref: TextRef = { text: textName(salt, kept) };
      return { ref, words: JSON.stringify({ salt, text: kept }) };
    },
    save: async (prepared) => {
      try {
        await mkdir(folder, { recursive: true });
        for (const { ref, words } of prepared) await writeDurably(join(folder, ref.text), words);
        if (prepared.length > 0) await syncFolder(folder);
      } catch (error) {
        throw notSaved(error, folder);
      }
    },
    read: async (ref) => {
      if (!isName(ref.text)) return null;
      const words = await readFile(join(folder, ref.text), 'utf8').catch(() => null);
      const read = words === null ? null : readWords(words);
      return read && textName(read.salt, read.text) === ref.text ? read.text : null;
    },
    erase: async (names) => {
      try {
        for (const name of names.filter(isName)) await rm(join(folder, name), { force: true });
        await syncFolder(folder);
      } catch (error) {
        throw notErased(error, folder);
      }
    },
  };
};

/** The parts of a text file; null where it holds something else. */
export const readWords = (words: string): { readonly salt: string; readonly text: string } | null => {
  try {
    const { salt, text } = JSON.parse(words) as { salt?: unknown; text?: unknown };
    return typeof salt === 'string' && typeof text === 'string' ? { salt, text } : null;
  } catch {
    return null;
  }
};

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DraftStore } from '../../core/review/stores';
import { sha256 } from './sha256';

/** Drafts live in the cache, one file for each study folder, rater and presentation; they are never events. */
export const openDraftStore = (cache: string, root: string, rater: string): DraftStore => {
  const folder = join(cache, 'drafts');
  const fileOf = (presentation: string) => join(folder, `${sha256(`${root}\n${rater}\n${presentation}`)}.json`);
  return {
    read: async (presentation) => {
      const text = await readFile(fileOf(presentation), 'utf8').catch(() => null);
      try {
        return text === null ? null : JSON.parse(text);
      } catch {
        return null;
      }
    },
    save: async (presentation, draft) => {
      await mkdir(folder, { recursive: true });
      const beside = `${fileOf(presentation)}.${randomBytes(4).toString('hex')}.part`;
      await writeFile(beside, JSON.stringify(draft));
      await rename(beside, fileOf(presentation));
    },
    drop: (presentation) => rm(fileOf(presentation), { force: true }),
  };
};

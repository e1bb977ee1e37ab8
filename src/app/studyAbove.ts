import type { FilePort } from '../core/shared/files';
import { folderOf } from '../core/study/studyPath';
import { type ReadStudy, readStudy } from './studyFile';

const levelsUp = 6;

/** The study file of the dataset's folder or of the nearest folder above that has one; null where none has. */
export const studyAbove = async (files: FilePort, datasetPath: string): Promise<ReadStudy | null> => {
  let folder = folderOf(datasetPath);
  for (let level = 0; level < levelsUp; level++) {
    const found = (await files.stat(folder))?.kind === 'folder' ? await readStudy(files, folder) : null;
    if (found !== null) return found;
    if (folder === '/' || folder === folderOf(folder)) return null;
    folder = folderOf(folder);
  }
  return null;
};

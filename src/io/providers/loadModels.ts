import { open } from 'node:fs/promises';
import { dirname, isAbsolute, resolve } from 'node:path';
import { type ModelsReading, readModelsFile } from '../../core/run/model/modelsFile';
import { withStudyModels } from '../../core/run/model/studyModels';
import { InputFault } from '../../core/shared/problem';
import { modelsPath, studyModelsPath } from './modelsPath';

/** All models that can be named, with the file that people edit. */
export interface LoadedModels extends ModelsReading {
  /** The user's models file, absolute. */
  readonly path: string;
  /** Whether it is there. */
  readonly exists: boolean;
}

const mostBytes = 4 * 1024 * 1024;

const textOf = async (path: string): Promise<string | null> => {
  try {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (size > mostBytes) throw new InputFault(`${path} is over 4 MiB. It can't be a models file.`);
      return await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (error instanceof InputFault) throw error;
    throw new InputFault(`${path} can't be read (${(error as Error).message}).`);
  }
};

/** A file's models; paths in it are relative to its folder. Null: there is no such file. */
const readingOf = async (path: string): Promise<ModelsReading | null> => {
  const text = await textOf(path);
  if (text === null) return null;
  const { entries, problems } = readModelsFile(text, path);
  const absolute = (file: string | null): string | null =>
    file === null || isAbsolute(file) ? file : resolve(dirname(path), file);
  return { entries: entries.map((entry) => ({ ...entry, file: absolute(entry.file) })), problems };
};

/**
 * Reads the user's models file and that of a study (null: none), anew at each call, for both may have been edited.
 * Throws InputFault where a file is there and can't be read.
 */
export const loadModels = async (studyFolder: string | null, path: string = modelsPath()): Promise<LoadedModels> => {
  const own = await readingOf(path);
  const studyPath = studyFolder === null ? null : studyModelsPath(studyFolder);
  const study = studyPath === null || studyPath === path ? null : await readingOf(studyPath);
  const all = withStudyModels(own ?? { entries: [], problems: [] }, study, studyPath ?? path);
  return { ...all, path, exists: own !== null };
};

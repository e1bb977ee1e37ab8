import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import type { Environment } from '../core/study/environment';
import { readStudyFile, type StudyReading } from '../core/study/readStudyFile';
import { folderOf, joinPath, nameOf } from '../core/study/studyPath';

/** A study file that was read. Paths in `study` are as written, but those of `environments`, which are absolute. */
export interface ReadStudy extends StudyReading {
  readonly file: string;
  readonly folder: string;
  /** Other study files of the folder, which were not read. */
  readonly others: readonly string[];
}

const isStudyName = (name: string): boolean => name === 'touchstone.yaml' || name.endsWith('.touchstone.yaml');

/** The study files of a folder: `touchstone.yaml`, then every `*.touchstone.yaml` by name. */
export const findStudyFiles = async (files: FilePort, folder: string): Promise<readonly string[]> => {
  const names = (await files.list(folder)).filter((entry) => entry.kind === 'file' && isStudyName(entry.name));
  const main = names.find((entry) => entry.name === 'touchstone.yaml');
  const rest = names.filter((entry) => entry !== main);
  return [...(main ? [main] : []), ...rest].map((entry) => joinPath(folder, entry.name));
};

const absolute = (folder: string, environment: Environment): Environment => {
  const { repository, dockerfile } = environment;
  const isHere = repository !== null && repository.kind !== 'url';
  return {
    ...environment,
    repository: isHere ? { ...repository, path: joinPath(folder, repository.path) } : repository,
    ...(dockerfile ? { dockerfile: { path: joinPath(folder, dockerfile.path), root: folder } } : {}),
  };
};

/**
 * Reads the study file of a folder, or the one that `path` names. Null where the folder has none. Throws InputFault
 * where nothing stands at the path.
 */
export const readStudy = async (files: FilePort, path: string): Promise<ReadStudy | null> => {
  const found = await files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such file or folder.`);
  const [file, ...others] = found.kind === 'folder' ? await findStudyFiles(files, path) : [path];
  if (file === undefined) return null;
  const text = new TextDecoder().decode(await files.readBytes(file, 2 * 1024 * 1024));
  return studyOfText(text, file, others);
};

/** The same of a text that is not saved yet. */
export const studyOfText = (text: string, file: string, others: readonly string[] = []): ReadStudy => {
  const folder = folderOf(file);
  const { study, ...reading } = readStudyFile(text, nameOf(file), nameOf(folder));
  const environments = study?.environments.map((environment) => absolute(folder, environment)) ?? [];
  return { ...reading, file, folder, study: study && { ...study, environments }, others };
};

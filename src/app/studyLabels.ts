import { correctionsOf, type LabelCorrections, noCorrections } from '../core/dataset/labels/correctLabels';
import { readLabelFile } from '../core/dataset/labels/labelFile';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { folderOf, joinPath, nameOf, staysInside } from '../core/study/studyPath';
import { type ReadStudy, readStudy } from './studyFile';

const maxBytes = 16 * 1024 * 1024;

/** A study's label file as read: empty where the study names none. */
export interface StudyLabels {
  /** Absolute path; null where the study names none that can be read. */
  readonly path: string | null;
  readonly corrections: LabelCorrections;
  readonly problems: readonly Problem[];
}

const none: StudyLabels = { path: null, corrections: noCorrections, problems: [] };

const failed = (file: string, reason: string): StudyLabels => ({
  ...none,
  problems: [{ where: nameOf(file), field: 'labels', reason }],
});

/** Whether the path, with its links resolved, lies in the folder. */
const isInside = async (files: FilePort, folder: string, path: string): Promise<boolean> => {
  const [root, real] = await Promise.all([files.realPath(folder), files.realPath(path)]);
  return root !== null && real !== null && (folderOf(real) === root || real.startsWith(`${root}/`));
};

const readFile = async (files: FilePort, study: ReadStudy, said: string): Promise<StudyLabels> => {
  if (!staysInside(said)) return failed(study.file, `S008 labels: "${said}" leaves the study's folder.`);
  const path = joinPath(study.folder, said);
  const found = await files.stat(path);
  if (found?.kind !== 'file') return failed(study.file, `S005 labels: no file "${said}" (looked in ${study.folder}).`);
  if (!(await isInside(files, study.folder, path)))
    return failed(study.file, `S008 labels: "${said}" leaves the study's folder.`);
  if (found.bytes > maxBytes) return failed(study.file, `S002 labels: "${said}" is over 16 MiB.`);
  const text = new TextDecoder().decode(await files.readBytes(path, maxBytes));
  const reading = readLabelFile(text, nameOf(path));
  return { path, corrections: correctionsOf(reading, nameOf(path)), problems: reading.problems };
};

/**
 * The label file that a study's file names (STUDY-FILE.md `labels`), `path` being the study's folder or file. Faults
 * are in `problems`, with the codes of STUDY-FILE.md; a folder without a study file has no corrections.
 */
export const readStudyLabels = async (files: FilePort, path: string): Promise<StudyLabels> => {
  try {
    const study = await readStudy(files, path);
    const said = study?.study?.labels ?? null;
    return study && said !== null ? await readFile(files, study, said) : none;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return failed(path, error.message);
  }
};

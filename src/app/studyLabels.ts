import { correctionsOf, unknownInstances, unreasoned } from '../core/dataset/labels/correctLabels';
import { type LabelCorrection, readLabelFile } from '../core/dataset/labels/labelFile';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { DatasetEntry } from '../core/study/catalogue';
import { folderOf, joinPath, nameOf, staysInside } from '../core/study/studyPath';
import { readInstance } from './readDatasetInstance';
import type { ReadStudy } from './studyFile';

const maxBytes = 16 * 1024 * 1024;

/** A study's label file as read: empty where the study names none. */
export interface StudyLabels {
  /** Absolute path; null where the study names none that can be read. */
  readonly path: string | null;
  readonly corrections: readonly LabelCorrection[];
  readonly problems: readonly Problem[];
}

const none: StudyLabels = { path: null, corrections: [], problems: [] };

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
  return { path, corrections: reading.corrections, problems: reading.problems };
};

/** The label file that a study's file names (STUDY-FILE.md `labels`). Faults of the file are in `problems`. */
export const readStudyLabels = async (files: FilePort, study: ReadStudy): Promise<StudyLabels> => {
  const said = study.study?.labels ?? null;
  try {
    return said === null ? none : await readFile(files, study, said);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return failed(study.file, error.message);
  }
};

/** Rows that are read to see whether a correction without a reason is of the data's own label. */
const maxRows = 500;

/** S116 of the corrections that give no reason, by reading the rows that they are of. */
const sayUnreasoned = async (
  files: FilePort,
  labels: StudyLabels,
  datasets: readonly DatasetEntry[],
  signal?: AbortSignal,
): Promise<readonly Problem[]> => {
  const file = nameOf(labels.path ?? '');
  const corrections = correctionsOf(labels, file);
  const ids = new Set(labels.corrections.filter(({ reason }) => reason === null).map(({ instanceId }) => instanceId));
  const problems: Problem[] = [];
  for (const id of [...ids].slice(0, maxRows)) {
    const dataset = datasets.find(({ instances }) => instances.some((row) => row.id === id));
    const instance = dataset && (await readInstance(files, dataset.path, id, signal));
    if (instance) problems.push(...unreasoned(instance, corrections));
  }
  if (ids.size > maxRows)
    problems.push({ where: file, field: 'reason', reason: `Only the first ${maxRows} without a reason were checked.` });
  return problems;
};

/** What is wrong with a study's corrections beside its datasets: S115 and S116, each at its line. */
export const labelProblems = async (
  files: FilePort,
  labels: StudyLabels,
  datasets: readonly DatasetEntry[],
  signal?: AbortSignal,
): Promise<readonly Problem[]> => {
  if (labels.corrections.length === 0) return labels.problems;
  const ids = new Set(datasets.flatMap(({ instances }) => instances.map(({ id }) => id)));
  const unknown = unknownInstances(correctionsOf(labels, nameOf(labels.path ?? '')), ids);
  return [...labels.problems, ...unknown, ...(await sayUnreasoned(files, labels, datasets, signal))];
};

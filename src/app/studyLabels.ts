import { correctionsOf, unknownInstances, unreasoned } from '../core/dataset/labels/correctLabels';
import {
  type LabelCorrection,
  type LabelFileReading,
  type LabelProblem,
  readLabelFile,
} from '../core/dataset/labels/labelFile';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { DatasetEntry } from '../core/study/catalogue';
import { joinPath, nameOf, staysInside } from '../core/study/studyPath';
import { readInstance } from './readDatasetInstance';
import { isInside } from './studyFaults/pathFaults';
import type { ReadStudy } from './studyFile';

const maxBytes = 16 * 1024 * 1024;

/** A study's label file as read: empty where the study names none. */
export interface StudyLabels {
  /** Absolute path; null where the study names none that can be read. */
  readonly path: string | null;
  readonly corrections: readonly LabelCorrection[];
  readonly problems: readonly Problem[];
  /** Why the file that the study names can't be used at all; `studyFileFaults` says it with the study file's faults. */
  readonly fault: string | null;
}

const none: StudyLabels = { path: null, corrections: [], problems: [], fault: null };

const failed = (fault: string): StudyLabels => ({ ...none, fault });

const readFile = async (files: FilePort, study: ReadStudy, said: string): Promise<StudyLabels> => {
  if (!staysInside(said)) return failed(`labels: "${said}" leaves the study's folder.`);
  const path = joinPath(study.folder, said);
  const found = await files.stat(path);
  if (found?.kind !== 'file') return failed(`labels: no file "${said}" (looked in ${study.folder}).`);
  if (!(await isInside(files, study.folder, path))) return failed(`labels: "${said}" leaves the study's folder.`);
  if (found.bytes > maxBytes) return unread(study, `S002 labels: "${said}" is over 16 MiB.`);
  const text = new TextDecoder().decode(await files.readBytes(path, maxBytes));
  const reading = readLabelFile(text, nameOf(path));
  return { ...none, path, corrections: reading.corrections, problems: reading.problems };
};

/** A file that is there and can't be read. */
const unread = (study: ReadStudy, reason: string): StudyLabels => ({
  ...failed(reason),
  problems: [study.faults.ofField('S002', 'labels', reason.replace(/^S002 /, ''))],
});

/** The label file that a study's file names (STUDY-FILE.md `labels`). Faults of the file are in `problems`. */
export const readStudyLabels = async (files: FilePort, study: ReadStudy): Promise<StudyLabels> => {
  const said = study.study?.labels ?? null;
  try {
    return said === null ? none : await readFile(files, study, said);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return unread(study, `S002 labels: ${error.message}`);
  }
};

/** Rows that are read to see whether a correction without a reason is of the data's own label. */
const maxRows = 500;

/** What a label file is checked against. */
export interface LabelInstances {
  has(id: string): boolean;
  /** The whole row; null where it can't be read. */
  read(id: string): Promise<Instance | null>;
}

/** What is wrong with corrections beside the datasets: S115 and S116, each at its cell. `file` as people call it. */
export const labelFaults = async (
  reading: Pick<LabelFileReading, 'corrections'>,
  file: string,
  instances: LabelInstances,
  signal?: AbortSignal,
): Promise<readonly LabelProblem[]> => {
  const corrections = correctionsOf(reading, file);
  const problems: LabelProblem[] = [...unknownInstances(corrections, (id) => instances.has(id))];
  const bare = reading.corrections.filter(({ reason, instanceId }) => reason === null && instances.has(instanceId));
  const ids = [...new Set(bare.map(({ instanceId }) => instanceId))];
  for (const id of ids.slice(0, maxRows)) {
    signal?.throwIfAborted();
    const instance = await instances.read(id);
    if (instance) problems.push(...unreasoned(instance, corrections));
  }
  const next = ids[maxRows] === undefined ? undefined : bare.find(({ instanceId }) => instanceId === ids[maxRows]);
  if (next === undefined) return problems;
  const reason = `Only the first ${maxRows} instances without a reason were checked.`;
  const range = next.spans?.row ?? [0, 0];
  return [...problems, { where: file, field: 'reason', reason, code: 'S116', range }];
};

/** The same for the label file of a study that was opened, with the file's own faults. */
export const labelProblems = async (
  files: FilePort,
  labels: StudyLabels,
  datasets: readonly DatasetEntry[],
  signal?: AbortSignal,
): Promise<readonly Problem[]> => {
  if (labels.corrections.length === 0) return labels.problems;
  const places = new Map<string, string>();
  for (const { path, instances } of datasets.toReversed()) for (const { id } of instances) places.set(id, path);
  const known: LabelInstances = {
    has: (id) => places.has(id),
    read: async (id) => {
      const path = places.get(id);
      return path === undefined ? null : readInstance(files, path, id, signal);
    },
  };
  return [...labels.problems, ...(await labelFaults(labels, nameOf(labels.path ?? ''), known, signal))];
};

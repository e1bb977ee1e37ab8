import { correctionsOf, withCorrections } from '../core/dataset/labels/correctLabels';
import { readLabelFile } from '../core/dataset/labels/labelFile';
import {
  emptyLabelFile,
  type NewCorrection,
  withCorrection,
  withLabelFileNamed,
} from '../core/dataset/labels/writeCorrection';
import type { Labels } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { readStudyFile } from '../core/study/readStudyFile';
import { joinPath, nameOf } from '../core/study/studyPath';
import { readInstance } from './readDatasetInstance';
import { type ReadStudy, readStudy } from './studyFile';
import { readStudyLabels } from './studyLabels';

export interface CorrectLabelPorts {
  readonly files: FilePort;
  /** Replaces a text file as a whole, or leaves the one that is there. */
  readonly writeText: (path: string, text: string) => Promise<void>;
}

export interface CorrectLabelRequest {
  readonly studyFolder: string;
  readonly datasetPath: string;
  readonly correction: NewCorrection;
}

export interface LabelsRequest {
  readonly studyFolder: string;
  readonly datasetPath: string;
  readonly instanceId: string;
}

/** What was written. */
export interface CorrectedLabel {
  readonly labelFile: string;
  /** The label file is new, and the study file names it now. */
  readonly isNew: boolean;
}

const fileName = 'labels.csv';

const textOf = async (files: FilePort, path: string): Promise<string> =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readBytes(path));

/** S116, before anything is written: the data's own label is overridden only with a reason. */
const checkReason = async (files: FilePort, { datasetPath, correction }: CorrectLabelRequest): Promise<void> => {
  const { instanceId, key, reason } = correction;
  const instance = await readInstance(files, datasetPath, instanceId);
  if (!instance) throw new InputFault(`${nameOf(datasetPath)} has no instance ${instanceId}.`);
  if (reason === null && instance.labels[key]?.some(({ source }) => source === 'data'))
    throw new InputFault(`Overriding the dataset's own label of ${instanceId} needs a reason.`);
};

/** The labels of an instance as the study has them: with inferred ones, and its label file's corrections. */
export const labelsOf = async (
  files: FilePort,
  { studyFolder, datasetPath, instanceId }: LabelsRequest,
): Promise<Labels | null> => {
  const instance = await readInstance(files, datasetPath, instanceId);
  const study = await readStudy(files, studyFolder);
  const labels = study && (await readStudyLabels(files, study));
  if (!instance || !labels) return instance?.labels ?? null;
  return withCorrections(instance, correctionsOf(labels, '')).labels;
};

/** Makes the label file and names it in the study file; the study file is written last, so that it never names nothing. */
const beginLabels = async (ports: CorrectLabelPorts, study: ReadStudy, text: string): Promise<string> => {
  const path = joinPath(study.folder, fileName);
  if ((await ports.files.stat(path)) !== null)
    throw new InputFault(
      `${path} is there, but ${nameOf(study.file)} doesn't name it. Add "labels: ${fileName}" to it.`,
    );
  const named = withLabelFileNamed(await textOf(ports.files, study.file), fileName);
  if (readStudyFile(named, nameOf(study.file), '').study?.labels !== fileName)
    throw new InputFault(`${study.file}: a line can't be added at its end. Add "labels: ${fileName}" to it yourself.`);
  await ports.writeText(path, text);
  await ports.writeText(study.file, named);
  return path;
};

/**
 * Adds one correction to the study's label file; makes the file, and names it in the study file, where there is none.
 * What stands in both files stays. Throws InputFault where the folder has no study file, where the label file can't be
 * read, and where the data's own label is overridden without a reason (S116).
 */
export const correctLabel = async (ports: CorrectLabelPorts, request: CorrectLabelRequest): Promise<CorrectedLabel> => {
  const study = await readStudy(ports.files, request.studyFolder);
  if (study?.study === null || study === null)
    throw new InputFault(`${request.studyFolder}: corrections stand in a study. Write a touchstone.yaml first.`);
  await checkReason(ports.files, request);
  const labels = await readStudyLabels(ports.files, study);
  if (study.study.labels === null)
    return {
      labelFile: await beginLabels(ports, study, withCorrection(emptyLabelFile, request.correction)),
      isNew: true,
    };
  if (labels.path === null) throw new InputFault(labels.fault ?? 'The label file could not be read.');
  const before = await textOf(ports.files, labels.path);
  const after = withCorrection(before, request.correction);
  if (readLabelFile(after, '').corrections.length !== labels.corrections.length + 1)
    throw new InputFault(
      `${labels.path}: a correction can't be added; mend the file first. ${labels.problems[0]?.reason ?? ''}`,
    );
  await ports.writeText(labels.path, after);
  return { labelFile: labels.path, isNew: false };
};

import { correctLabel, labelsOf } from '../app/correctLabel';
import type { FilePort } from '../core/shared/files';
import { writeTextFile } from '../io/store/writeTextFile';
import type { LabelApi } from '../protocol/labels';

/** Corrections of labels, written to the study's label file. */
export const labelApi = (files: FilePort): LabelApi => ({
  labelsOf: (request) => labelsOf(files, request),
  correctLabel: (request) => correctLabel({ files, writeText: writeTextFile }, request),
});

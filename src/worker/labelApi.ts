import { correctLabel } from '../app/correctLabel';
import type { FilePort } from '../core/shared/files';
import { writeTextFile } from '../io/store/writeTextFile';
import type { LabelApi } from '../protocol/labels';

/** Corrections of labels, written to the study's label file. */
export const labelApi = (files: FilePort): LabelApi => ({
  correctLabel: (request) => correctLabel({ files, writeText: writeTextFile }, request),
});

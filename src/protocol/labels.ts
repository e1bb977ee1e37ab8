import type { NewCorrection } from '../core/dataset/labels/writeCorrection';
import type { Labels } from '../core/instance/instance';
import type { Api } from './rpc';

/** Labels, as the app offers them to the extension host. */
export interface LabelApi extends Api {
  /** Labels as the study has them, corrections included; null where the dataset has no such instance. */
  labelsOf(q: {
    readonly studyFolder: string;
    readonly datasetPath: string;
    readonly instanceId: string;
  }): Promise<Labels | null>;
  /** Adds a correction to the study's label file, which is made where there is none. */
  correctLabel(q: {
    readonly studyFolder: string;
    readonly datasetPath: string;
    readonly correction: NewCorrection;
  }): Promise<{ readonly labelFile: string; readonly isNew: boolean }>;
}

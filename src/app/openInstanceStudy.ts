import type { FilePort } from '../core/shared/files';
import { folderOf, joinPath } from '../core/study/studyPath';
import type { SourceHints } from './openInstanceSource';
import { readStudy } from './studyFile';

/** What the study around a dataset says of its repositories. */
export interface DatasetStudy {
  /** Folder of the study file that names the dataset; the dataset's own folder where none does. */
  readonly studyRoot: string;
  readonly hints: Pick<SourceHints, 'environments' | 'datasetId'>;
}

const mostLevels = 4;

/** Looks for the study file that names the dataset, in its folder and up to three above. `datasetPath` is absolute. */
export const studyOfDataset = async (files: FilePort, datasetPath: string): Promise<DatasetStudy> => {
  let folder = folderOf(datasetPath);
  for (let level = 0; level < mostLevels; level += 1) {
    const read = await readStudy(files, folder);
    const named = read?.study?.datasets.find((dataset) => joinPath(folder, dataset.path) === datasetPath);
    if (read?.study && named)
      return { studyRoot: folder, hints: { environments: read.study.environments, datasetId: named.id } };
    const above = folderOf(folder);
    if (above === folder) break;
    folder = above;
  }
  return { studyRoot: folderOf(datasetPath), hints: {} };
};

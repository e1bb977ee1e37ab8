import type { InstancesOf } from './matrixApi';
import type { OpenedStudy } from './openedStudy';

/** Instances of the study's datasets in their own order, narrowed by the query's words in id, repository and title. */
export const catalogueInstances =
  (study: OpenedStudy): InstancesOf =>
  async ({ studyFolder, text }) => {
    const { datasets } = await study.of(studyFolder);
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return datasets.flatMap(({ path, instances }) =>
      instances
        .filter(({ id, repo, title }) => {
          const all = `${id} ${repo ?? ''} ${title ?? ''}`.toLowerCase();
          return words.every((word) => all.includes(word));
        })
        .map(({ id, title }) => ({ datasetPath: path, id, title })),
    );
  };

import type { StudyProblem } from '../core/study/studyProblem';
import { checkFaults } from './studyFaults/checkFaults';
import { datasetFaults } from './studyFaults/datasetFaults';
import { firstInstances, sayIdle, sayImageless } from './studyFaults/environmentFaults';
import { eventFaults } from './studyFaults/eventFaults';
import type { FoundDatasets, StudyFaultPorts } from './studyFaults/faultPorts';
import { judgeFaults } from './studyFaults/judgeFaults';
import { pathFaults } from './studyFaults/pathFaults';
import { repositoryFaults } from './studyFaults/repositoryFaults';
import type { ReadStudy } from './studyFile';

/**
 * What is wrong with a study file beside what it names: S005, S007 of rubrics, S008 by links, S101, S111 to S113,
 * W120 to S123, W128, S144, S200 of STUDY-FILE.md, each at its place in the text. `datasets` are those of `namedDatasets`. Reads
 * only; at most 500 rows of a dataset and 200 commits of a repository. Rejects where `signal` is aborted.
 */
export const studyFileFaults = async (
  ports: StudyFaultPorts,
  read: ReadStudy,
  datasets: FoundDatasets,
  signal?: AbortSignal,
): Promise<readonly StudyProblem[]> => {
  if (read.study === null) return [];
  const context = { ports, read, datasets, signal };
  const { placed } = await firstInstances(context);
  const problems = [
    ...(await pathFaults(context)),
    ...(await eventFaults(context)),
    ...(await datasetFaults(context)),
    ...sayImageless(context, placed),
    ...sayIdle(context),
    ...(await repositoryFaults(context, placed)),
    ...(await checkFaults(context)),
    ...(await judgeFaults(context)),
  ];
  return problems.sort((a, b) => a.range[0] - b.range[0]);
};

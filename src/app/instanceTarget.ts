import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import type { EvaluationTarget } from './evaluation/request';
import { evaluationTarget, noTargetSettings, type TargetSettings } from './evaluation/target';
import type { DatasetStudy } from './openInstanceStudy';
import { taskDockerfiles } from './taskFolders/taskDockerfiles';

/**
 * Where one instance would be evaluated, for whoever only wants its image or its files: the person's settings before
 * the study file around its dataset, before the row. Throws as `evaluationTarget`.
 */
export const instanceTarget = async (
  files: FilePort,
  datasetPath: string,
  instance: Instance,
  { hints }: DatasetStudy,
  settings: Partial<TargetSettings>,
): Promise<EvaluationTarget> => {
  const { environments = [], datasetId = null } = hints;
  const dockerfileOf = await taskDockerfiles(files, datasetPath, [instance]);
  return evaluationTarget(instance, { ...noTargetSettings, ...settings }, environments, datasetId, dockerfileOf);
};

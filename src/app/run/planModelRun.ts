import type { Instance } from '../../core/instance/instance';
import type { Agent } from '../../core/run/agent/attempt';
import { defaultLimits } from '../../core/run/container/limits';
import type { ModelEntry } from '../../core/run/model/modelEntry';
import { attemptRunId, modelLabel, usualRunId } from '../../core/run/record/runName';
import type { FilePort } from '../../core/shared/files';
import { InputFault, type Problem } from '../../core/shared/problem';
import type { StudyFile } from '../../core/study/studyFile';
import { joinPath } from '../../core/study/studyPath';
import { evaluationTarget, type TargetSettings } from '../evaluation/target';
import { readDataset } from '../readDataset';
import { studyAbove } from '../studyAbove';
import type { ReadStudy } from '../studyFile';
import { taskDockerfiles } from '../taskFolders/taskDockerfiles';
import type { RunRequest } from './runRequest';

/** What a person asks for. */
export interface ModelRunWish {
  /** Absolute. */
  readonly datasetPath: string;
  /** Null: all of it. */
  readonly instanceIds: readonly string[] | null;
  readonly agent: Agent;
  readonly model: ModelEntry;
  /** Attempts 1 to n, each a run of its own. */
  readonly attempts: number;
  /** Null: agent and model. */
  readonly runId: string | null;
  /** Gets `runs/<id>`; null: the folder of the study file that is found above the dataset. */
  readonly folder: string | null;
  readonly budgetUsd: number | null;
  readonly workers: number | null;
  readonly again: RunRequest['again'];
  readonly resume?: boolean;
  readonly settings: TargetSettings;
}

/** A run that can begin once its backend is known. */
export interface ModelRunPlan {
  /** One an attempt, to be run one after the other. */
  readonly requests: readonly Omit<RunRequest, 'backend'>[];
  /** The folder that has `runs/`. */
  readonly folder: string;
  /** Rows of the dataset that were left out. */
  readonly problems: readonly Problem[];
  readonly studyFile: string | null;
  readonly studyProblems: readonly Problem[];
  readonly backend: StudyFile['evaluation']['backend'];
}

const chosen = (instances: readonly Instance[], ids: readonly string[] | null, path: string): readonly Instance[] => {
  if (ids === null) return instances;
  const known = new Map(instances.map((instance) => [instance.id, instance]));
  return [...new Set(ids)].map((id) => {
    const instance = known.get(id);
    if (instance === undefined) throw new InputFault(`${path} has no instance ${JSON.stringify(id)}.`);
    return instance;
  });
};

const datasetIdOf = (study: ReadStudy | null, datasetPath: string): string | null =>
  study?.study?.datasets.find(({ path }) => joinPath(study.folder, path) === datasetPath)?.id ?? null;

const folderOfRuns = (wish: ModelRunWish, study: ReadStudy | null): string => {
  const folder = wish.folder ?? study?.folder ?? null;
  if (folder === null)
    throw new InputFault(`No study file is found above ${wish.datasetPath}: say by --out or --study where results go.`);
  return folder;
};

const noBackend: StudyFile['evaluation']['backend'] = { kind: null, endpoint: null, workers: null };

/**
 * Turns a wish into requests for `runModel`: reads the dataset and the study file above it. Throws InputFault where
 * nothing can be run; bad rows are in `problems`.
 */
export const planModelRun = async (
  files: FilePort,
  wish: ModelRunWish,
  signal?: AbortSignal,
): Promise<ModelRunPlan> => {
  const { datasetPath, agent, model, settings } = wish;
  const dataset = await readDataset(files, datasetPath, {}, signal);
  const study = await studyAbove(files, datasetPath);
  const instances = chosen(dataset.instances, wish.instanceIds, datasetPath);
  if (instances.length === 0) throw new InputFault(`${datasetPath} holds no instance that can be run.`);
  const folder = folderOfRuns(wish, study);
  const { environments = [], evaluation } = study?.study ?? {};
  const datasetId = datasetIdOf(study, datasetPath);
  const dockerfileOf = await taskDockerfiles(files, datasetPath, dataset.instances, signal);
  const targetOf = (instance: Instance) => evaluationTarget(instance, settings, environments, datasetId, dockerfileOf);
  for (const instance of instances) targetOf(instance);
  const runId = wish.runId ?? usualRunId(agent.id, modelLabel(model));
  const backend = evaluation?.backend ?? noBackend;
  const common = {
    ...{ datasetPath, instances, agent, model, targetOf },
    budgetUsd: wish.budgetUsd,
    workers: wish.workers ?? backend.workers,
    limits: { ...defaultLimits, ...evaluation?.limits },
    again: wish.again,
    resume: wish.resume ?? false,
    fork: null,
  };
  const requests = Array.from({ length: wish.attempts }, (_, index) => {
    const id = attemptRunId(runId, index + 1);
    return { ...common, runId: id, attempt: index + 1, folder: joinPath(folder, `runs/${id}`) };
  });
  const { file = null, problems = [] } = study ?? {};
  return { requests, folder, problems: dataset.skipped, studyFile: file, studyProblems: problems, backend };
};

import { evaluationTarget } from '../app/evaluation/target';
import { readDataset } from '../app/readDataset';
import type { RunFork, RunRequest } from '../app/run/runRequest';
import { studyAbove } from '../app/studyAbove';
import { taskDockerfiles } from '../app/taskFolders/taskDockerfiles';
import type { Instance } from '../core/instance/instance';
import type { Agent } from '../core/run/agent/attempt';
import { defaultLimits } from '../core/run/container/limits';
import type { ModelEntry } from '../core/run/model/modelEntry';
import { counted } from '../core/shared/counted';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { joinPath } from '../core/study/studyPath';
import type { StartModelRun } from '../protocol/modelRuns';
import type { ForkWish, PlannedModelRun } from './modelRunsApi';

/** What a plan is made of beside what was asked for. */
export interface PlanParts {
  readonly files: FilePort;
  readonly agent: Agent;
  readonly model: ModelEntry;
  /** Null: new ones. By these a run that was left is gone on with. */
  readonly runId: string | null;
  readonly fork: { readonly run: RunFork; readonly wish: ForkWish } | null;
  /** Goes on with what an earlier process began. */
  readonly resume: boolean;
  /** From 1; of a run that is gone on with the one that it was. */
  readonly attempt: number;
  /** What it is called in words; null: by agent, model and instances. */
  readonly title: string | null;
}

const wanted = async (files: FilePort, { datasetPath, instanceIds }: StartModelRun): Promise<readonly Instance[]> => {
  const { instances } = await readDataset(files, datasetPath);
  if (instanceIds === null) return instances;
  const ids = new Set(instanceIds);
  const found = instances.filter(({ id }) => ids.has(id));
  if (found.length === 0) throw new InputFault(`${datasetPath} has none of the instances any more. Refresh the study.`);
  return found;
};

/** Where each instance's repository and image come from, as its evaluation would have it. */
const targets = async (files: FilePort, { datasetPath, settings }: StartModelRun, instances: readonly Instance[]) => {
  const read = await studyAbove(files, datasetPath);
  const { images, testCommands, repositories } = settings;
  const own = { images, testCommands, repositories, repository: null };
  const environments = read?.study?.environments ?? [];
  const named = read?.study?.datasets.find(({ path }) => joinPath(read.folder, path) === datasetPath);
  const dockerfileOf = await taskDockerfiles(files, datasetPath, instances);
  return {
    limits: { ...defaultLimits, ...read?.study?.evaluation.limits },
    targetOf: (instance: Instance) => evaluationTarget(instance, own, environments, named?.id ?? null, dockerfileOf),
  };
};

/** Letters that a folder of any system takes; a file of replies goes by its own name. */
const slug = (text: string): string =>
  (
    text
      .replace(/^(?:scripted|replay):/, '')
      .split(/[\\/]/)
      .at(-1) ?? ''
  )
    .replace(/\.(?:ya?ml|jsonl?)$/i, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60) || 'model';

/** `mini-gpt-5-mini`, `mini-gpt-5-mini-2` where that is there: none of the study's runs is written over. */
const freeRunId = async (files: FilePort, studyFolder: string, wish: string): Promise<string> => {
  for (let n = 1; ; n++) {
    const id = n === 1 ? wish : `${wish}-${n}`;
    const folder = joinPath(studyFolder, `runs/${id}`);
    const logs = joinPath(studyFolder, `logs/run_evaluation/${id}`);
    if ((await files.stat(folder)) === null && (await files.stat(logs)) === null) return id;
  }
};

const usualTitle = (q: StartModelRun, instances: readonly Instance[]): string => {
  const [only] = instances;
  const on = instances.length === 1 && only ? only.id : counted(instances.length, 'instance');
  return `${q.agent} with ${slug(q.model)} on ${on}${q.attempts > 1 ? ` ×${q.attempts}` : ''}`;
};

/** One request an attempt. Throws InputFault where an instance can't be run: no base, no image, no repository. */
export const plannedModelRun = async (parts: PlanParts, q: StartModelRun): Promise<PlannedModelRun> => {
  const { files, agent, model, fork, title } = parts;
  const instances = await wanted(files, q);
  const { limits, targetOf } = await targets(files, q, instances);
  if (agent.needsSandbox) for (const instance of instances) targetOf(instance);
  const base = parts.runId ?? (await freeRunId(files, q.studyFolder, `${slug(q.agent)}-${slug(q.model)}`));
  const requests = Array.from({ length: q.attempts }, (_, at): RunRequest => {
    const runId = at === 0 ? base : `${base}-a${at + 1}`;
    return {
      ...{ folder: joinPath(q.studyFolder, `runs/${runId}`), runId, datasetPath: q.datasetPath, instances },
      ...{ attempt: parts.attempt + at, agent, model, backend: q.backend, budgetUsd: q.budgetUsd },
      ...{ workers: q.workers ?? q.settings.workers, limits, again: false, fork: fork?.run ?? null, targetOf },
      ...(parts.resume ? { resume: true } : {}),
    };
  });
  return { title: title ?? usualTitle(q, instances), asked: q, fork: fork?.wish ?? null, requests };
};

import type { EvaluationWish, RunWish, WishSettings } from '../core/evaluation/evaluationWish';
import { usualOptimisation } from '../core/evaluation/optimisation/optimisation';
import type { RuleSetName } from '../core/evaluation/report';
import type { Instance } from '../core/instance/instance';
import { defaultLimits } from '../core/run/container/limits';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { StudyFile } from '../core/study/studyFile';
import { joinPath } from '../core/study/studyPath';
import { gatherItems } from './evaluation/items';
import { keptApart } from './evaluation/keptApart';
import type { EvaluateRequest, EvaluationItem } from './evaluation/request';
import { withRules } from './evaluation/rules';
import { evaluationTarget } from './evaluation/target';
import { readDataset } from './readDataset';
import { studyAbove } from './studyAbove';
import type { ReadStudy } from './studyFile';
import { type DockerfileOf, taskDockerfiles } from './taskFolders/taskDockerfiles';

/** What holds where neither the wish nor the study file says anything. */
export interface UsualEvaluation {
  /** Which version of SWE-bench; other benchmarks keep their own. Null: each instance's benchmark. */
  readonly rules: RuleSetName | null;
  readonly timeoutMs: number;
  /** Null: as many as the engine's cores and memory hold. */
  readonly workers: number | null;
}

export interface EvaluationPlan {
  readonly request: EvaluateRequest & { readonly wish: RunWish };
  /** Rows of dataset and predictions that were left out. */
  readonly problems: readonly Problem[];
  /** The study file that had a say; null where none was found. */
  readonly studyFile: string | null;
  /** What is wrong in it; what could be read of it had its say all the same. */
  readonly studyProblems: readonly Problem[];
  readonly backend: StudyFile['evaluation']['backend'];
}

const noBackend: StudyFile['evaluation']['backend'] = { kind: null, endpoint: null, workers: null };

const datasetIdOf = (study: ReadStudy | null, datasetPath: string): string | null =>
  study?.study?.datasets.find(({ path }) => joinPath(study.folder, path) === datasetPath)?.id ?? null;

const targets = (study: ReadStudy | null, wish: EvaluationWish, dockerfileOf: DockerfileOf) => {
  const environments = study?.study?.environments ?? [];
  const datasetId = datasetIdOf(study, wish.datasetPath);
  return (instance: Instance) => evaluationTarget(instance, wish.settings, environments, datasetId, dockerfileOf);
};

/**
 * Turns what a person asked for into a request: reads the dataset, the predictions, and the study file above the
 * dataset. `usual` where nobody says otherwise. Throws InputFault where nothing can be evaluated; bad rows are in
 * `problems`.
 */
export const planEvaluation = async (
  files: FilePort,
  wish: EvaluationWish,
  usual: UsualEvaluation,
  signal?: AbortSignal,
): Promise<EvaluationPlan> => {
  const dataset = await readDataset(files, wish.datasetPath, {}, signal);
  const study = await studyAbove(files, wish.datasetPath);
  const gathered = await gatherItems(files, dataset.instances, wish.instanceIds, wish.predictions, signal);
  const said = study?.study?.evaluation;
  const rules = wish.rules ?? said?.ruleSet ?? null;
  const apart = keptApart(gathered, wish.runId);
  const ruled = withRules(apart.items, rules, usual.rules, wish.optimisation ?? false);
  const problems = [...dataset.skipped, ...apart.problems, ...ruled.problems];
  if (ruled.items.length === 0) throw new InputFault(nothingToDo([...ruled.problems, ...problems]));
  const dockerfileOf = await taskDockerfiles(files, wish.datasetPath, dataset.instances, signal);
  const targetOf = targets(study, wish, dockerfileOf);
  for (const { instance } of ruled.items) targetOf(instance);
  const backend = said?.backend ?? noBackend;
  const request: EvaluationPlan['request'] = {
    runId: wish.runId ?? gathered.runId,
    items: ruled.items,
    asked: wish.instanceIds.length > 0 ? wish.instanceIds : dataset.instances.map(({ id }) => id),
    rules: rules ?? usual.rules ?? 'swebench-v5',
    repeats: wish.repeats,
    timeoutMs: wish.timeoutMs ?? said?.timeoutMs ?? usual.timeoutMs,
    workers: wish.workers ?? backend.workers ?? usual.workers,
    limits: { ...defaultLimits, ...said?.limits },
    again: wish.again,
    ...(wish.optimisation ? { optimisation: said?.optimisation ?? usualOptimisation } : {}),
    summary: wish.instanceIds.length === 0,
    targetOf,
    wish: { ...wish, settings: settingsFor(wish, ruled.items), backend: null, endpoint: null },
    ...(backend.retryInfrastructure === undefined ? {} : { retryInfrastructure: backend.retryInfrastructure }),
  };
  return { request, problems, studyFile: study?.file ?? null, studyProblems: study?.problems ?? [], backend };
};

/** Of the person's settings what these instances go by: the journal lies in the study's folder, which is shared. */
const settingsFor = ({ settings }: EvaluationWish, items: readonly EvaluationItem[]): WishSettings => {
  const names = new Set(items.flatMap(({ instance }) => [instance.id, instance.repo]));
  const own = (map: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(map).filter(([name]) => names.has(name)));
  const { images, testCommands, repositories, repository } = settings;
  return { images: own(images), testCommands: own(testCommands), repositories: own(repositories), repository };
};

const nothingToDo = (problems: readonly Problem[]): string => {
  const [first] = problems;
  const why = first === undefined ? '' : ` First of ${problems.length}: ${first.where}: ${first.reason}`;
  return `Nothing to evaluate: no prediction belongs to an instance of the dataset that can be evaluated.${why}`;
};

import { planModelRun } from '../app/run/planModelRun';
import type { RunFork } from '../app/run/runRequest';
import { shortId } from '../core/instance/shortId';
import type { Agent } from '../core/run/agent/attempt';
import type { ModelEntry } from '../core/run/model/modelEntry';
import { attemptRunId, modelLabel, usualRunId } from '../core/run/record/runName';
import { counted } from '../core/shared/counted';
import type { FilePort } from '../core/shared/files';
import { joinPath } from '../core/study/studyPath';
import type { StartModelRun } from '../protocol/modelRuns';
import type { ForkWish, PlannedModelRun } from './modelRunsApi';

/** A run that was left and is gone on with. */
export interface LeftRun {
  readonly runId: string;
  readonly attempt: number;
  readonly title: string;
}

/** What a plan is made of beside what was asked for. */
export interface PlanParts {
  readonly files: FilePort;
  readonly agent: Agent;
  readonly model: ModelEntry;
  /** Null: from the beginning. */
  readonly fork: { readonly run: RunFork; readonly wish: ForkWish; readonly runId: string } | null;
  /** Null: a new one. */
  readonly left: LeftRun | null;
}

/** `mini-gpt-5-mini`, `mini-gpt-5-mini-2` where that is there: nothing of the study is written over. */
const freeRunId = async (files: FilePort, q: StartModelRun, wish: string): Promise<string> => {
  const isTaken = async (id: string): Promise<boolean> => {
    const places = ['runs', 'logs/run_evaluation'].map((above) => joinPath(q.studyFolder, `${above}/${id}`));
    return (await Promise.all(places.map((place) => files.stat(place)))).some((found) => found !== null);
  };
  for (let n = 1; ; n++) {
    const id = n === 1 ? wish : `${wish}-${n}`;
    const attempts = Array.from({ length: q.attempts }, (_, at) => attemptRunId(id, at + 1));
    if (!(await Promise.all(attempts.map(isTaken))).includes(true)) return id;
  }
};

const titleOf = ({ agent, model, fork, left }: PlanParts, q: StartModelRun, ids: readonly string[]): string => {
  if (left !== null) return left.title;
  const on = ids.length === 1 ? shortId(ids[0] ?? '') : counted(ids.length, 'instance');
  const what = fork === null ? agent.id : `fork from step ${fork.wish.step}`;
  return `${what} with ${modelLabel(model)} on ${on}${q.attempts > 1 ? ` ×${q.attempts}` : ''}`;
};

/** One request an attempt. Throws InputFault where an instance can't be run: no base, no image, no repository. */
export const plannedModelRun = async (parts: PlanParts, q: StartModelRun): Promise<PlannedModelRun> => {
  const { files, agent, model, fork, left } = parts;
  const { images, testCommands, repositories, workers } = q.settings;
  const wanted = fork?.runId ?? usualRunId(agent.id, modelLabel(model));
  const { requests } = await planModelRun(files, {
    ...{ datasetPath: q.datasetPath, instanceIds: q.instanceIds, agent, model, attempts: q.attempts },
    ...{ runId: left?.runId ?? (await freeRunId(files, q, wanted)), folder: q.studyFolder },
    ...{ budgetUsd: q.budgetUsd, workers: q.workers ?? workers, again: false, resume: left !== null },
    settings: { images, testCommands, repositories, repository: null },
  });
  const [first] = requests;
  const ids = first?.instances.map(({ id }) => id) ?? [];
  const { backend } = q;
  return {
    title: titleOf(parts, q, ids),
    asked: q,
    fork: fork?.wish ?? null,
    requests: requests.map((request) => ({
      ...request,
      ...{ backend, attempt: left?.attempt ?? request.attempt, fork: fork?.run ?? null },
    })),
  };
};

import { type RunState, runStateOf } from '../../core/run/record/runEvents';
import { modelLabel } from '../../core/run/record/runName';
import type { RunEvent, RunRecord } from '../../core/run/record/runRecord';
import type { OpenRunFolder } from '../../core/run/record/runStore';
import { version } from '../../core/shared/version';
import { pathBelow } from '../../core/study/studyPath';
import { ImageDesk } from '../evaluation/imageDesk';
import { BoardItem } from './itemBoard';
import { ModelRun } from './modelRun';
import { noteEvent, type RunContext } from './runContext';
import { isOpen, refuseOther, resultOfEnded } from './runPlan';
import type { RunEnd, RunHooks, RunPorts, RunRequest } from './runRequest';
import { RunBudget } from './runSpend';
import type { RunTask } from './runTask';

/** A path as the run's folder names it, so that a study can be moved and shared. */
const placeIn = ({ folder, runId }: RunRequest, path: string): string => {
  const study = folder.endsWith(`/runs/${runId}`) ? folder.slice(0, -`/runs/${runId}`.length) : folder;
  return pathBelow(study, path) ?? path;
};

/** Where the agent's own configuration lies, so that the run can be resumed. */
const agentFile = (request: RunRequest): { readonly file?: string } => {
  const { file } = request.agent.settings;
  return typeof file === 'string' ? { file: placeIn(request, file) } : {};
};

const recordOf = (request: RunRequest, startedAt: string): RunRecord => {
  const { runId, agent, model, attempt, datasetPath, backend, fork } = request;
  return {
    id: runId,
    model: modelLabel(model),
    agent: agent.id,
    base: null,
    attempt,
    touchstone: {
      version,
      startedAt,
      dataset: placeIn(request, datasetPath),
      backend,
      instances: request.instances.map(({ id }) => id),
      settings: {
        ...agent.settings,
        ...agentFile(request),
        limits: agent.limits,
        budgetUsd: request.budgetUsd,
        workers: request.workers,
      },
      entry: { ...model, file: model.file === null ? null : placeIn(request, model.file) },
      parent: fork?.parent ?? null,
    },
  };
};

const tasksOf = (context: RunContext, state: RunState): readonly RunTask[] => {
  const { request, ports, hooks } = context;
  const now = () => ports.clock.monotonic();
  const { cpus, memoryBytes } = request.limits;
  return request.instances.map((instance) => ({
    instance,
    instanceId: instance.id,
    repeat: state.underWay.has(instance.id) ? 0 : 1,
    cost: request.agent.needsSandbox ? { cpus, memoryBytes } : { cpus: 0.25, memoryBytes: 64 * 1024 ** 2 },
    board: new BoardItem(instance.id, hooks.changed, now),
    said: [],
  }));
};

/** Sets what is kept as such, says what begins anew, and gives what is to be done. */
const open = (context: RunContext, tasks: readonly RunTask[], state: RunState): readonly RunTask[] => {
  const { request, folder, hooks } = context;
  const done = folder.before?.done ?? new Set<string>();
  return tasks.filter((task) => {
    const ended = state.ended.get(task.instanceId);
    if (ended !== undefined && !isOpen(request, state, done, task.instanceId)) {
      task.board.ended('kept', resultOfEnded(ended));
      return false;
    }
    if (state.underWay.has(task.instanceId))
      hooks.told(task.instanceId, 'It was under way when an earlier process ended: its attempt begins anew.');
    return true;
  });
};

/** What was asked for first stays; instances that are asked for later come to it. */
const writeRecord = async ({ folder, request, ports }: RunContext): Promise<void> => {
  const record = recordOf(request, ports.clock.now());
  const before = folder.before?.record as RunRecord | null | undefined;
  if (before?.touchstone === undefined || record.touchstone === undefined) return folder.writeRecord(record);
  const known = before.touchstone.instances ?? [];
  const instances = [...new Set([...known, ...(record.touchstone.instances ?? [])])];
  if (instances.length === known.length) return;
  await folder.writeRecord({ ...before, touchstone: { ...before.touchstone, instances } });
};

const isResumed = ({ resume }: RunRequest, { begun, isDone }: RunState): boolean =>
  resume === true && begun !== null && !isDone;

/** What ended since the run was begun; what was under way when it was cut off is not known and left out. */
const spentBefore = ({ ended, endedSinceBegun }: RunState): number | null => {
  const ends = [...endedSinceBegun].flatMap((id) => ended.get(id) ?? []);
  const costs = ends.filter(({ calls }) => calls > 0).map(({ costUsd }) => costUsd);
  return costs.reduce<number | null>((sum, cost) => (sum === null || cost === null ? null : sum + cost), 0);
};

const inFolder = async (context: RunContext, state: RunState): Promise<RunEnd> => {
  const { request, folder, ports } = context;
  refuseOther(folder, request);
  // Before anything is written: a key that lacks is a fault of the call.
  await ports.models.open(request.model, ports.keys, null, { retrying: () => undefined });
  await writeRecord(context);
  // Sandboxes of a process that was killed: nobody else takes them away.
  if (request.agent.needsSandbox)
    await ports.engine.clean({ dryRun: false, sparesResumable: true }).catch(() => undefined);
  const tasks = tasksOf(context, state);
  const { budgetUsd } = request;
  const event = isResumed(request, state)
    ? { kind: 'resumed' as const }
    : ({ kind: 'begun', items: tasks.length, budgetUsd } as const);
  await noteEvent(context, event);
  return new ModelRun(context, tasks, open(context, tasks, state)).run();
};

const contextOf = (
  ports: RunPorts,
  request: RunRequest,
  hooks: RunHooks,
  folder: OpenRunFolder,
  state: RunState,
  signal: AbortSignal,
): RunContext => {
  const images = new ImageDesk(ports.engine, (text) => hooks.told(null, text), signal);
  const budget = new RunBudget(request.budgetUsd, isResumed(request, state) ? spentBefore(state) : 0);
  return { ports, request, hooks, folder, images, budget, signal };
};

/**
 * Runs an agent with a model over instances, each in a sandbox of its own, and keeps trajectories, states, records and
 * predictions in the run's folder as they come. The same folder goes on where an earlier process ended: what ended is
 * kept, what was under way begins anew. Aborting the signal stops all of it and is told as `stopped`. Throws InputFault
 * (a key that lacks, the folder of another run) and EnvironmentFault (the folder, an engine that doesn't answer).
 */
export const runModel = async (
  ports: RunPorts,
  request: RunRequest,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<RunEnd> => {
  const folder = await ports.runs.open(request.folder);
  try {
    const state = runStateOf((folder.before?.events ?? []) as readonly RunEvent[]);
    return await inFolder(contextOf(ports, request, hooks, folder, state, signal), state);
  } finally {
    await folder.close();
  }
};

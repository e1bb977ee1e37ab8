import type { runModel } from '../app/run/runModel';
import type { RunEnd, RunPorts, RunRequest } from '../app/run/runRequest';
import { patchOf } from '../core/run/record/predictionRow';
import { InputFault } from '../core/shared/problem';
import type { HostApi } from '../protocol/app';
import type { EvaluationRunsApi } from '../protocol/evaluationRuns';
import type {
  ForkRun,
  ModelRun,
  ModelRunsApi,
  RunChoices,
  StartModelRun,
  TrajectoryForks,
} from '../protocol/modelRuns';
import type { Remote } from '../protocol/rpc';
import { imageQuestions } from './imageHooks';
import { SteeredModelRun } from './steeredModelRun';

/** A run that is planned: its attempts, each a run of its own, and what was asked for. */
export interface PlannedModelRun {
  readonly title: string;
  readonly asked: StartModelRun;
  /** Null: from the beginning. */
  readonly fork: ForkWish | null;
  /** One an attempt, in their order. */
  readonly requests: readonly RunRequest[];
  /** Told before each attempt's run; left out: nobody wants to know. */
  begins?(request: RunRequest): void;
}

/** From where, and with what other. */
export type ForkWish = Pick<ForkRun, 'trajectoryPath' | 'which' | 'step' | 'hint' | 'editedReply'>;

type Unfinished = Awaited<ReturnType<ModelRunsApi['unfinishedModelRuns']>>;

/** What runs of models are made of; `modelRunDesk.ts` is it, tests have fakes. */
export interface ModelRunDesk {
  readonly host: () => Remote<HostApi>;
  readonly run: typeof runModel;
  ports(planned: PlannedModelRun): Promise<RunPorts>;
  choices(studyFolder: string): Promise<RunChoices>;
  plan(q: StartModelRun): Promise<PlannedModelRun>;
  planFork(q: ForkRun): Promise<PlannedModelRun>;
  forkReply: ModelRunsApi['forkReply'];
  planResume(q: Parameters<ModelRunsApi['resumeModelRun']>[0]): Promise<PlannedModelRun>;
  /** Writes down what was asked for, so that another window can go on; and takes that away again. */
  remember(planned: PlannedModelRun): Promise<void>;
  forget(planned: PlannedModelRun): Promise<void>;
  unfinished(studyFolder: string): Promise<Unfinished>;
  forks(studyFolder: string, path: string): Promise<TrajectoryForks>;
  readonly evaluate: EvaluationRunsApi['startRun'];
}

/** Runs that ended and are still told of. */
const keptEnded = 50;

/**
 * All of them share one budget: what is left of it. What is used up lets no call begin, and so does a cost that nobody
 * knows, as on the command line.
 */
const budgetLeft = ({ asked: { budgetUsd } }: PlannedModelRun, { spentUsd }: Pick<ModelRun, 'spentUsd'>) =>
  budgetUsd === null ? null : Math.max(0, budgetUsd - (spentUsd ?? Number.POSITIVE_INFINITY));

type End = NonNullable<ModelRun['end']>;

const endOf = (end: RunEnd): End | null => {
  if (end.stopped === null) return null;
  const { why, text } = end.stopped;
  return why === 'fault' ? { kind: 'failed', message: text } : { kind: 'stopped', text };
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Evaluates what an attempt's run has, as a run of the Evaluations view. */
const evaluateRun = async (desk: ModelRunDesk, planned: PlannedModelRun, request: RunRequest): Promise<void> => {
  const { studyFolder, datasetPath, settings } = planned.asked;
  const run = await desk.evaluate({
    ...{ title: request.runId, studyFolder, datasetPath, instanceIds: request.instances.map(({ id }) => id) },
    predictions: { kind: 'file', path: `${request.folder}/predictions.jsonl` },
    ...{ runId: request.runId, backend: request.backend, settings, repeats: 1, again: true },
  });
  void desk.host().runChanged(run);
};

/** Whether there is anything new to evaluate: a patch, code, or what a process left that was cut off before it did. */
const hasAnswer = ({ items }: RunEnd, isResumed: boolean): boolean =>
  items.some(({ state, result }) => {
    if (result === null) return false;
    if (state === 'kept') return isResumed;
    return (patchOf(result) ?? '') !== '' || result.row?.['task_id'] !== undefined;
  });

/** All attempts one after the other; the first that is stopped is the last. */
const runAll = async (desk: ModelRunDesk, planned: PlannedModelRun, run: SteeredModelRun): Promise<End> => {
  const ports = await desk.ports(planned);
  const log = (text: string) => void desk.host().log({ level: 'info', text });
  for (const request of planned.requests) {
    const own = run.hooks(request.runId);
    const hooks = {
      ...own,
      told: (instanceId: string | null, text: string) => {
        own.told(instanceId, text);
        log(`${request.runId}${instanceId === null ? '' : ` ${instanceId}`}: ${text}`);
      },
      ...imageQuestions(desk.host, planned.asked.settings),
    };
    planned.begins?.(request);
    const asked = { ...request, budgetUsd: budgetLeft(planned, run.state()) };
    const end = await desk.run(ports, asked, hooks, run.stop.signal);
    run.ended(request.runId, end);
    const stopped = endOf(end);
    if (planned.asked.evaluates && hasAnswer(end, request.resume === true) && !run.stop.signal.aborted)
      await evaluateRun(desk, planned, request).catch((error: unknown) => log(`not evaluated: ${messageOf(error)}`));
    if (stopped !== null) return stopped;
  }
  return { kind: 'done' };
};

/** Runs of models that go on while the person does other things: started once, stopped by their names. */
export const modelRunsApi = (desk: ModelRunDesk): ModelRunsApi => {
  const runs = new Map<string, { readonly run: SteeredModelRun; readonly planned: PlannedModelRun }>();
  let next = 1;
  const named = (id: string) => {
    const found = runs.get(id);
    if (!found) throw new InputFault('This run is not known any more. Start it anew.');
    return found;
  };
  const begin = async (planned: PlannedModelRun, id = `model-run-${next++}`): Promise<ModelRun> => {
    const { title, requests } = planned;
    const { studyFolder, datasetPath, budgetUsd } = planned.asked;
    const about = { id, runIds: requests.map(({ runId }) => runId), title, studyFolder, datasetPath, budgetUsd };
    const [first] = requests;
    const ids = first?.instances.map((instance) => instance.id) ?? [];
    await desk.remember(planned);
    const run = new SteeredModelRun(about, requests, ids, (state) => void desk.host().modelRunChanged(state));
    runs.set(id, { run, planned });
    forgetOldest(runs);
    void runAll(desk, planned, run)
      .catch(
        (error: unknown): End =>
          run.stop.signal.aborted
            ? { kind: 'stopped', text: 'Stopped. What was done is kept.' }
            : { kind: 'failed', message: messageOf(error) },
      )
      .then(async (end) => {
        // What a fault ended can be gone on with, also in another window.
        if (end.kind !== 'failed') await desk.forget(planned).catch(() => null);
        run.close(end);
      });
    return run.state();
  };
  return {
    runChoices: ({ studyFolder }) => desk.choices(studyFolder),
    startModelRun: async (q) => begin(await desk.plan(q)),
    forkReply: (q) => desk.forkReply(q),
    forkRun: async (q) => begin(await desk.planFork(q)),
    modelRuns: async () => [...runs.values()].map(({ run }) => run.state()),
    stopModelRun: async ({ id, instanceId }) => named(id).run.stopOne(instanceId),
    rerunFailed: async ({ id }) => {
      const { run, planned } = named(id);
      if (run.state().end === null) throw new InputFault('This run goes on still. Stop it first, or wait.');
      return begin(
        { ...planned, requests: planned.requests.map((one) => ({ ...one, again: 'failed', resume: false })) },
        id,
      );
    },
    unfinishedModelRuns: async ({ studyFolder }) => {
      const live = new Set([...runs.values()].flatMap(({ run }) => (run.state().end === null ? run.about.runIds : [])));
      return (await desk.unfinished(studyFolder)).filter(({ runId }) => !live.has(runId));
    },
    trajectoryForks: ({ studyFolder, path }) => desk.forks(studyFolder, path),
    resumeModelRun: async (q) => begin(await desk.planResume(q)),
  };
};

const forgetOldest = (runs: Map<string, { readonly run: SteeredModelRun }>): void => {
  const ended = [...runs].filter(([, { run }]) => run.state().end !== null);
  for (const [id] of ended.slice(0, Math.max(0, ended.length - keptEnded))) runs.delete(id);
};

import type { evaluate } from '../app/evaluate';
import type { EvaluateHooks, EvaluateRequest as Planned } from '../app/evaluation/request';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import type { LeftRun, leftRuns } from '../io/store/unfinishedRuns';
import type { HostApi } from '../protocol/app';
import type { EvaluateRequest, RunSettings } from '../protocol/evaluate';
import type { EvaluationRun, EvaluationRunsApi, UnfinishedRun } from '../protocol/evaluationRuns';
import type { Remote } from '../protocol/rpc';
import { imageQuestions } from './imageHooks';
import { type evaluationPorts, plannedWish, wishOf } from './plannedEvaluation';
import { SteeredRun } from './steeredRun';

export interface RunPorts {
  readonly files: FilePort;
  readonly evaluate: typeof evaluate;
  readonly leftRuns: typeof leftRuns;
  readonly portsOf: typeof evaluationPorts;
  readonly host: () => Remote<HostApi>;
}

/** Runs that ended and are still told of. */
const keptEnded = 20;

/** Evaluations that go on while the person does other things: started once, steered by their names. */
export const evaluationRuns = (ports: RunPorts): EvaluationRunsApi => {
  const runs = new Map<string, SteeredRun>();
  let next = 1;
  const named = (id: string): SteeredRun => {
    const run = runs.get(id);
    if (!run) throw new InputFault('This run has ended.');
    return run;
  };
  const begin = async (q: Means, title: string, request: Planned): Promise<EvaluationRun> => {
    const { runId, repeats, items, wish } = request;
    const about = { title, studyFolder: q.studyFolder, datasetPath: wish?.datasetPath ?? '', repeats };
    const report = (state: EvaluationRun) => void ports.host().runChanged(state);
    const engine = await ports.portsOf(q);
    const run = new SteeredRun({ id: `run-${next++}`, runId, about, total: items.length * repeats }, report);
    runs.set(run.id, run);
    forgetOldest(runs);
    void ports
      .evaluate(engine, request, hooksOf(run, ports.host, q.settings), run.stop.signal)
      .then(({ fault }) => run.close({ fault: fault?.message ?? null }))
      .catch((error: unknown) => run.close({ error }));
    return run.state();
  };
  const plan = (wish: ReturnType<typeof wishOf>, q: Means) => {
    const say = (text: string) => void ports.host().log({ level: 'warn', text });
    return plannedWish(ports.files, wish, q, say, new AbortController().signal);
  };
  return {
    startRun: async (q) => begin(q, q.title, await plan(wishOf(q), q)),
    runs: async () => [...runs.values()].map((run) => run.state()),
    pauseRun: async ({ id }) => named(id).pause(),
    resumeRun: async ({ id }) => named(id).resume(),
    cancelRun: async ({ id, item }) => named(id).cancel(item),
    unfinishedRuns: async ({ studyFolder }) => (await unfinished(ports, studyFolder)).map(shownRun),
    resumeUnfinished: async (q) => {
      const left = (await unfinished(ports, q.studyFolder)).find(({ runId }) => runId === q.runId);
      if (!left) throw new InputFault(`${q.runId} has come to its end, or another process goes on with it.`);
      return begin(q, titleOf(left), { ...(await plan(left.wish, q)), resume: true });
    },
  };
};

type Means = Pick<EvaluateRequest, 'studyFolder' | 'backend' | 'settings'>;

/** What a person cancelled isn't offered again. */
const unfinished = async ({ leftRuns }: RunPorts, studyFolder: string): Promise<readonly LeftRun[]> =>
  (await leftRuns(studyFolder)).filter(({ closed }) => closed !== 'cancelled');

const titleOf = ({ runId, wish: { instanceIds, repeats } }: LeftRun): string => {
  const of = instanceIds.length === 1 ? ` on ${instanceIds[0]}` : '';
  return `${runId}${of}${repeats > 1 ? ` ×${repeats}` : ''}`;
};

const shownRun = (left: LeftRun): UnfinishedRun => ({
  runId: left.runId,
  title: titleOf(left),
  datasetPath: left.wish.datasetPath,
  total: left.total,
  done: left.done,
  at: left.at,
});

const hooksOf = (run: SteeredRun, host: RunPorts['host'], settings: RunSettings): EvaluateHooks => {
  const own = run.hooks();
  const log = (text: string) => void host().log({ level: 'info', text });
  return {
    ...own,
    progress: (item, text) => log(item === null ? text : `${item.instanceId} ${item.model}: ${text}`),
    ...imageQuestions(host, settings),
    evaluated: (item) => {
      own.evaluated(item);
      log(`${item.instanceId} ${item.model}: ${item.reason} (${item.seconds.toFixed(1)} s)`);
    },
  };
};

const forgetOldest = (runs: Map<string, SteeredRun>): void => {
  const ended = [...runs.values()].filter((run) => run.state().end !== null);
  for (const run of ended.slice(0, Math.max(0, ended.length - keptEnded))) runs.delete(run.id);
};

import type { evaluate } from '../app/evaluate';
import type { EvaluateHooks } from '../app/evaluation/request';
import { InputFault } from '../core/shared/problem';
import type { HostApi } from '../protocol/app';
import type { EvaluationRun, EvaluationRunsApi, StartRun } from '../protocol/evaluationRuns';
import type { Remote } from '../protocol/rpc';
import { evaluationPorts, type PlanPorts, plannedEvaluation } from './plannedEvaluation';
import { SteeredRun } from './steeredRun';

export interface RunPorts extends PlanPorts {
  readonly evaluate: typeof evaluate;
  readonly host: () => Remote<HostApi>;
}

/** Runs that ended and are still told of. */
const keptEnded = 20;

/** Evaluations that go on while the person does other things: started once, steered by their names. */
export const evaluationRuns = (ports: RunPorts): EvaluationRunsApi => {
  const runs = new Map<string, SteeredRun>();
  let next = 1;
  const begin = async (q: StartRun): Promise<EvaluationRun> => {
    const { title, studyFolder, datasetPath, repeats, runId } = q;
    const request = await plannedEvaluation(ports, q, new AbortController().signal);
    const engine = await evaluationPorts(q);
    const about = { title, studyFolder, datasetPath, repeats };
    const total = request.items.length * Math.max(1, repeats);
    const run = new SteeredRun(`run-${next++}`, runId, about, total, (state) => void ports.host().runChanged(state));
    runs.set(run.id, run);
    forgetOldest(runs);
    void ports
      .evaluate(engine, request, hooksOf(run, ports.host), run.stop.signal)
      .then(({ fault }) => run.close({ fault: fault?.message ?? null }))
      .catch((error: unknown) => run.close({ error }));
    return run.state();
  };
  const named = (id: string): SteeredRun => {
    const run = runs.get(id);
    if (!run) throw new InputFault('This run has ended.');
    return run;
  };
  return {
    startRun: begin,
    runs: async () => [...runs.values()].map((run) => run.state()),
    pauseRun: async ({ id }) => named(id).pause(),
    resumeRun: async ({ id }) => named(id).resume(),
    cancelRun: async ({ id, item }) => named(id).cancel(item),
    unfinishedRuns: async () => [],
    resumeUnfinished: async ({ runId }) => {
      throw new InputFault(`Nothing is known of how ${runId} was started.`);
    },
  };
};

const hooksOf = (run: SteeredRun, host: RunPorts['host']): EvaluateHooks => {
  const own = run.hooks();
  const log = (text: string) => void host().log({ level: 'info', text });
  return {
    ...own,
    progress: (item, text) => log(item === null ? text : `${item.instanceId} ${item.model}: ${text}`),
    confirmPull: (image, namespace) => host().confirmPull({ image, namespace }),
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

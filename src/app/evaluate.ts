import type { OwnedRun, RunEvent } from '../core/evaluation/record';
import { capacityOf, widthFor } from '../core/run/schedule/capacity';
import { EnvironmentFault } from '../core/shared/problem';
import type { EvaluationContext } from './evaluation/context';
import { sweep } from './evaluation/foundJobs';
import { ImageDesk } from './evaluation/imageDesk';
import { recover } from './evaluation/recovery';
import type { EvaluateHooks, EvaluatePorts, EvaluateRequest, EvaluateResult } from './evaluation/request';
import { ScheduledRun } from './evaluation/scheduledRun';
import { writeSummaries } from './evaluation/summaries';
import { runIdsOf, type Task, tasksOf } from './evaluation/task';

type Owned = ReadonlyMap<string, OwnedRun>;

const releaseAll = async (owned: Owned): Promise<void> => {
  for (const run of owned.values()) await run.release();
};

/** Takes all runs or none, in one order for everybody, so that two processes never hold half of them each. */
const ownAll = async ({ store }: EvaluatePorts, runIds: readonly string[]): Promise<Owned> => {
  const owned = new Map<string, OwnedRun>();
  try {
    for (const runId of [...runIds].sort()) owned.set(runId, await store.own(runId));
    return owned;
  } catch (error) {
    await releaseAll(owned);
    throw error;
  }
};

const noteAll = async (owned: Owned, event: RunEvent): Promise<void> => {
  await Promise.all([...owned.values()].map((run) => run.journal(event)));
};

const sayWidth = ({ engine, request, hooks }: EvaluationContext): void => {
  const machine = { cpus: engine.cpus ?? null, memoryBytes: engine.memoryBytes ?? null };
  if (request.workers === null) return;
  const width = widthFor(capacityOf(machine, request.workers), request.limits, request.workers);
  if (width < request.workers)
    hooks.progress(null, `Not ${request.workers} but ${width} at a time: the engine's memory holds no more.`);
};

/** The journal of an item's own run. */
const runOfKey =
  (owned: Owned) =>
  ({ runId }: { readonly runId: string }): OwnedRun => {
    const run = owned.get(runId) ?? [...owned.values()][0];
    if (run === undefined) throw new EnvironmentFault('disk', `The run ${runId} is not held.`);
    return run;
  };

const openedEvent = ({ ports, request }: EvaluationContext, tasks: readonly Task[], kept: number): RunEvent => ({
  kind: 'opened',
  at: ports.clock.now(),
  wish: request.wish ?? null,
  runs: runIdsOf(request),
  total: tasks.length,
  kept,
  resumed: request.resume ?? false,
});

/** Runs what earlier processes left open, and all that is new. */
const evaluateOwned = async (context: EvaluationContext, owned: Owned): Promise<EvaluateResult> => {
  const { ports, request, hooks, signal } = context;
  const tasks = tasksOf(request);
  sayWidth(context);
  const recovered = await recover(context, tasks);
  const times = await ports.store.earlierTimes([...new Set(tasks.map(({ instanceId }) => instanceId))]);
  await noteAll(owned, openedEvent(context, tasks, recovered.kept.size));
  const run = new ScheduledRun(context, recovered, times);
  hooks.started?.(run);
  let reason: Extract<RunEvent, { kind: 'closed' }>['reason'] = 'fault';
  try {
    await run.run();
    reason = signal.aborted ? 'cancelled' : run.fault === null ? 'done' : 'fault';
  } finally {
    if (reason !== 'fault') await sweep(context, runIdsOf(request));
    const closed = noteAll(owned, { kind: 'closed', at: ports.clock.now(), reason });
    await (reason === 'done' ? closed : closed.catch(() => undefined));
  }
  signal.throwIfAborted();
  const items = run.itemsOf(tasks);
  const summaries = request.summary ? await writeSummaries(ports, request, items) : [];
  return { items: [...items.values()], summaries, fault: run.fault };
};

/**
 * Evaluates patches: each in a fresh sandbox, graded by one rule set, written in the SWE-bench layout as it ends.
 * What the folder holds already (same instance, patch, repeat and rules) is kept and not run again; jobs that a process
 * left which was killed are waited for and collected. An engine that goes away is waited for; where it stays away the
 * run ends: what was done is kept, the rest is "no verdict: infrastructure", and `fault` says why.
 * Throws EnvironmentFault where no engine answers at all, and the signal's reason where it was cancelled.
 */
export const evaluate = async (
  ports: EvaluatePorts,
  request: EvaluateRequest,
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<EvaluateResult> => {
  const engine = await ports.engine.ping(signal);
  // What is left of runs that nobody resumed in time; that it can't be removed stops nothing.
  await ports.engine.clean({ dryRun: false, sparesResumable: true }).catch(() => undefined);
  const owned = await ownAll(ports, runIdsOf(request));
  try {
    const images = new ImageDesk(ports.engine, (text) => hooks.progress(null, text), signal);
    return await evaluateOwned({ ports, request, hooks, engine, images, runOf: runOfKey(owned), signal }, owned);
  } finally {
    await releaseAll(owned);
  }
};

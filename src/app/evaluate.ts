import PQueue from 'p-queue';
import type { EvaluationKey } from '../core/evaluation/record';
import { EnvironmentFault } from '../core/shared/problem';
import type { EvaluationContext } from './evaluation/context';
import { evaluateOne, recordEmpty } from './evaluation/evaluateOne';
import {
  type EvaluatedItem,
  type EvaluateHooks,
  type EvaluatePorts,
  type EvaluateRequest,
  type EvaluateResult,
  type EvaluationItem,
  rulesOfItem,
} from './evaluation/request';
import { runSummary } from './evaluation/summary';

/** How often an item is tried again whose engine failed and answers again. */
const retries = 2;

interface Task {
  readonly key: EvaluationKey;
  readonly item: EvaluationItem;
}

const tasksOf = ({ items, repeats, runId }: EvaluateRequest): Task[] =>
  Array.from({ length: Math.max(1, repeats) }, (_, index) => index + 1).flatMap((repeat) =>
    items.map((item) => ({ item, key: { runId, model: item.model, instanceId: item.instance.id, repeat } })),
  );

/** The earlier evaluation of the same patch by the same rules; an infrastructure failure is none. */
const doneBefore = async (
  { ports, request }: EvaluationContext,
  { key, item }: Task,
): Promise<EvaluatedItem | null> => {
  if (request.again === true) return null;
  const found = await ports.store.readRecord(key);
  if (found === null || found.record.rules !== rulesOfItem(request, item)) return null;
  if (found.record.patchSha256 !== (item.patch === null ? null : ports.sha256(item.patch))) return null;
  if (found.record.subject !== item.subject) return null;
  const { outcome, reason, seconds, rules } = found.record;
  if (outcome.kind === 'none' && outcome.reason === 'infrastructure') return null;
  const { instanceId, model, repeat } = key;
  const folder = ports.store.folderOf(key);
  return { instanceId, model, repeat, rules, outcome, report: found.report, reason, folder, seconds, kept: true };
};

const infrastructure = ({ ports, request }: EvaluationContext, { key, item }: Task, detail: string): EvaluatedItem => ({
  instanceId: key.instanceId,
  model: key.model,
  repeat: key.repeat,
  rules: rulesOfItem(request, item),
  outcome: { kind: 'none', reason: 'infrastructure', detail },
  report: null,
  reason: detail,
  folder: ports.store.folderOf(key),
  seconds: 0,
  kept: false,
});

const isInfrastructure = ({ outcome }: EvaluatedItem): boolean =>
  outcome.kind === 'none' && outcome.reason === 'infrastructure';

/** Whether the engine is still there; its own words where it is not. */
const engineFault = async ({ ports, signal }: EvaluationContext): Promise<EnvironmentFault | null> => {
  try {
    await ports.engine.ping(signal);
    return null;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof EnvironmentFault) return error;
    throw error;
  }
};

/** Runs all tasks; once the engine is gone the rest is not started, and what was done stays. */
class Evaluations {
  #fault: EnvironmentFault | null = null;

  constructor(private readonly context: EvaluationContext) {}

  get fault(): EnvironmentFault | null {
    return this.#fault;
  }

  async one(task: Task): Promise<EvaluatedItem> {
    const { context } = this;
    const done = await doneBefore(context, task);
    if (done !== null) return done;
    if (task.item.subject !== 'base' && !task.item.patch) return recordEmpty(context, task.key, task.item);
    let last = infrastructure(context, task, `not started: ${this.#fault?.message ?? ''}`);
    for (let attempt = 0; attempt <= retries && this.#fault === null; attempt++) {
      context.signal.throwIfAborted();
      const tried = await this.#try(task);
      last = tried.item;
      if (!tried.again) break;
      this.#fault ??= await engineFault(context);
    }
    return last;
  }

  async #try(task: Task): Promise<{ readonly item: EvaluatedItem; readonly again: boolean }> {
    try {
      const item = await evaluateOne(this.context, task.key, task.item);
      return { item, again: isInfrastructure(item) };
    } catch (error) {
      this.context.signal.throwIfAborted();
      if (!(error instanceof EnvironmentFault)) throw error;
      return { item: infrastructure(this.context, task, error.message), again: error.what === 'engine' };
    }
  }
}

const writeSummaries = async ({ store }: EvaluatePorts, request: EvaluateRequest, items: readonly EvaluatedItem[]) => {
  const groups = new Map<string, EvaluatedItem[]>();
  for (const item of items) {
    const key = JSON.stringify([item.model, item.repeat]);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const paths: string[] = [];
  for (const group of groups.values()) {
    const [first] = group;
    if (first === undefined) continue;
    const runId = first.repeat === 1 ? request.runId : `${request.runId}.r${first.repeat}`;
    const submitted = group.filter((item) => !isInfrastructure(item));
    paths.push(await store.writeSummary(first.model, runId, runSummary(submitted, request.asked)));
  }
  return paths;
};

/** What processes that died left in the engine goes first; that it can't be removed stops nothing. */
const reapQuietly = async ({ engine }: EvaluatePorts): Promise<void> => {
  await engine.clean({ dryRun: false }).catch(() => undefined);
};

/**
 * Evaluates patches: each in a fresh sandbox, graded by one rule set, written in the SWE-bench layout as it ends.
 * What the folder holds already (same instance, patch, repeat and rules) is kept and not run again. An engine that
 * goes away ends the run: what was done is kept, the rest is "no verdict: infrastructure", and `fault` says why.
 * Throws EnvironmentFault where no engine answers at all, and the signal's reason where it was cancelled.
 */
export const evaluate = async (
  ports: EvaluatePorts,
  request: EvaluateRequest,
  hooks: EvaluateHooks,
  signal: AbortSignal,
): Promise<EvaluateResult> => {
  const engine = await ports.engine.ping(signal);
  await reapQuietly(ports);
  const run = await ports.store.own(request.runId);
  const queue = new PQueue({ concurrency: Math.max(1, request.workers ?? 2) });
  const evaluations = new Evaluations({ ports, request, hooks, engine, run, signal });
  const failing = new AbortController();
  try {
    const items = await Promise.all(
      tasksOf(request).map((task) =>
        queue.add(
          async () => {
            const item = await evaluations.one(task);
            hooks.evaluated(item);
            return item;
          },
          { signal: failing.signal },
        ),
      ),
    );
    return {
      items,
      summaries: request.summary ? await writeSummaries(ports, request, items) : [],
      fault: evaluations.fault,
    };
  } finally {
    failing.abort();
    await queue.onIdle();
    await run.release();
  }
};

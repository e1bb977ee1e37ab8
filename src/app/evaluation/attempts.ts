import { EnvironmentFault } from '../../core/shared/problem';
import type { EvaluationContext } from './context';
import type { EngineWatch } from './engineWatch';
import { dropJob, evaluateOne, note, recordEmpty } from './evaluateOne';
import { findAgain } from './foundJobs';
import { type EvaluatedItem, rulesOfItem } from './request';
import type { Task } from './task';

/** How often an item is tried again whose machinery failed, where nobody says. */
const usualRetries = 2;

/** What comes next for a task that was tried. `stop`: the engine or the disk is given up for the whole run. */
export type Verdict =
  | { readonly kind: 'done'; readonly item: EvaluatedItem }
  | { readonly kind: 'again' }
  | { readonly kind: 'stop'; readonly item: EvaluatedItem; readonly fault: EnvironmentFault };

/** An item that the machinery kept from its evaluation; it is not written down. */
export const notEvaluated = ({ ports, request }: EvaluationContext, task: Task, detail: string): EvaluatedItem => ({
  instanceId: task.key.instanceId,
  model: task.key.model,
  repeat: task.key.repeat,
  rules: rulesOfItem(request, task.item),
  outcome: { kind: 'none', reason: 'infrastructure', detail },
  report: null,
  reason: detail,
  folder: ports.store.folderOf(task.key),
  seconds: 0,
  kept: false,
});

type Failure = { readonly kind: 'failed'; readonly detail: string; readonly fault: EnvironmentFault | null };

const attempt = async (context: EvaluationContext, task: Task, last: boolean) => {
  try {
    const tried = await evaluateOne(context, task, last);
    return tried.kind === 'done' ? tried : { ...tried, fault: null };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof EnvironmentFault)) throw error;
    const failure: Failure = { kind: 'failed', detail: error.message, fault: error };
    return failure;
  }
};

/** What is missing won't be there the next time: only the engine itself is tried again. */
const isWorthAnother = ({ fault }: Failure): boolean => fault === null || fault.what === 'engine';

/**
 * Tries a task once and says what comes next. A failure of the machinery is looked into first: an engine that is away
 * is waited for, and a job that lived through it is taken up again; one that failed under an answering engine goes.
 */
export const tryTask = async (context: EvaluationContext, watch: EngineWatch, task: Task): Promise<Verdict> => {
  if (task.item.subject !== 'base' && !task.item.patch) return { kind: 'done', item: await recordEmpty(context, task) };
  const retries = context.request.retryInfrastructure ?? usualRetries;
  const tried = await attempt(context, task, task.failures >= retries);
  if (tried.kind === 'done') return tried;
  const item = notEvaluated(context, task, tried.detail);
  if (tried.fault?.what === 'disk') return { kind: 'stop', item, fault: tried.fault };
  if (!isWorthAnother(tried)) {
    await dropJob(context, task);
    return { kind: 'done', item };
  }
  const look = await watch.look();
  if (look.kind === 'gone') return { kind: 'stop', item, fault: look.fault };
  task.failures += 1;
  if (task.failures > retries) {
    await dropJob(context, task);
    return { kind: 'done', item };
  }
  await note(context, task, 'failed', { detail: tried.detail });
  if (look.kind === 'answers') await dropJob(context, task);
  task.left = null;
  task.found = await findAgain(context, task);
  return { kind: 'again' };
};

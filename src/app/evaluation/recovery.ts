import { gradedText } from '../../core/evaluation/gradedText';
import { type RunState, runStateOf } from '../../core/evaluation/journal/runState';
import type { EvaluationRecord, ItemEvent, OwnedRun } from '../../core/evaluation/record';
import type { InstanceReport } from '../../core/evaluation/report';
import { itemName } from '../../core/run/schedule/runBoard';
import type { EvaluationContext } from './context';
import { findJobs, folderMark, removeFound } from './foundJobs';
import { type EvaluatedItem, rulesOfItem } from './request';
import { runIdsOf, type Task } from './task';
import { lacksTimes } from './timedItem';
import { measuresOf } from './writtenResult';

/** How many records are read at a time. */
const batch = 32;

interface Written {
  readonly record: EvaluationRecord;
  readonly report: InstanceReport | null;
}

const patchOf = ({ ports }: EvaluationContext, { item }: Task): string | null =>
  item.patch === null ? null : ports.sha256(item.patch);

/** A row that was changed since asks for other tests; records of earlier versions don't say theirs. */
const isOfRow = ({ ports }: EvaluationContext, { item }: Task, { rowSha256 }: EvaluationRecord): boolean =>
  rowSha256 === undefined || rowSha256 === ports.sha256(gradedText(item.instance));

/** What ran out of time says nothing of a run that gives it more. */
const hadLessTime = ({ request }: EvaluationContext, { outcome, timeoutSeconds }: EvaluationRecord): boolean =>
  outcome.kind === 'none' && outcome.reason === 'time-out' && timeoutSeconds < Math.ceil(request.timeoutMs / 1000);

/** Whether the record is of the same patch and row by the same rules; an infrastructure failure is none. */
const answers = (context: EvaluationContext, task: Task, { record }: Written): boolean =>
  record.rules === rulesOfItem(context.request, task.item) &&
  record.patchSha256 === patchOf(context, task) &&
  record.subject === task.item.subject &&
  isOfRow(context, task, record) &&
  !lacksTimes(context.request, task.item, record) &&
  !hadLessTime(context, record) &&
  !(record.outcome.kind === 'none' && record.outcome.reason === 'infrastructure');

/** Whether what is there stays, though somebody asked for it again: what this run did before it was interrupted does. */
const stays = ({ request }: EvaluationContext, { record }: Written, result: ItemEvent | undefined): boolean => {
  if (request.again === false || (request.again === 'no-verdict' && record.outcome.kind !== 'none')) return true;
  return request.resume === true && result?.at === record.at;
};

const keptItem = (context: EvaluationContext, { key }: Task, { record, report }: Written): EvaluatedItem => {
  const { outcome, reason, seconds, rules } = record;
  const { instanceId, model, repeat } = key;
  const folder = context.ports.store.folderOf(key);
  return {
    instanceId,
    model,
    repeat,
    rules,
    outcome,
    report,
    reason,
    folder,
    seconds,
    ...measuresOf(record),
    kept: true,
  };
};

/** A result that was written while its line in the journal was not: the process was killed in between. */
const unsaidResult = (task: Task, { record }: Written, open: ItemEvent | undefined): ItemEvent | null => {
  if (open === undefined || Date.parse(record.at) < Date.parse(open.at)) return null;
  if (open.patchSha256 !== record.patchSha256 || open.rules !== record.rules) return null;
  const { instanceId, model, repeat } = task.key;
  const { at, patchSha256, rules, outcome } = record;
  return { kind: 'result', instanceId, model, repeat, at, patchSha256, rules, outcome };
};

/** What an earlier process left of each task, looked up under the run's lock. */
class Recovery {
  readonly #states = new Map<OwnedRun, RunState>();

  constructor(private readonly context: EvaluationContext) {}

  /** The kept item where nothing is left to do. Writes what the journal lacks. */
  async look(task: Task): Promise<EvaluatedItem | null> {
    const { context } = this;
    const written = await context.ports.store.readRecord(task.key);
    if (written === null || !answers(context, task, written)) return null;
    const run = context.runOf(task.key);
    const { open, results } = this.#stateOf(run);
    const unsaid = unsaidResult(task, written, open.get(itemName(task.key)));
    if (unsaid !== null) await run.journal(unsaid);
    const result = unsaid ?? results.get(itemName(task.key));
    return stays(context, written, result) ? keptItem(context, task, written) : null;
  }

  #stateOf(run: OwnedRun): RunState {
    const state = this.#states.get(run) ?? runStateOf(run.earlier);
    this.#states.set(run, state);
    return state;
  }
}

/** What is to be done, and what is there already. */
export interface Recovered {
  readonly kept: ReadonlyMap<Task, EvaluatedItem>;
  readonly open: readonly Task[];
}

const lookAtAll = async (context: EvaluationContext, tasks: readonly Task[]): Promise<Map<Task, EvaluatedItem>> => {
  const recovery = new Recovery(context);
  const kept = new Map<Task, EvaluatedItem>();
  for (let at = 0; at < tasks.length; at += batch) {
    context.signal.throwIfAborted();
    const some = tasks.slice(at, at + batch);
    const items = await Promise.all(some.map((task) => recovery.look(task)));
    some.forEach((task, index) => {
      const item = items[index];
      if (item) kept.set(task, item);
    });
  }
  return kept;
};

/**
 * Joins what is asked for with what earlier processes left: records stay, and their jobs go; jobs that the engine still
 * has of what is open are laid beside their tasks to be taken over.
 */
export const recover = async (context: EvaluationContext, tasks: readonly Task[]): Promise<Recovered> => {
  const kept = await lookAtAll(context, tasks);
  const found = await findJobs(context, runIdsOf(context.request));
  for (const task of tasks) {
    const jobs = found.get(folderMark(context, task.key)) ?? [];
    if (kept.has(task)) await removeFound(context, task.key, jobs);
    else task.found = jobs;
  }
  return { kept, open: tasks.filter((task) => !kept.has(task)) };
};

import type { Outcome } from '../../evaluation/outcome';
import { outcomeClass } from '../../evaluation/outcomeWords';
import type { Rubric } from './rubric';

/** What is known of an item; null where it isn't. Outcomes as in study files: `resolved`, `no_verdict`, ... */
export interface RatedItem {
  readonly unit: Rubric['unit'];
  readonly taskTypes: readonly string[] | null;
  readonly outcome: string | null;
  /** The queue it came from, as in study files (`passes_but_wrong`); absent where it came from none. */
  readonly queue?: string | null;
}

/** Task types of the taxonomy have two letters; what a dataset calls otherwise is unknown, and refuses nothing. */
const isCode = (label: string): boolean => /^[A-Z]{2}$/.test(label);

const unitWords = { prediction: 'a prediction', instance: 'an instance', trajectory: 'a trajectory' } as const;

/** An outcome in the words of `appliesTo`; null where it is a score, of which they say nothing. */
export const outcomeName = (outcome: Outcome | null): string | null => {
  const kind = outcomeClass(outcome);
  if (kind === 'scored') return null;
  return { resolved: kind, unresolved: kind, none: 'no_verdict', 'not-evaluated': 'not_evaluated' }[kind];
};

/**
 * Why a rubric is the wrong form for an item, in one sentence; null where it may be used. What is unknown of the item
 * speaks for nothing.
 */
export const refusalOf = (rubric: Rubric, item: RatedItem): string | null => {
  const { taskTypes, outcomes, queues } = rubric.appliesTo;
  if (rubric.unit !== item.unit)
    return `${rubric.id} rates ${unitWords[rubric.unit]}, this is ${unitWords[item.unit]}.`;
  const types = (item.taskTypes ?? []).filter(isCode);
  if (taskTypes && types.length > 0 && !types.some((type) => taskTypes.includes(type)))
    return `${rubric.id} rates ${taskTypes.join(', ')}; this item is ${types.join(', ')}.`;
  const isQueued = item.queue != null && (queues ?? []).includes(item.queue);
  if (outcomes && item.outcome !== null && !outcomes.includes(item.outcome) && !isQueued)
    return `${rubric.id} rates items that are ${outcomes.join(', ')}; this one is ${item.outcome}.`;
  return null;
};

/** The refusal with what is the right form, where one is known: `patch-review rates ...; this item is TG. test-quality rates it.` */
export const refusalWith = (refusal: string, fitting: readonly Pick<Rubric, 'id'>[]): string =>
  fitting.length === 0
    ? `${refusal} No rubric here does.`
    : `${refusal} ${fitting.map(({ id }) => id).join(', ')} ${fitting.length === 1 ? 'rates' : 'rate'} it.`;

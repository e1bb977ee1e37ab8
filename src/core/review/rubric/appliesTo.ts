import type { Rubric } from './rubric';

/** What is known of an item; null where it isn't. Outcomes as in study files: `resolved`, `no_verdict`, ... */
export interface RatedItem {
  readonly unit: Rubric['unit'];
  readonly taskTypes: readonly string[] | null;
  readonly outcome: string | null;
}

/** Task types of the taxonomy have two letters; what a dataset calls otherwise is unknown, and refuses nothing. */
const isCode = (label: string): boolean => /^[A-Z]{2}$/.test(label);

/**
 * Why a rubric is the wrong form for an item, in one sentence; null where it may be used. What is unknown of the item
 * speaks for nothing.
 */
export const refusalOf = (rubric: Rubric, item: RatedItem): string | null => {
  const { taskTypes, outcomes } = rubric.appliesTo;
  if (rubric.unit !== item.unit) return `${rubric.id} rates a ${rubric.unit}, this is a ${item.unit}.`;
  const types = (item.taskTypes ?? []).filter(isCode);
  if (taskTypes && types.length > 0 && !types.some((type) => taskTypes.includes(type)))
    return `${rubric.id} rates ${taskTypes.join(', ')}; this item is ${types.join(', ')}. Choose another rubric.`;
  if (outcomes && item.outcome !== null && !outcomes.includes(item.outcome))
    return `${rubric.id} rates items that are ${outcomes.join(', ')}; this one is ${item.outcome}.`;
  return null;
};

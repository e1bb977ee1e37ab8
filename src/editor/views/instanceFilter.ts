import type { Outcome } from '../../core/evaluation/outcome';
import { type OutcomeClass, outcomeClass } from '../../core/evaluation/outcomeWords';
import type { InstanceSummary } from '../../core/study/catalogue';

/** What the Instances view shows. Empty text and no outcomes show all. */
export interface InstanceFilter {
  readonly text: string;
  readonly outcomes: readonly OutcomeClass[];
  /** Row whose outcome stands at the instance; null: the last run of the study. */
  readonly runKey: string | null;
}

export const noFilter: InstanceFilter = { text: '', outcomes: [], runKey: null };

export const isFiltered = (filter: InstanceFilter): boolean =>
  filter.text !== '' || filter.outcomes.length > 0 || filter.runKey !== null;

/** Whether an instance passes: each word of the text somewhere in id, repository or title, and one of the outcomes. */
export const passes = (filter: InstanceFilter, instance: InstanceSummary, outcome: Outcome | null): boolean => {
  const haystack = `${instance.id} ${instance.repo ?? ''} ${instance.title ?? ''}`.toLowerCase();
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => haystack.includes(word))) return false;
  return filter.outcomes.length === 0 || filter.outcomes.includes(outcomeClass(outcome));
};

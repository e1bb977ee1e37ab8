import type { EvaluatedItem } from '../../app/evaluation/request';
import { outcomeWords } from '../../core/evaluation/outcomeWords';
import { printable } from '../printable';

/** Whether an instance tells right from wrong: unresolved without a patch, resolved with gold. */
export interface DatasetCheck {
  readonly instance: string;
  /** In words; null where it was not evaluated. */
  readonly base: string | null;
  readonly gold: string | null;
  readonly sound: boolean;
}

const wordsOf = (item: EvaluatedItem | undefined): string | null =>
  item === undefined ? null : outcomeWords(item.outcome);

/** Joins the first runs of base and gold by instance, in the order of the base run. */
export const datasetChecks = (base: readonly EvaluatedItem[], gold: readonly EvaluatedItem[]): DatasetCheck[] => {
  const ids = new Set([...base, ...gold].map(({ instanceId }) => instanceId));
  const all = (items: readonly EvaluatedItem[], id: string) => items.filter(({ instanceId }) => instanceId === id);
  return [...ids].map((instance) => {
    const before = all(base, instance);
    const after = all(gold, instance);
    return {
      instance,
      base: wordsOf(before[0]),
      gold: wordsOf(after[0]),
      sound:
        before.length > 0 &&
        after.length > 0 &&
        before.every(({ outcome }) => outcome.kind === 'unresolved') &&
        after.every(({ outcome }) => outcome.kind === 'resolved'),
    };
  });
};

export const checkLine = ({ instance, base, gold, sound }: DatasetCheck): string =>
  `${sound ? '✓' : '✗'} ${printable(instance)}  base ${base ?? 'not evaluated'}  gold ${gold ?? 'not evaluated'}\n`;

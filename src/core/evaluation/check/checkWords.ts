import { counted } from '../../shared/counted';
import { outcomeWords } from '../outcomeWords';
import type { CheckedSide, DatasetCheck } from './datasetCheck';
import { defectTitle } from './defect';

/** `sound`, `2 defects`. */
export const checkWords = ({ defects }: Pick<DatasetCheck, 'defects'>): string =>
  defects.length === 0 ? 'sound' : counted(defects.length, 'defect');

/** `gold fails, needs network`; '' where there is none. */
export const defectTitles = ({ defects }: Pick<DatasetCheck, 'defects'>): string =>
  defects.map(({ kind }) => defectTitle(kind)).join(', ');

/** `resolved`, `resolved 2 of 3, unresolved 1 of 3`, `not run`. */
export const sideWords = ({ outcomes }: Pick<CheckedSide, 'outcomes'>): string => {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcomeWords(outcome), (counts.get(outcomeWords(outcome)) ?? 0) + 1);
  if (counts.size === 0) return 'not run';
  return [...counts]
    .map(([words, n]) => (counts.size === 1 ? words : `${words} ${n} of ${outcomes.length}`))
    .join(', ');
};

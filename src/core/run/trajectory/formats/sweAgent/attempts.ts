import { listAt } from '../../fields';
import type { RawRecord } from '../../trajectoryFormat';

/** The steps of one element of `attempts`, each by its place below it; the element itself where it holds none. */
export const attemptRecords = (attempt: RawRecord): readonly RawRecord[] => {
  if (attempt.broken !== null) return [attempt];
  return listAt(attempt.value, 'trajectory').map((value, i) => ({
    ref: { ...attempt.ref, at: [...attempt.ref.at, 'trajectory', i] },
    place: attempt.place,
    value,
    broken: null,
  }));
};

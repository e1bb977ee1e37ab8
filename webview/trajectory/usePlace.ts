import { useRef, useState } from 'preact/hooks';
import { everyStep, type StepFilter } from '../../src/core/run/trajectory/list/stepFilter';

/** What is kept over a reload: the step, whether its raw bytes are shown, which side has the keyboard, the filter. */
export interface Place {
  readonly idx: number;
  readonly raw: boolean;
  readonly inStep: boolean;
  readonly filter: StepFilter;
}

export const firstPlace: Place = { idx: 1, raw: false, inStep: false, filter: everyStep };

/** The place with what changes it, clamped to the steps that there are. */
export const usePlace = (first: Place, steps: number, keep: (place: Place) => void) => {
  const [place, setPlace] = useState(first);
  const latest = useRef(place);
  const change = (part: Partial<Place>) => {
    latest.current = { ...latest.current, ...part };
    setPlace(latest.current);
    keep(latest.current);
  };
  const within = (one: Place): Place => ({ ...one, idx: Math.min(Math.max(1, one.idx), steps) });
  return { place: within(place), now: () => within(latest.current), change };
};

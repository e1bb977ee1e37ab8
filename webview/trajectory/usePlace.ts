import { useRef, useState } from 'preact/hooks';
import { everyStep, type StepFilter } from '../../src/core/run/trajectory/list/stepFilter';

/** The step as it was read, what its model was given, or its bytes. */
export type Tab = 'step' | 'input' | 'raw';

/** What is kept over a reload: the step, what of it is shown and how far down, which side has the keyboard, the filter. */
export interface Place {
  readonly idx: number;
  readonly tab: Tab;
  /** Pixels above what is seen of the step. */
  readonly scroll: number;
  readonly inStep: boolean;
  readonly filter: StepFilter;
}

export const firstPlace: Place = { idx: 1, tab: 'step', scroll: 0, inStep: false, filter: everyStep };

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

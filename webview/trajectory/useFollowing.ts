import { useEffect, useRef, useState } from 'preact/hooks';
import type { TrajectoryShape } from '../../src/protocol/trajectory';
import type { Place } from './usePlace';

export interface Following {
  /** The file has grown since it was opened, or is still being read. */
  readonly isLive: boolean;
  /** The last step is chosen whenever one comes. */
  readonly isOn: boolean;
  readonly toggle: () => void;
  /** Somebody goes to a step. */
  readonly release: () => void;
  /** Somebody scrolls back: it does not start again by itself. */
  readonly leave: () => void;
}

/**
 * Stays at the end of a file that grows: by itself where its last step was chosen when it grew, or by wish. Going to
 * another step, or scrolling up, ends it.
 */
export const useFollowing = (
  { steps, state, version }: TrajectoryShape,
  now: () => Place,
  toLast: (idx: number) => void,
) => {
  const [isOn, setOn] = useState(false);
  const [grown, setGrown] = useState(false);
  const away = useRef(false);
  const before = useRef({ version, steps, state });
  useEffect(() => {
    const last = before.current;
    before.current = { version, steps, state };
    if (steps <= last.steps || last.state === 'indexing') {
      if (isOn) toLast(steps);
      return;
    }
    setGrown(true);
    const wasLast = now().idx >= last.steps && !away.current;
    if (wasLast && !isOn) setOn(true);
    if (wasLast || isOn) toLast(steps);
  }, [steps, version]);
  return {
    isLive: grown || state === 'indexing',
    isOn,
    toggle: () => {
      away.current = isOn;
      setOn(!isOn);
      if (!isOn) toLast(steps);
    },
    release: () => {
      away.current = false;
      setOn(false);
    },
    leave: () => {
      away.current = true;
      setOn(false);
    },
  } satisfies Following;
};

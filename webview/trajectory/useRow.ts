import { useEffect, useRef, useState } from 'preact/hooks';
import { everyStep, type StepFilter } from '../../src/core/run/trajectory/list/stepFilter';
import type { Remote } from '../../src/protocol/rpc';
import type { ListPlace } from '../../src/protocol/trajectoryList';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { StepList } from './useList';
import type { Place } from './usePlace';

interface Asked {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly list: StepList;
  readonly place: Place;
  readonly now: () => Place;
  readonly change: (part: Partial<Place>) => void;
  readonly stale: () => void;
}

/**
 * The row of the chosen step under the filter. A filter that is chosen moves to the nearest step that it shows; a step
 * that is chosen and hidden by the filter ends the filter.
 */
export const useRow = ({ host, at, list, place, now, change, stale }: Asked) => {
  const [known, setKnown] = useState<ListPlace>({ idx: 0, row: -1 });
  const byFilter = useRef(true);
  const { idx, filter } = place;
  const rows = list.shape?.rows ?? 0;
  const found = (answer: ListPlace) => {
    const isHidden = answer.idx !== idx && answer.idx > 0;
    if (!isHidden || byFilter.current) setKnown(answer);
    if (isHidden && byFilter.current) change({ idx: answer.idx });
    else if (isHidden || (answer.idx === 0 && !byFilter.current)) change({ filter: everyStep });
    byFilter.current = false;
  };
  useEffect(() => {
    if (rows === 0 || (known.idx === idx && list.stepAt(known.row)?.idx === idx)) return undefined;
    let isOver = false;
    void host
      .listMove({ ...at, filter, idx, move: { kind: 'near' } })
      .then((answer) => {
        if (isOver || now().idx !== idx) return;
        if (answer === null) stale();
        else found(answer);
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [at.which, at.version, filter, idx, rows]);
  return {
    row: known.idx === idx ? known.row : -1,
    /** Goes to a step whose row is known; -1 where it is not. */
    setPlace: (next: ListPlace) => {
      if (next.row >= 0) setKnown(next);
      change({ idx: next.idx });
    },
    setFilter: (next: StepFilter) => {
      byFilter.current = true;
      change({ filter: next });
    },
  };
};

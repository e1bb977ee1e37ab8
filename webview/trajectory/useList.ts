import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StepFilter } from '../../src/core/run/trajectory/list/stepFilter';
import type { Remote } from '../../src/protocol/rpc';
import type { ListedStep } from '../../src/protocol/trajectory';
import type { ListPlace, ListRow, ListShape } from '../../src/protocol/trajectoryList';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { fetchedBlocks } from '../kit/fetchedBlocks';
import type { Age } from './useAge';

const blockRows = 100;

export interface StepList {
  /** Null until it is known. */
  readonly shape: ListShape | null;
  /** A row from 0, where it is here; asks for it where it is not. */
  readonly at: (row: number) => ListRow | null;
  /** The step of a row; null where it is not here or no step. */
  readonly stepAt: (row: number) => ListedStep | null;
  /** The step beside a row, over rows of lost replies; null where that is not known here. */
  readonly beside: (row: number, way: 1 | -1) => ListPlace | null;
  /** What is in view: blocks outside are not fetched. */
  readonly seen: (first: number, end: number) => void;
}

interface Asked {
  readonly host: Remote<TrajectoryHostApi>;
  readonly at: PageAt;
  readonly filter: StepFilter;
  /** As many as are known: the list is asked for again where it has grown. */
  readonly steps: number;
  readonly age: Age;
  /** The app has lost this reading of the file. */
  readonly stale: () => void;
}

/** The shape of another reading of the file stays until the next is known: the list keeps its height, so its place. */
const useShape = ({ host, at, filter, steps, age, stale }: Asked, key: string): ListShape | null => {
  const of = JSON.stringify([at.which, filter]);
  const [known, setKnown] = useState<{ readonly of: string; readonly shape: ListShape } | null>(null);
  useEffect(() => {
    let isOver = false;
    void host
      .list({ ...at, filter })
      .then((shape) => {
        if (isOver) return;
        if (shape === null) stale();
        else setKnown({ of, shape });
      })
      .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [key, steps, age.age]);
  return known?.of === of ? known.shape : null;
};

const keepLast = <T>(kept: Map<string, T>, name: string, value: T): void => {
  kept.delete(name);
  kept.set(name, value);
  const oldest = kept.keys().next();
  if (kept.size > 4 && !oldest.done) kept.delete(oldest.value);
};

/** Rows in blocks, anew with every reading of the file and every filter. The last ones grow and change with the file. */
const useBlocks = ({ host, at, filter, age, stale }: Asked, key: string, rows: number) => {
  const [, redraw] = useState(0);
  const seen = useRef({ first: 0, end: 1 });
  const blocks = useMemo(() => {
    const fetch = async (name: string): Promise<readonly ListRow[] | null> => {
      const from = Number.parseInt(name, 10) * blockRows;
      const found = await host.listRows({ ...at, filter, from, count: blockRows });
      if (found === null) stale();
      return found?.rows ?? null;
    };
    const wanted = (name: string) => {
      const first = Number.parseInt(name, 10) * blockRows;
      return first < seen.current.end && first + blockRows > seen.current.first;
    };
    return fetchedBlocks(fetch, wanted, () => redraw((n) => n + 1), 40);
  }, [key]);
  const before = useRef(new Map<string, readonly ListRow[]>());
  const block = (number: number): readonly ListRow[] | null => {
    const [from, end] = [number * blockRows, Math.min(rows, (number + 1) * blockRows)];
    const isOpen = end === rows || end > age.settled;
    const found = blocks.get(isOpen ? `${number}/${end - from}/${age.age}` : `${number}`);
    const name = `${number} ${key}`;
    // What was here stays on screen while it is asked for again.
    if (found === null) return before.current.get(name) ?? null;
    if (isOpen) keepLast(before.current, name, found);
    return found;
  };
  return { block, seen };
};

/** The list of steps under a filter: its size and counts, and those rows that are looked at. */
export const useList = (asked: Asked): StepList => {
  const { at, filter } = asked;
  const key = JSON.stringify([at.which, at.version, filter]);
  const shape = useShape(asked, key);
  const rows = shape?.rows ?? 0;
  const { block, seen } = useBlocks(asked, key, rows);
  const rowAt = (row: number): ListRow | null =>
    row < 0 || row >= rows ? null : (block(Math.floor(row / blockRows))?.[row % blockRows] ?? null);
  return {
    shape,
    at: rowAt,
    stepAt: (row) => {
      const found = rowAt(row);
      return found?.kind === 'step' ? found.step : null;
    },
    beside: (from, way) => {
      for (let row = from + way; ; row += way) {
        const found = rowAt(row);
        if (found === null) return null;
        if (found.kind === 'step') return { idx: found.step.idx, row };
      }
    },
    seen: (first, end) => {
      seen.current = { first, end };
    },
  };
};

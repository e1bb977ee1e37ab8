import { useMemo, useRef, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { ListedStep } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import { fetchedBlocks } from '../kit/fetchedBlocks';

const blockRows = 100;

export interface StepRows {
  /** The row of a step, where it is here; asks for it where it is not. */
  readonly at: (idx: number) => ListedStep | null;
  /** What is in view, from 0: blocks outside are not fetched. */
  readonly seen: (first: number, end: number) => void;
}

/** Rows of the list in blocks, anew with every reading of the file; `stale`: the app has lost this reading. */
export const useRows = (host: Remote<TrajectoryHostApi>, at: PageAt, stale: () => void): StepRows => {
  const [, redraw] = useState(0);
  const seen = useRef({ first: 0, end: 1 });
  const blocks = useMemo(() => {
    const fetch = async (key: string): Promise<readonly ListedStep[] | null> => {
      const found = await host.rows({ ...at, from: Number(key) * blockRows + 1, count: blockRows });
      if (found === null) stale();
      return found?.rows ?? null;
    };
    const wanted = (key: string) => {
      const first = Number(key) * blockRows;
      return first < seen.current.end && first + blockRows > seen.current.first;
    };
    return fetchedBlocks(fetch, wanted, () => redraw((n) => n + 1), 40);
  }, [at.which, at.version]);
  return {
    at: (idx) => blocks.get(String(Math.floor((idx - 1) / blockRows)))?.[(idx - 1) % blockRows] ?? null,
    seen: (first, end) => {
      seen.current = { first, end };
    },
  };
};

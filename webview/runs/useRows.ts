import { useMemo, useRef, useState } from 'preact/hooks';
import type { ComparedFilter } from '../../src/core/study/runComparison';
import type { ComparedRow, ShownComparison } from '../../src/protocol/matrix';
import type { Remote } from '../../src/protocol/rpc';
import type { RunsHostApi } from '../../src/protocol/runsPage';
import { fetchedBlocks } from '../kit/fetchedBlocks';
import { blockRows, type RowBlocks } from './list';

interface SeenRows extends RowBlocks {
  /** What is in view: blocks outside are not fetched. */
  readonly seen: (first: number, end: number) => void;
}

/** Rows of the filter, made anew with every comparison. */
export const useRows = (host: Remote<RunsHostApi>, shown: ShownComparison | null, filter: ComparedFilter): SeenRows => {
  const [, redraw] = useState(0);
  const total = useRef(0);
  const seen = useRef({ first: 0, end: 1 });
  const blocks = useMemo(() => {
    total.current = 0;
    const fetch = async (key: string): Promise<readonly ComparedRow[] | null> => {
      if (!shown) return null;
      const from = Number(key) * blockRows;
      const found = await host.window({ a: shown.a.key, b: shown.b.key, filter, from, count: blockRows });
      total.current = found.total;
      return found.rows;
    };
    const wanted = (key: string) => {
      const from = Number(key) * blockRows;
      return from === 0 || (from < seen.current.end && from + blockRows > seen.current.first);
    };
    const made = fetchedBlocks(fetch, wanted, () => redraw((n) => n + 1), 40);
    made.get('0');
    return made;
  }, [shown, filter]);
  return {
    blocks,
    total: total.current,
    seen: (first, end) => {
      seen.current = { first, end };
    },
  };
};

import { useEffect, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { ReplayMark, ShownReplay } from '../../src/protocol/trajectoryReplay';

const listening = new Set<() => void>();

/** The file was replayed: who shows a replay asks for it again. */
export const replayed = (): void => {
  for (const ask of listening) ask();
};

export interface Replay {
  /** Null: none is kept, or not known yet. */
  readonly shown: ShownReplay | null;
  readonly markOf: (idx: number) => ReplayMark | null;
}

/** The replay of a trajectory, looked up once it is read as a whole and after each replay. */
export const useReplay = (
  host: Remote<TrajectoryHostApi>,
  which: number,
  isWhole: boolean,
  version: number,
): Replay => {
  const [shown, setShown] = useState<ShownReplay | null>(null);
  useEffect(() => {
    let isOver = false;
    const ask = () =>
      void host
        .replay({ which })
        .then((found) => !isOver && setShown(found))
        .catch(() => {});
    setShown(null);
    if (isWhole) ask();
    listening.add(ask);
    return () => {
      isOver = true;
      listening.delete(ask);
    };
  }, [which, version, isWhole]);
  const marks = new Map(shown?.steps.map((mark) => [mark.idx, mark]));
  return { shown, markOf: (idx) => marks.get(idx) ?? null };
};

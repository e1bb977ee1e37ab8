import { useEffect, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';

export interface Marks {
  /** Steps with a bookmark, in order. */
  readonly steps: readonly number[];
  /** Sets or removes one; the answer says which; null: it could not be done. */
  readonly toggle: (idx: number) => Promise<'set' | 'removed' | null>;
}

/** The bookmarks of a trajectory, looked up once it is read as a whole. */
export const useMarks = (host: Remote<TrajectoryHostApi>, at: PageAt, isWhole: boolean): Marks => {
  const [steps, setSteps] = useState<readonly number[]>([]);
  useEffect(() => {
    let isOver = false;
    if (isWhole)
      void host
        .marks(at)
        .then((found) => found && !isOver && setSteps(found))
        .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [at.which, at.version, isWhole]);
  const toggle = async (idx: number) => {
    const found = await host.mark({ ...at, idx });
    if (found === null) return null;
    setSteps(found);
    return found.includes(idx) ? 'set' : 'removed';
  };
  return { steps, toggle };
};

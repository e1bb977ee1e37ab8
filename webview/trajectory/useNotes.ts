import { useEffect, useRef, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';

/** The steps with notes, asked once all steps are known and whenever a note was changed; null: not known yet. */
export const useNotes = (host: Remote<TrajectoryHostApi>, at: PageAt, isWhole: boolean) => {
  const [steps, setSteps] = useState<readonly number[] | null>(null);
  const latest = useRef(0);
  const ask = () => {
    const mine = ++latest.current;
    if (isWhole)
      void host
        .notes({ which: at.which })
        .then((found) => mine === latest.current && setSteps([...new Set(found)]))
        .catch(() => null);
  };
  useEffect(() => {
    ask();
    return () => {
      latest.current++;
    };
  }, [at.which, at.version, isWhole]);
  return { steps, ask };
};

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { ShownPlace } from '../../src/protocol/trajectoryListPage';
import type { TrajectoryHostApi, TrajectoryReply } from '../../src/protocol/trajectoryPage';

const soonMs = 300;

/**
 * The latest answer wins; while the file is read again the one before stays on screen. Where more steps are coming it
 * is asked again soon.
 */
export const useShape = (host: Remote<TrajectoryHostApi>, which: number) => {
  const [reply, setReply] = useState<TrajectoryReply | null>(null);
  const asked = useRef(0);
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const ask = async () => {
    clearTimeout(later.current);
    const mine = ++asked.current;
    const answer = await host
      .shape({ which })
      .catch((error: unknown): TrajectoryReply => ({ kind: 'fault', name: '', message: String(error) }));
    if (mine !== asked.current) return;
    setReply(answer);
    if (answer.kind === 'trajectory' && answer.shape.state === 'indexing')
      later.current = setTimeout(() => void ask(), soonMs);
  };
  useEffect(() => {
    void ask();
    return () => {
      asked.current++;
      clearTimeout(later.current);
    };
  }, [which]);
  return { reply, ask: () => void ask() };
};

/** What the study knows of the trajectory, asked once its steps are known and again with each `round`. */
export const usePlaceInStudy = (
  host: Remote<TrajectoryHostApi>,
  which: number,
  isWhole: boolean,
  round: number,
): ShownPlace | null => {
  const [place, setPlace] = useState<{ readonly which: number; readonly place: ShownPlace } | null>(null);
  useEffect(() => {
    let isOver = false;
    if (isWhole)
      void host
        .place({ which })
        .then((found) => found && !isOver && setPlace({ which, place: found }))
        .catch(() => {});
    return () => {
      isOver = true;
    };
  }, [which, isWhole, round]);
  return place?.which === which ? place.place : null;
};

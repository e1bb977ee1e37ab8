import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Remote } from '../../src/protocol/rpc';
import type { ShownStep } from '../../src/protocol/trajectory';
import type { PageAt, TrajectoryHostApi } from '../../src/protocol/trajectoryPage';
import type { Age } from './useAge';

export type Body = ShownStep | { readonly fault: string } | null;

const keptSteps = 12;

/** Bodies of steps as they are asked for (those that may get more: anew), the last ones kept, and the one after the chosen one already under way. */
export const useStep = (
  host: Remote<TrajectoryHostApi>,
  at: PageAt,
  idx: number,
  steps: number,
  { settled, age }: Age,
): Body => {
  const [shown, setShown] = useState<{ readonly idx: number; readonly body: Body }>({ idx: 0, body: null });
  const read = useMemo(() => {
    const kept = new Map<string, Promise<Body>>();
    return (wanted: number, since: number): Promise<Body> => {
      const name = `${wanted} ${since}`;
      const known = kept.get(name);
      if (known) return known;
      const asked: Promise<Body> = host.step({ ...at, idx: wanted }).catch((error: unknown) => {
        kept.delete(name);
        return { fault: error instanceof Error ? error.message : String(error) };
      });
      kept.set(name, asked);
      const oldest = kept.keys().next();
      if (kept.size > keptSteps && !oldest.done) kept.delete(oldest.value);
      return asked;
    };
  }, [at.which, at.version]);
  const ageOf = (wanted: number) => (wanted > settled ? age : 0);
  useEffect(() => {
    let current = true;
    void read(idx, ageOf(idx)).then((body) => {
      if (!current) return;
      setShown({ idx, body });
      if (idx < steps) void read(idx + 1, ageOf(idx + 1));
    });
    return () => {
      current = false;
    };
  }, [read, idx, ageOf(idx)]);
  return shown.idx === idx ? shown.body : null;
};

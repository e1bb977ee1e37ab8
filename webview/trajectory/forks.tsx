import { useEffect, useState } from 'preact/hooks';
import { shownText } from '../../src/core/shared/shownText';
import type { TrajectoryForks } from '../../src/protocol/modelRuns';
import type { Remote } from '../../src/protocol/rpc';
import type { TrajectoryHostApi } from '../../src/protocol/trajectoryPage';

type Host = Remote<TrajectoryHostApi>;

/** Forks of one trajectory that stand in a row at once. */
const shownAtMost = 8;

/** Asked again with each `round`: a fork may have begun meanwhile. */
const useForks = (host: Host, round: number): TrajectoryForks => {
  const [forks, setForks] = useState<TrajectoryForks>({ parent: null, forks: [] });
  useEffect(() => {
    let isOver = false;
    void host
      .forks(undefined)
      .then((found) => !isOver && setForks(found))
      .catch(() => null);
    return () => {
      isOver = true;
    };
  }, [round]);
  return forks;
};

const Parent = ({ host, parent }: { host: Host; parent: NonNullable<TrajectoryForks['parent']> }) => {
  const { path, name, step } = parent;
  const words = `step ${step} of ${shownText(name)}`;
  return (
    <p class="fork-of">
      <span class="quiet">Forked from</span>{' '}
      {path === null ? (
        <span>{words}, which is not in this study</span>
      ) : (
        <button type="button" class="link" onClick={() => void host.openFork({ path, step }).catch(() => null)}>
          {words}
        </button>
      )}
    </p>
  );
};

/** The run that this one was forked from, and the runs that were forked from it; nothing where there are none. */
export const Forks = ({ host, round }: { host: Host; round: number }) => {
  const { parent, forks } = useForks(host, round);
  if (parent === null && forks.length === 0) return null;
  const more = forks.length - shownAtMost;
  return (
    <nav class="forks" aria-label="Forks">
      {parent && <Parent host={host} parent={parent} />}
      {forks.length > 0 && (
        <p class="forked">
          <span class="quiet">Forks:</span>{' '}
          {forks.slice(0, shownAtMost).map(({ path, runId, model, step }) => (
            <button
              key={path}
              type="button"
              class="link"
              title={`${runId}, ${model}`}
              onClick={() => void host.openFork({ path, step: step + 1 }).catch(() => null)}
            >
              step {step} → {shownText(runId)}
            </button>
          ))}
          {more > 0 && <span class="quiet"> and {more} more</span>}
        </p>
      )}
    </nav>
  );
};

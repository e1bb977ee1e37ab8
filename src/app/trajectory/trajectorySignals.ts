import { SignalCollector } from '../../core/run/trajectory/signals/failureSignals';
import type { ComparedFacts, Mark, Signal } from '../../core/run/trajectory/signals/signal';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';

/**
 * The failure signals of a trajectory and what may be looked at besides, its steps read one by one and let go again.
 * No signal compares with what is null in `compared`.
 */
export const trajectorySignals = async (
  opened: OpenedTrajectory,
  compared: ComparedFacts,
  signal?: AbortSignal,
): Promise<{ readonly signals: readonly Signal[]; readonly marks: readonly Mark[] }> => {
  const collector = new SignalCollector(compared.statement);
  for (const entry of opened.entries) {
    signal?.throwIfAborted();
    collector.take(await readStep(opened, entry));
  }
  const { head } = opened;
  return { signals: collector.signals({ ...compared, head }), marks: collector.marks(head) };
};

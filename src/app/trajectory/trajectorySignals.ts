import { SignalCollector } from '../../core/run/trajectory/signals/failureSignals';
import type { Signal } from '../../core/run/trajectory/signals/signal';
import type { OpenedTrajectory } from './openTrajectory';
import { readStep } from './readStep';

/**
 * The failure signals of a trajectory, its steps read one by one and let go again. `goldFiles`: the files that the
 * reference solution changes; null: not known, and no signal compares with them.
 */
export const trajectorySignals = async (
  opened: OpenedTrajectory,
  goldFiles: readonly string[] | null,
  signal?: AbortSignal,
): Promise<readonly Signal[]> => {
  const collector = new SignalCollector();
  for (const entry of opened.entries) {
    signal?.throwIfAborted();
    collector.take(await readStep(opened, entry));
  }
  return collector.signals({ head: opened.head, goldFiles });
};

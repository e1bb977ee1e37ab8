import { trajectorySignals } from '../app/trajectory/trajectorySignals';
import { sweCompassModes } from '../core/review/rubric/failureModes';
import { suggestFailureModes } from '../core/run/trajectory/signals/failureSignals';
import { baseRateWords, rateWords } from '../core/run/trajectory/signals/measuredRates';
import type { Trajectory } from '../core/run/trajectory/trajectory';
import type { ShownSuggestion, TrajectorySignalsApi } from '../protocol/trajectorySignals';
import type { Tasks } from './tasks';
import type { TrajectoryReadings } from './trajectoryReadings';

/** Files of the reference solution of a trajectory's instance; null where not known. */
export type GoldFilesOf = (path: string, head: Trajectory) => Promise<readonly string[] | null>;

type Suggestion = ReturnType<typeof suggestFailureModes>[number];

const shown = ({ mode, strength, signals }: Suggestion): ShownSuggestion => ({
  mode: sweCompassModes.find(({ value }) => value === mode)?.label ?? mode,
  strength,
  signals: signals.map(({ text, steps, measured }) => ({ text, steps, measured: rateWords(measured) })),
});

/** What may have gone wrong in a trajectory: hints, at most three, each with its steps. */
export const trajectorySignalsApi = (
  readings: TrajectoryReadings,
  tasks: Tasks,
  goldFilesOf: GoldFilesOf,
): TrajectorySignalsApi => ({
  trajectorySignals: async ({ task, blind, ...at }) => {
    const reading = readings.get(at);
    if (reading === null) return null;
    return tasks.run(task, async (signal) => {
      const goldFiles = blind ? null : await goldFilesOf(at.path, reading.opened.head).catch(() => null);
      const signals = await trajectorySignals(reading.opened, goldFiles, signal);
      return { suggestions: suggestFailureModes(signals, { blind }).map(shown), base: baseRateWords };
    });
  },
});

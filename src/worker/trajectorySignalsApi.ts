import { trajectorySignals } from '../app/trajectory/trajectorySignals';
import { sweCompassModes } from '../core/review/rubric/failureModes';
import { suggestFailureModes } from '../core/run/trajectory/signals/failureSignals';
import { baseRateWords, rateWords } from '../core/run/trajectory/signals/measuredRates';
import type { ComparedFacts } from '../core/run/trajectory/signals/signal';
import type { Trajectory } from '../core/run/trajectory/trajectory';
import { precisionWords, type SignalPrecision } from '../core/study/signalPrecision';
import type { ShownSuggestion, TrajectorySignalsApi } from '../protocol/trajectorySignals';
import type { Tasks } from './tasks';
import type { PrecisionOf } from './trajectoryPrecision';
import type { TrajectoryReadings } from './trajectoryReadings';

/** What a trajectory's signals are compared with. */
export type ComparedFactsOf = (path: string, head: Trajectory) => Promise<ComparedFacts>;

type Suggestion = ReturnType<typeof suggestFailureModes>[number];

const nothing: ComparedFacts = { goldFiles: null, goldLines: null, evaluation: null, statement: null };

const shown = ({ mode, strength, signals }: Suggestion, precision: SignalPrecision | null): ShownSuggestion => ({
  mode: sweCompassModes.find(({ value }) => value === mode)?.label ?? mode,
  strength,
  signals: signals.map(({ name, text, steps, measured }) => ({
    text,
    steps,
    measured: [rateWords(measured), precisionWords(precision, name)].filter((words) => words !== null).join('\n'),
  })),
});

/** What may have gone wrong in a trajectory: hints, at most three, each with its steps; marks beside them. */
export const trajectorySignalsApi = (
  readings: TrajectoryReadings,
  tasks: Tasks,
  comparedFactsOf: ComparedFactsOf,
  precisionOf: PrecisionOf,
): TrajectorySignalsApi => ({
  trajectorySignals: async ({ task, hidden, ...at }) => {
    const reading = readings.get(at);
    if (reading === null) return null;
    return tasks.run(task, async (signal) => {
      const compared = await comparedFactsOf(at.path, reading.opened.head).catch(() => nothing);
      const { signals, marks } = await trajectorySignals(reading.opened, compared, signal);
      const precision = await precisionOf(at.path, signal).catch(() => null);
      const suggestions = suggestFailureModes(signals, { hidden }).map((one) => shown(one, precision));
      return { suggestions, marks, base: baseRateWords };
    });
  },
});

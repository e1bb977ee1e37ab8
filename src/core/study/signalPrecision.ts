import type { Signal } from '../run/trajectory/signals/signal';

/** Verdicts that name a failure mode below which no share is told: `trajectories.md`, section D. */
export const fewestVerdicts = 30;

/** One verdict that names a failure mode, and the signals of the trajectory that it judged. */
export interface JudgedSignals {
  readonly mode: string;
  readonly signals: readonly Pick<Signal, 'name' | 'mode'>[];
}

/** Of the verdicts on trajectories that show a signal, how many name the mode that it hints at. */
export interface Precision {
  readonly fired: number;
  readonly chosen: number;
}

export interface SignalPrecision {
  /** Verdicts in all, with the signal or without. */
  readonly verdicts: number;
  /** By the signal's name; one that never fired is not in it. */
  readonly bySignal: ReadonlyMap<string, Precision>;
}

/** How often raters of a study named the mode that a signal hints at, where it fired; null below 30 verdicts. */
export const signalPrecision = (judged: readonly JudgedSignals[]): SignalPrecision | null => {
  if (judged.length < fewestVerdicts) return null;
  const bySignal = new Map<string, Precision>();
  for (const { mode, signals } of judged)
    for (const [name, hinted] of new Map(signals.map((signal) => [signal.name, signal.mode]))) {
      const { fired, chosen } = bySignal.get(name) ?? { fired: 0, chosen: 0 };
      bySignal.set(name, { fired: fired + 1, chosen: chosen + (hinted === mode ? 1 : 0) });
    }
  return { verdicts: judged.length, bySignal };
};

/** What this study's own verdicts say of a signal; null where they are too few, or it never fired. */
export const precisionWords = (precision: SignalPrecision | null, name: string): string | null => {
  const found = precision?.bySignal.get(name);
  if (precision === null || found === undefined) return null;
  const { fired, chosen } = found;
  return `On this study's verdicts: ${chosen} of ${fired} with this sign name this mode (${precision.verdicts} name one).`;
};

import type { Step } from '../step';
import { EndWatch } from './endWatch';
import { LoopWatch } from './loopWatch';
import { patchSignals } from './patchSignals';
import type { FailureMode, Signal, SignalFacts, Strength } from './signal';
import { TestWatch } from './testWatch';
import { ToolWatch } from './toolWatch';

/** A failure mode that people may look at, with what speaks for it. Never a verdict. */
export interface Suggestion {
  readonly mode: FailureMode;
  readonly strength: Strength;
  readonly signals: readonly Signal[];
}

/**
 * Collects the signals of a trajectory (`trajectories.md`, section D) from its steps in order. Holds counts and a few
 * step numbers, so it takes a trajectory of any length.
 */
export class SignalCollector {
  private readonly watches = [new EndWatch(), new LoopWatch(), new ToolWatch(), new TestWatch()];

  take(step: Step): void {
    for (const watch of this.watches) watch.take(step);
  }

  /** All signals once the last step was taken. Where `goldFiles` is null, none that needs the reference solution. */
  signals(facts: SignalFacts): readonly Signal[] {
    return [...this.watches.flatMap((watch) => watch.signals(facts)), ...patchSignals(facts)];
  }
}

const order: readonly Strength[] = ['strong', 'medium', 'weak'];

const ranked = (signals: readonly Signal[]): readonly Signal[] =>
  [...signals].sort((a, b) => order.indexOf(a.strength) - order.indexOf(b.strength));

/**
 * At most three failure modes to look at: those of the surroundings first (it may not be the model's fault), then by
 * the strength and the number of their signals. `blind`: people must not learn of the reference solution yet.
 */
export const suggestFailureModes = (
  signals: readonly Signal[],
  { blind }: { readonly blind: boolean },
): readonly Suggestion[] => {
  const byMode = new Map<FailureMode, Signal[]>();
  for (const signal of ranked(signals.filter((each) => !(blind && each.needsGold)))) {
    const list = byMode.get(signal.mode) ?? [];
    byMode.set(signal.mode, [...list, signal]);
  }
  const found = [...byMode].map(([mode, list]) => ({ mode, strength: list[0]?.strength ?? 'weak', signals: list }));
  const rank = ({ mode, strength }: Suggestion) => (mode === 'OTH' ? -1 : order.indexOf(strength));
  return found.sort((a, b) => rank(a) - rank(b) || b.signals.length - a.signals.length).slice(0, 3);
};

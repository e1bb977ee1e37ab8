import type { Step } from '../step';
import type { Trajectory } from '../trajectory';
import { EndWatch } from './endWatch';
import { evaluationSignals } from './evaluationSignals';
import { goldSignals } from './goldSignals';
import { IgnoredWatch } from './ignoredWatch';
import { IssueWatch } from './issueWatch';
import { LoopWatch } from './loopWatch';
import { MarkWatch } from './markWatch';
import { patchSignals } from './patchSignals';
import type { FailureMode, HiddenFacts, Mark, Signal, SignalFacts, SignalWatch, Strength } from './signal';
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
  private readonly watches: readonly SignalWatch[];
  private readonly marked = new MarkWatch();

  /** `statement`: the problem statement, whose identifiers are looked for; null where not known. */
  constructor(statement: string | null) {
    this.watches = [
      new EndWatch(),
      new LoopWatch(),
      new ToolWatch(),
      new TestWatch(),
      new IgnoredWatch(),
      new IssueWatch(statement),
    ];
  }

  take(step: Step): void {
    for (const watch of this.watches) watch.take(step);
    this.marked.take(step);
  }

  /** All signals once the last step was taken; none that needs what is null in the facts. */
  signals(facts: SignalFacts): readonly Signal[] {
    const ofSteps = this.watches.flatMap((watch) => watch.signals(facts));
    return [...ofSteps, ...patchSignals(facts), ...goldSignals(facts), ...evaluationSignals(facts)];
  }

  /** What may be looked at besides, and is no sign of a failure. */
  marks(head: Trajectory): readonly Mark[] {
    return this.marked.marks(head);
  }
}

const order: readonly Strength[] = ['strong', 'medium', 'weak'];

const ranked = (signals: readonly Signal[]): readonly Signal[] =>
  [...signals].sort((a, b) => order.indexOf(a.strength) - order.indexOf(b.strength));

/**
 * At most three failure modes to look at: those of the surroundings first (it may not be the model's fault), then by
 * the strength and the number of their signals. `hidden`: what people must not learn of yet.
 */
export const suggestFailureModes = (
  signals: readonly Signal[],
  { hidden }: { readonly hidden: HiddenFacts },
): readonly Suggestion[] => {
  const byMode = new Map<FailureMode, Signal[]>();
  for (const signal of ranked(signals.filter(({ needs }) => needs === null || !hidden[needs]))) {
    const list = byMode.get(signal.mode) ?? [];
    byMode.set(signal.mode, [...list, signal]);
  }
  const found = [...byMode].map(([mode, list]) => ({ mode, strength: list[0]?.strength ?? 'weak', signals: list }));
  const rank = ({ mode, strength }: Suggestion) => (mode === 'OTH' ? -1 : order.indexOf(strength));
  return found.sort((a, b) => rank(a) - rank(b) || b.signals.length - a.signals.length).slice(0, 3);
};

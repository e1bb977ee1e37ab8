import type * as vscode from 'vscode';

/** Two sides, the left one first. */
export type Pair = 'base-model' | 'base-gold' | 'gold-model';

interface ShownComparison {
  readonly instanceId: string;
  readonly runKey: string | null;
  readonly pair: Pair;
}

const keptIn = 'touchstone.comparisons';

/** What each open comparison compares, by the title of its tab; kept, since VS Code restores tabs after a reload. */
export class ShownComparisons {
  private byLabel: Readonly<Record<string, ShownComparison>>;

  constructor(private readonly memento: vscode.Memento) {
    this.byLabel = memento.get<Readonly<Record<string, ShownComparison>>>(keptIn, {});
  }

  of(label: string): ShownComparison | null {
    return Object.hasOwn(this.byLabel, label) ? (this.byLabel[label] ?? null) : null;
  }

  add(label: string, comparison: ShownComparison): void {
    this.keep({ ...this.byLabel, [label]: comparison });
  }

  /** Forgets those of an instance and returns their titles. */
  forget(instanceId: string): readonly string[] {
    const all = Object.entries(this.byLabel);
    const own = all.filter(([, comparison]) => comparison.instanceId === instanceId);
    this.keep(Object.fromEntries(all.filter(([, comparison]) => comparison.instanceId !== instanceId)));
    return own.map(([label]) => label);
  }

  private keep(byLabel: Readonly<Record<string, ShownComparison>>): void {
    this.byLabel = byLabel;
    void this.memento.update(keptIn, byLabel);
  }
}

import type * as vscode from 'vscode';

/** Two sides, the left one first. */
export type Pair = 'base-model' | 'base-gold' | 'gold-model';

interface ShownComparison {
  readonly instanceId: string;
  readonly runKey: string | null;
  readonly pair: Pair;
}

const keptIn = 'touchstone.comparisons';

const isTitleOf = (title: string, tab: string): boolean => tab === title || tab.startsWith(`${title} (`);

/** What each open comparison compares, by the title that we gave it; kept, since VS Code restores tabs after a reload. */
export class ShownComparisons {
  private byTitle: Readonly<Record<string, ShownComparison>>;

  constructor(private readonly memento: vscode.Memento) {
    this.byTitle = memento.get<Readonly<Record<string, ShownComparison>>>(keptIn, {});
  }

  /** Titles as given; VS Code adds the number of files. */
  of(tab: string): ShownComparison | null {
    const title = Object.keys(this.byTitle).find((each) => isTitleOf(each, tab));
    return title === undefined ? null : (this.byTitle[title] ?? null);
  }

  add(title: string, comparison: ShownComparison): void {
    this.keep({ ...this.byTitle, [title]: comparison });
  }

  /** Forgets those of an instance; returns whether a tab was one of them. */
  forget(instanceId: string): (tab: string) => boolean {
    const all = Object.entries(this.byTitle);
    const own = all.filter(([, comparison]) => comparison.instanceId === instanceId);
    this.keep(Object.fromEntries(all.filter(([, comparison]) => comparison.instanceId !== instanceId)));
    return (tab) => own.some(([title]) => isTitleOf(title, tab));
  }

  private keep(byTitle: Readonly<Record<string, ShownComparison>>): void {
    this.byTitle = byTitle;
    void this.memento.update(keptIn, byTitle);
  }
}

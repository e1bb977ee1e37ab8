import type { Usage } from '../step';
import { RecentMap } from './recentMap';

export const noUsage: Usage = { prompt: null, cached: null, cacheWrite: null, completion: null, reasoning: null };

const names = ['prompt', 'cached', 'cacheWrite', 'completion', 'reasoning'] as const;

/** Adds what is known; null where none of them is. */
export const sumKnown = (...numbers: readonly (number | null)[]): number | null => {
  const known = numbers.filter((n) => n !== null);
  return known.length === 0 ? null : known.reduce((sum, n) => sum + n, 0);
};

/** Sum of tokens in which a message said again replaces itself: the last word of a message is the one that counts. */
export class UsageSum {
  private sum: Usage = noUsage;
  private readonly last = new RecentMap<Usage>(50_000);

  /** `key` null: a message that can't come again. */
  put(key: string | null, usage: Usage): void {
    const before = this.last.get(key) ?? noUsage;
    const next = { ...noUsage } as Record<(typeof names)[number], number | null>;
    for (const name of names) {
      const now = usage[name] ?? before[name];
      next[name] = now === null ? this.sum[name] : (this.sum[name] ?? 0) + now - (before[name] ?? 0);
    }
    this.sum = next;
    if (key !== null) this.last.set(key, before === noUsage ? usage : { ...before, ...withoutNulls(usage) });
  }

  get usage(): Usage {
    return this.sum;
  }
}

const withoutNulls = (usage: Usage): Partial<Usage> =>
  Object.fromEntries(names.filter((name) => usage[name] !== null).map((name) => [name, usage[name]]));

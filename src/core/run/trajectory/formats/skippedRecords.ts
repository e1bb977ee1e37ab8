import { counted } from '../../../shared/counted';

const mostKinds = 50;

/** Counts records that make no step, by kind, so that nothing is left out in silence. */
export class SkippedRecords {
  private readonly counts = new Map<string, number>();

  add(kind: string): void {
    const known = this.counts.has(kind) || this.counts.size < mostKinds;
    const name = known ? kind : 'other kinds';
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** One warning that names them; none where there were none. */
  warnings(): readonly string[] {
    if (this.counts.size === 0) return [];
    const parts = [...this.counts].map(([kind, n]) => `${n.toLocaleString('en-US')} ${kind}`);
    const total = [...this.counts.values()].reduce((sum, n) => sum + n, 0);
    return [`${counted(total, 'record')} without a step: ${parts.join(', ')}`];
  }
}

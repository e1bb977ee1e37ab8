import type { RunItemKey, RunProgress } from './runProgress';

/** As which an ended item is counted; `none` is no verdict. */
export type EndClass = 'resolved' | 'unresolved' | 'scored' | 'none';

interface Phase {
  readonly key: RunItemKey;
  readonly phase: string;
  readonly beganAt: number;
}

export const itemName = ({ instanceId, model, repeat }: RunItemKey): string =>
  JSON.stringify([instanceId, model, repeat]);

/** Counts and phases of a run as they are shown. Times are milliseconds of one monotone clock. */
export class RunBoard {
  readonly #counts = { done: 0, kept: 0, resolved: 0, unresolved: 0, scored: 0, none: 0 };
  readonly #phases = new Map<string, Phase>();
  readonly #beganAt: number;
  #total: number;
  #pausedAt: number | null = null;
  #pausedMs = 0;

  constructor(total: number, now: number) {
    this.#total = total;
    this.#beganAt = now;
  }

  began(name: string, key: RunItemKey, now: number): void {
    this.#phases.set(name, { key, phase: 'preparing', beganAt: now });
  }

  phase(name: string, text: string): void {
    const before = this.#phases.get(name);
    if (before !== undefined) this.#phases.set(name, { ...before, phase: text });
  }

  /** Milliseconds since the item began; 0 where it doesn't run. */
  since(name: string, now: number): number {
    const phase = this.#phases.get(name);
    return phase === undefined ? 0 : now - phase.beganAt;
  }

  /** It runs no more, whether it ended or is to be tried again. */
  left(name: string): void {
    this.#phases.delete(name);
  }

  ended(end: EndClass, kept: boolean): void {
    this.#counts.done += 1;
    this.#counts[end] += 1;
    if (kept) this.#counts.kept += 1;
  }

  /** A person took it out: it counts no more. */
  withdrawn(): void {
    this.#total -= 1;
  }

  paused(now: number): void {
    this.#pausedAt ??= now;
  }

  resumed(now: number): void {
    if (this.#pausedAt !== null) this.#pausedMs += now - this.#pausedAt;
    this.#pausedAt = null;
  }

  counts(
    now: number,
  ): Pick<
    RunProgress,
    'total' | 'done' | 'kept' | 'resolved' | 'unresolved' | 'scored' | 'noVerdict' | 'running' | 'elapsedMs'
  > {
    const { none, ...counts } = this.#counts;
    const pausing = this.#pausedAt === null ? 0 : now - this.#pausedAt;
    return {
      ...counts,
      total: this.#total,
      noVerdict: none,
      running: [...this.#phases.values()].map(({ key, phase, beganAt }) => ({ ...key, phase, sinceMs: now - beganAt })),
      elapsedMs: now - this.#beganAt - this.#pausedMs - pausing,
    };
  }
}

import type { RunProgress } from '../../core/run/schedule/runProgress';

/** Hands a run's progress on, at most once in `everyMs` and in the end whatever came last. */
export class ProgressReporter {
  #timer: NodeJS.Timeout | null = null;
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly progress: () => RunProgress,
    private readonly changed: ((progress: RunProgress) => void) | undefined,
    private readonly everyMs = 100,
  ) {}

  touch(): void {
    if (this.changed === undefined || this.#timer !== null) return;
    const wait = this.#saidAt + this.everyMs - performance.now();
    if (wait <= 0) this.#say();
    else this.#timer = setTimeout(() => this.#say(), wait);
  }

  end(): void {
    this.#say();
  }

  #say(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#saidAt = performance.now();
    this.changed?.(this.progress());
  }
}

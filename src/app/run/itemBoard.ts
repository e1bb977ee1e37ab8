import type { AttemptProgress, AttemptResult } from '../../core/run/agent/attempt';
import type { RunHooks, RunItemState } from './runRequest';

/** Between two tellings of one instance. */
const everyMs = 100;

/** One instance as people see it. What happens quickly is told ten times a second, the last of it always. */
export class BoardItem {
  #state: RunItemState;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(
    instanceId: string,
    private readonly changed: RunHooks['changed'],
    private readonly now: () => number,
  ) {
    this.#state = { instanceId, state: 'waiting', progress: null, result: null, trajectory: null };
  }

  get state(): RunItemState {
    return this.#state;
  }

  /** It begins, or waits again. */
  moved(state: 'waiting' | 'running'): void {
    this.#put({ ...this.#state, state, progress: null });
    this.#tell();
  }

  progress(progress: AttemptProgress): void {
    this.#put({ ...this.#state, progress });
    const wait = this.#toldAt + everyMs - this.now();
    if (wait <= 0) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), wait);
  }

  /** What is done for it before the agent begins. */
  doing(doing: string): void {
    this.progress({ calls: 0, costUsd: null, usage: null, ...this.#state.progress, doing });
  }

  keeps(trajectory: string): void {
    this.#put({ ...this.#state, trajectory });
  }

  ended(state: 'ended' | 'kept', result: AttemptResult): void {
    this.#put({ ...this.#state, state, result });
    this.#tell();
  }

  #put(state: RunItemState): void {
    this.#state = state;
  }

  #tell(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#toldAt = this.now();
    this.changed(this.#state);
  }
}

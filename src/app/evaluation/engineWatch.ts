import type { Engine } from '../../core/run/container/engine';
import { EnvironmentFault } from '../../core/shared/problem';

/** How long an engine that went away is waited for, where nobody says: a restart takes seconds. */
export const usualPatienceMs = 60_000;

const longestPauseMs = 5_000;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });

export interface WatchHooks {
  /** Nothing is to start while the engine is away. */
  held(away: boolean): void;
  tell(text: string): void;
}

/** What a look at the engine found. `returned`: it was away and came back; its jobs may have lived on. */
export type EngineLook =
  | { readonly kind: 'answers' | 'returned' }
  | { readonly kind: 'gone'; readonly fault: EnvironmentFault };

/** Looks whether the engine still answers; where it doesn't, waits for it with growing pauses. One look at a time for all. */
export class EngineWatch {
  #look: Promise<EngineLook> | null = null;

  constructor(
    private readonly engine: Pick<Engine, 'ping'>,
    private readonly patienceMs: number,
    private readonly hooks: WatchHooks,
    private readonly signal: AbortSignal,
  ) {}

  look(): Promise<EngineLook> {
    this.#look ??= this.#patiently().finally(() => {
      this.#look = null;
    });
    return this.#look;
  }

  async #patiently(): Promise<EngineLook> {
    let fault = await this.#ask();
    if (fault === null) return { kind: 'answers' };
    this.hooks.held(true);
    this.hooks.tell(`The engine does not answer (${fault.message}); waiting up to ${this.patienceMs / 1000} s for it.`);
    const until = performance.now() + this.patienceMs;
    for (let ms = 250; performance.now() < until; ms = Math.min(longestPauseMs, ms * 2)) {
      await pause(Math.min(ms, until - performance.now()), this.signal);
      this.signal.throwIfAborted();
      fault = await this.#ask();
      if (fault !== null) continue;
      this.hooks.tell('The engine answers again.');
      this.hooks.held(false);
      return { kind: 'returned' };
    }
    return { kind: 'gone', fault };
  }

  async #ask(): Promise<EnvironmentFault | null> {
    try {
      await this.engine.ping(this.signal);
      return null;
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof EnvironmentFault) return error;
      throw error;
    }
  }
}

import type { OutputTap } from '../jobs/outputTap';

export type JobEvent = 'stream' | 'tick' | 'deadline' | 'aborted';

/** How often a running job is looked at; its disk is measured then too. */
const heartbeatMs = 5_000;

/** How long the engine may take to note an end whose stream is over. */
const settleMs = 200;

/** A pause that an abort ends early. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  firstOf(ms, 'tick', [], signal).then(() => undefined);

/** A timer and an abort as one promise that leaves nothing behind. */
const firstOf = async (ms: number, after: JobEvent, others: readonly Promise<JobEvent>[], signal?: AbortSignal) => {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: () => void = () => {};
  const timed = new Promise<JobEvent>((resolve) => {
    timer = setTimeout(() => resolve(after), Math.max(0, ms));
  });
  const aborted = new Promise<JobEvent>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([timed, aborted, ...others]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
};

/**
 * What happens next to a job: its stream ends, it is time to look, its time is over, or nobody wants it any more. The
 * engine's own `wait` is not asked: its answer never comes when the connection is lost under it.
 */
export class JobWatch {
  #streamOverAt: number | null = null;
  #pauseMs = 10;

  constructor(private readonly tap: OutputTap) {}

  async next(deadlineAt: number, signal?: AbortSignal): Promise<JobEvent> {
    const left = deadlineAt - performance.now();
    const wanted = this.#streamOverAt !== null ? this.#pauseMs : heartbeatMs;
    const ended = this.tap.ended.then((): JobEvent => 'stream');
    const event = await firstOf(
      Math.min(left, wanted),
      left < wanted ? 'deadline' : 'tick',
      this.#streamOverAt !== null ? [] : [ended],
      signal,
    );
    if (this.#streamOverAt !== null) this.#pauseMs = Math.min(1_000, this.#pauseMs * 2);
    if (event === 'stream') this.#streamOverAt = performance.now();
    return event;
  }

  /** Asked of a job that runs: whether its stream ended before it, not just a moment ago. */
  get streamBroke(): boolean {
    return this.#streamOverAt !== null && performance.now() - this.#streamOverAt > settleMs;
  }
}

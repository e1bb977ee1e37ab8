import type { OutputTap } from '../jobs/outputTap';

export type JobEvent = 'stream' | 'tick' | 'deadline' | 'aborted';

/** How often a running job is looked at; its disk is measured then too. */
const heartbeatMs = 5_000;

/** How long the engine may take to note an end whose stream is over. */
const settleMs = 1_000;

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

/** Waits for something, but not for ever. */
export const atMost = async (ms: number, awaited: Promise<unknown>): Promise<void> => {
  await firstOf(ms, 'tick', [awaited.then(() => 'tick')]);
};

/**
 * What happens next to a job: its stream ends, it is time to look, its time is over, or nobody wants it any more.
 * `noted` asks the engine to answer when it has noted the end; that is only to look no later than needed, for its
 * answer never comes when the connection is lost under it.
 */
export class JobWatch {
  #streamOverAt: number | null = null;
  #pauseMs = 10;

  constructor(
    private readonly tap: OutputTap,
    private readonly noted: (signal: AbortSignal) => Promise<unknown>,
  ) {}

  async next(deadlineAt: number, signal?: AbortSignal): Promise<JobEvent> {
    const left = deadlineAt - performance.now();
    const isOver = this.#streamOverAt !== null;
    const wanted = isOver ? this.#pauseMs : heartbeatMs;
    const ended = isOver ? [] : [this.tap.ended.then((): JobEvent => 'stream')];
    const event = await firstOf(Math.min(left, wanted), left < wanted ? 'deadline' : 'tick', ended, signal);
    if (isOver) this.#pauseMs = Math.min(1_000, this.#pauseMs * 2);
    if (event === 'stream') await this.#streamIsOver();
    return event;
  }

  /** The engine closes the stream a moment before it notes the end. */
  async #streamIsOver(): Promise<void> {
    this.#streamOverAt = performance.now();
    await this.noted(AbortSignal.timeout(settleMs)).catch(() => undefined);
  }

  /** Asked of a job that runs: whether its stream ended before it, not just a moment ago. */
  get streamBroke(): boolean {
    return this.#streamOverAt !== null && performance.now() - this.#streamOverAt > settleMs;
  }
}

import { setTimeout as pause } from 'node:timers/promises';
import type { OutputChunk, Step, StepEnd } from '../../core/run/container/session';
import { folderBytes } from './folderSize';
import type { StepOutput } from './localSessionOutput';
import { type Exit, type MissingPart, type StartedCommand, signalGroup } from './localSessionSpawn';
import { killTree } from './processTree';

type Stop = 'time-out' | 'killed' | 'disk' | 'gone';

/** Time between TERM and KILL. */
const graceMs = 2_000;

/** Time for what was killed to let go of its pipes. */
const lettingGoMs = 1_000;

/** How often the session's folder is measured. */
const measureMs = 5_000;

/** What a step needs to know of its session. */
export interface StepPlace {
  readonly session: string;
  readonly root: string;
  readonly timeoutMs: number;
  readonly diskBytes: number;
  /** Aborted when the session ended by itself. */
  readonly over: AbortSignal;
}

const within = (ms: number, event: Promise<unknown>): Promise<boolean> => {
  const over = new AbortController();
  const late = pause(ms, false, { signal: over.signal }).catch(() => false);
  return Promise.race([event.then(() => true), late]).finally(() => over.abort());
};

/** A command of a local session, and the watch over its time, which needs no reader. */
export class LocalStep implements Step {
  readonly #startedAt = performance.now();
  readonly #end: Promise<StepEnd>;
  #stop: (why: Stop) => void = () => {};
  readonly #output: StepOutput;
  readonly output: AsyncIterable<OutputChunk>;

  constructor(
    private readonly place: StepPlace,
    private readonly started: StartedCommand,
    signal?: AbortSignal,
  ) {
    this.#output = started.output;
    this.output = started.output;
    this.#end = this.#watch(signal);
  }

  wait(): Promise<StepEnd> {
    return this.#end;
  }

  async kill(): Promise<void> {
    this.#stop('killed');
    await this.#end;
  }

  async #watch(signal?: AbortSignal): Promise<StepEnd> {
    const stopped = new Promise<Stop>((resolve) => {
      this.#stop = resolve;
    });
    const watched = [
      [signal, () => this.#stop('killed')],
      [this.place.over, () => this.#stop('gone')],
    ] as const;
    for (const [source, stop] of watched) {
      if (source?.aborted) stop();
      source?.addEventListener('abort', stop, { once: true });
    }
    const timer = setTimeout(() => this.#stop('time-out'), this.place.timeoutMs);
    const measure = setInterval(() => void this.#measure(), measureMs);
    try {
      const first = await Promise.race([this.started.exit, stopped]);
      return typeof first === 'string' ? await this.#endBy(first) : await this.#settle(first);
    } finally {
      clearTimeout(timer);
      clearInterval(measure);
      for (const [source, stop] of watched) source?.removeEventListener('abort', stop);
    }
  }

  async #measure(): Promise<void> {
    const { root, diskBytes } = this.place;
    if ((await folderBytes(root, diskBytes)) > diskBytes) this.#stop('disk');
  }

  async #endBy(why: Stop): Promise<StepEnd> {
    const { pid, exit } = this.started;
    const evidence = [stopWords(why, this.place)];
    this.#output.runOut();
    if (why === 'time-out') {
      signalGroup(pid, 'SIGTERM');
      await within(graceMs, exit);
    }
    await killTree(pid, this.place.session);
    await within(lettingGoMs, exit);
    evidence.push(await this.#letGo());
    if (this.#output.lostBytes > 0) evidence.push(`${this.#output.lostBytes} bytes of output came too late to be kept`);
    if (why === 'gone') return this.#ended('lost', null, evidence);
    return this.#ended(why === 'time-out' ? 'time-out' : 'killed', null, evidence);
  }

  /** What was ended, in words. Whatever still has the pipes open was not found. */
  async #letGo(): Promise<string> {
    const closed = await within(lettingGoMs, this.#output.closed);
    this.#output.finish();
    this.#output.destroy();
    return closed
      ? 'its process group and all that carries the mark of the session were ended'
      : 'something that left its group and emptied its environment still runs: local can not find it';
  }

  async #settle({ code, signal }: Exit): Promise<StepEnd> {
    await this.#output.drain();
    if (signal !== null && this.place.over.aborted) return this.#ended('lost', null, [stopWords('gone', this.place)]);
    if (signal !== null)
      return this.#ended('killed', null, [`ended by ${signal}; whether for want of memory, local can't tell`]);
    if (code === 0) return this.#ended('finished', 0, []);
    const missing = await this.started.missing(code);
    return this.#ended('finished', code, [`exit code ${code}`, ...missing.map(missingWords)]);
  }

  #ended(kind: StepEnd['kind'], exitCode: number | null, evidence: readonly string[]): StepEnd {
    return { kind, exitCode, evidence, wallMs: performance.now() - this.#startedAt };
  }
}

const missingWords = ({ kind, name }: MissingPart): string => `the sandbox has no ${kind} ${JSON.stringify(name)}`;

const stopWords = (why: Stop, { timeoutMs, diskBytes }: StepPlace): string => {
  if (why === 'killed') return 'cancelled';
  if (why === 'gone') return 'the sandbox was ended from outside';
  if (why === 'time-out') return `its time of ${timeoutMs} ms was over`;
  return `the sandbox had written more than ${diskBytes} bytes`;
};

import type Docker from 'dockerode';
import type { OutputChunk, Step, StepEnd } from '../../core/run/container/session';
import { demux } from './demux';
import { engineWords } from './faults';
import { execState, type StartedExec, settledState } from './sessionExec';
import { askToEnd, killEverything } from './sessionKill';
import { fetchEndNote } from './sessionNotes';
import type { EndNote } from './stepWrapper';
import { type StreamEnd, StreamQueue } from './streamQueue';

type Stop = 'time-out' | 'killed' | 'disk';

const heartbeatMs = 5_000;

/** What a step needs to know of its session. */
export interface StepPlace {
  readonly container: Docker.Container;
  /** Where the command notes how it ended. */
  readonly notePath: string;
  readonly program: string;
  readonly folder: string;
  readonly timeoutMs: number;
  readonly diskBytes: number;
  /** Called once when nobody knows what runs in the sandbox any more. */
  onLost(): void;
}

/** A command of a session: its frames as they are read, and a watch over its time that needs no reader. */
export class DockerStep implements Step {
  readonly #startedAt = performance.now();
  readonly #end: Promise<StepEnd>;
  #stop: (why: Stop) => void = () => {};
  readonly #queue: StreamQueue;
  readonly output: AsyncIterable<OutputChunk>;

  constructor(
    private readonly place: StepPlace,
    private readonly started: StartedExec,
    signal?: AbortSignal,
  ) {
    this.#queue = new StreamQueue(started.stream);
    this.output = { [Symbol.asyncIterator]: () => framesOf(this.#queue) };
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
    const onAbort = () => this.#stop('killed');
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => this.#stop('time-out'), this.place.timeoutMs);
    const heartbeat = setInterval(() => void this.#look(), heartbeatMs);
    try {
      const first = await Promise.race([this.#queue.ended, stopped]);
      return first === 'end' || first === 'broken' ? await this.#settle(first) : await this.#endBy(first);
    } finally {
      clearTimeout(timer);
      clearInterval(heartbeat);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the command where it wrote too much; the engine counts what the sandbox wrote in all. */
  async #look(): Promise<void> {
    const options: Docker.ContainerInspectOptions & { size: true } = { size: true };
    const seen = await this.place.container.inspect(options).catch(() => null);
    const written = (seen as { readonly SizeRw?: number } | null)?.SizeRw ?? 0;
    if (written > this.place.diskBytes) this.#stop('disk');
  }

  async #endBy(why: Stop): Promise<StepEnd> {
    const evidence = [stopWords(why, this.place)];
    this.#queue.runOut();
    try {
      if (why === 'time-out') await askToEnd(this.place.container, () => this.#hasEnded());
      evidence.push(await killEverything(this.place.container));
      if (this.#queue.lostBytes > 0) evidence.push(`${this.#queue.lostBytes} bytes of output came too late to be kept`);
      return this.#ended(why === 'time-out' ? 'time-out' : 'killed', null, evidence);
    } catch (error) {
      return this.#lost([...evidence, engineWords(error)]);
    }
  }

  async #hasEnded(): Promise<boolean> {
    return (await execState(this.started.exec)).kind !== 'running';
  }

  /** The connection is over: that is no end. The engine is asked, then the command's own note. */
  async #settle(how: StreamEnd): Promise<StepEnd> {
    const state = await settledState(this.started.exec);
    if (how === 'end' && state.kind === 'ended' && state.exitCode === 0) return this.#ended('finished', 0, []);
    const note = await fetchEndNote(this.place.container, this.place.notePath);
    if (how === 'broken' || state.kind !== 'ended') {
      const why = state.kind === 'unknown' ? state.why : 'the connection to the engine was lost; output is missing';
      const said = note === null ? [] : [`the command itself noted exit code ${note.exitCode}`];
      await killEverything(this.place.container).catch(() => undefined);
      return this.#lost([why, ...said], note?.exitCode ?? null);
    }
    return note === null ? this.#withoutNote(state.exitCode) : this.#byNote(note, state.exitCode);
  }

  #byNote({ exitCode, memoryKills, missing }: EndNote, said: number): StepEnd {
    const { program, folder } = this.place;
    // The engine says 126 of a command whose connection broke, however it ended.
    if (said !== exitCode && memoryKills === 0)
      return this.#lost(
        [`the engine says exit code ${said}, the command itself ${exitCode}; output may be missing`],
        exitCode,
      );
    const evidence = [`exit code ${exitCode}`];
    if (missing === 'program') evidence.push(`the sandbox has no program ${JSON.stringify(program)}`);
    if (missing === 'folder') evidence.push(`the sandbox has no folder ${JSON.stringify(folder)}`);
    if (memoryKills > 0) evidence.push(`${memoryKills} processes were killed for want of memory meanwhile`);
    return this.#ended(memoryKills > 0 ? 'oom' : 'finished', exitCode, evidence);
  }

  /** It ended and noted nothing: it was killed with all else, its shell could not start, or the sandbox is gone. */
  async #withoutNote(exitCode: number): Promise<StepEnd> {
    const evidence = [`exit code ${exitCode}`];
    const sandbox = await settledSandbox(this.place.container);
    if (sandbox === null) return this.#lost(['the sandbox was removed']);
    if (!sandbox.Running && sandbox.OOMKilled)
      return this.#ended('oom', null, ['the whole sandbox was killed for want of memory']);
    if (!sandbox.Running) return this.#lost(['the sandbox was ended, from outside or by what ran in it']);
    if (exitCode === 126 || exitCode === 127)
      return this.#ended('finished', exitCode, [...evidence, 'the engine could not start it; why is in the output']);
    return this.#ended('killed', exitCode, [...evidence, 'it was killed before it could note how it ended']);
  }

  #ended(kind: StepEnd['kind'], exitCode: number | null, evidence: readonly string[]): StepEnd {
    return { kind, exitCode, evidence, wallMs: performance.now() - this.#startedAt };
  }

  #lost(evidence: readonly string[], exitCode: number | null = null): StepEnd {
    this.place.onLost();
    return this.#ended('lost', exitCode, evidence);
  }
}

/** The sandbox's state; null where it is gone. A main process that ended takes a moment to be noted. */
const settledSandbox = async (container: Docker.Container) => {
  for (let look = 0; ; look++) {
    const seen = await container.inspect({ abortSignal: AbortSignal.timeout(20_000) }).catch(() => null);
    if (seen === null || !seen.State.Running || look >= 5) return seen?.State ?? null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** A command's output out of its connection's frames. A reader that leaves lets the command go on without it. */
async function* framesOf(queue: StreamQueue): AsyncGenerator<OutputChunk> {
  for await (const { stream, bytes } of demux(queue)) yield { stream: stream === 2 ? 'stderr' : 'stdout', bytes };
}

const stopWords = (why: Stop, { timeoutMs, diskBytes }: StepPlace): string => {
  if (why === 'killed') return 'cancelled';
  if (why === 'time-out') return `its time of ${timeoutMs} ms was over`;
  return `the sandbox had written more than ${diskBytes} bytes`;
};

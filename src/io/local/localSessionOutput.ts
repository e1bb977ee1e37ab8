import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OutputChunk } from '../../core/run/container/session';

/** Unread bytes above which the command has to wait. */
const highWater = 1024 * 1024;

/** Unread bytes that are kept once nothing may wait any more; what comes after them is thrown away. */
const keptAtEnd = 16 * 1024 * 1024;

/** More than the pipes of a command that has ended can hold: what comes beyond it is printed by others. */
const mostInPipes = 4 * 1024 * 1024;

/** Turns of the event loop without a byte, after which the pipes are known to be empty. */
const quietTurns = 3;

/**
 * What a command prints on its two pipes, for one reader, who holds the command back by not reading. A pipe stays open
 * as long as something that the command left behind has it; so the end is told, not read.
 */
export class StepOutput implements AsyncIterable<OutputChunk> {
  #chunks: OutputChunk[] = [];
  #unread = 0;
  #seen = 0;
  #lost = 0;
  #open = 2;
  #over = false;
  #flow: 'held back' | 'running out' | 'thrown away' = 'held back';
  #wake: () => void = () => {};
  #tellClosed: () => void = () => {};
  /** Nobody has the pipes open any more. */
  readonly closed = new Promise<void>((resolve) => {
    this.#tellClosed = resolve;
  });

  constructor(private readonly pipes: { readonly stdout: Socket; readonly stderr: Socket }) {
    for (const stream of ['stdout', 'stderr'] as const) {
      pipes[stream].on('data', (bytes: Uint8Array) => this.#push({ stream, bytes }));
      pipes[stream].on('error', () => undefined);
      pipes[stream].once('close', () => this.#closeOne());
    }
  }

  /** Bytes that no reader got, as they came when nothing could wait for one. */
  get lostBytes(): number {
    return this.#lost;
  }

  /** Lets the pipes run, whether or not somebody reads. */
  runOut(): void {
    if (this.#flow === 'held back') this.#flow = 'running out';
    this.#resume();
  }

  /** The command has ended: takes what it left in the pipes, and no more. */
  async drain(): Promise<void> {
    this.runOut();
    const most = this.#seen + mostInPipes;
    for (let quiet = 0; quiet < quietTurns && this.#open > 0 && this.#seen < most; ) {
      const before = this.#seen;
      await nextTurn();
      quiet = this.#seen === before ? quiet + 1 : 0;
    }
    this.finish();
  }

  /** Nothing more is taken; what still prints may go on, and is thrown away. */
  finish(): void {
    this.#over = true;
    this.#resume();
    this.#wake();
    for (const pipe of this.#both()) pipe.unref();
  }

  destroy(): void {
    for (const pipe of this.#both()) pipe.destroy();
  }

  #both(): readonly Socket[] {
    return [this.pipes.stdout, this.pipes.stderr];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<OutputChunk> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          this.#unread -= chunk.bytes.length;
          if (this.#unread < highWater) this.#resume();
          yield chunk;
        } else if (this.#over) return;
        else
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
      }
    } finally {
      this.#flow = 'thrown away';
      this.#chunks = [];
      this.#resume();
    }
  }

  #push(chunk: OutputChunk): void {
    this.#seen += chunk.bytes.length;
    if (this.#over || this.#flow === 'thrown away') return;
    if (this.#flow === 'running out' && this.#unread > keptAtEnd) {
      this.#lost += chunk.bytes.length;
      return;
    }
    this.#chunks.push(chunk);
    this.#unread += chunk.bytes.length;
    if (this.#flow === 'held back' && this.#unread >= highWater) for (const pipe of this.#both()) pipe.pause();
    this.#wake();
  }

  #resume(): void {
    for (const pipe of this.#both()) if (pipe.isPaused()) pipe.resume();
  }

  #closeOne(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#tellClosed();
  }
}

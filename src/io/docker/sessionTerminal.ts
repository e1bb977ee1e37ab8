import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import type { Terminal } from '../../core/run/container/session';
import { runAsRoot, type StartedExec, settledState } from './sessionExec';

/** Notes the shell's process number, then becomes it. Arguments: note, folder, program and its arguments. */
export const terminalScript = `echo $$ > "$1"; cd -- "$2" || exit 126; shift 2; exec "$@"`;

/** Hangs up on the shell and its group, and ends them where they don't mind. Argument: the note. */
const hangUpScript = `read -r pid < "$1" || exit 0
kill -HUP "$pid" "-$pid"; sleep 0.3; kill -KILL "-$pid" "$pid"; exit 0`;

/** A pseudo terminal in a session. What comes out of it is bytes, whatever they say. */
export class DockerTerminal implements Terminal {
  readonly output: AsyncIterable<Uint8Array>;
  readonly #stream: Duplex;
  readonly #over: Promise<void>;
  #closed = false;

  constructor(
    private readonly container: Docker.Container,
    private readonly started: StartedExec,
    private readonly notePath: string,
  ) {
    this.#stream = started.stream;
    this.#over = new Promise((resolve) => {
      for (const event of ['end', 'close', 'error']) this.#stream.once(event, () => resolve());
    });
    this.output = { [Symbol.asyncIterator]: () => this.#read() };
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#stream as AsyncIterable<Uint8Array>;
    } catch {
      // The connection is gone: `wait` says what is known.
    }
  }

  write(bytes: Uint8Array): void {
    if (this.#stream.writable) this.#stream.write(bytes);
  }

  /** An engine may still be starting the command and refuse at first; a terminal that has ended has no size. */
  async resize(columns: number, rows: number): Promise<void> {
    for (let tries = 0; tries < 20 && !this.#stream.destroyed; tries++) {
      const done = await this.started.exec.resize({ w: columns, h: rows }).then(
        () => true,
        () => false,
      );
      if (done) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  async wait(): Promise<number | null> {
    await this.#over;
    if (this.#closed) return null;
    const state = await settledState(this.started.exec);
    return state.kind === 'ended' ? state.exitCode : null;
  }

  /** The connection goes first: an engine whose output nobody takes can't end a command either. */
  async close(): Promise<void> {
    if (this.#stream.destroyed) return;
    this.#closed = true;
    this.#stream.destroy();
    await runAsRoot(this.container, ['sh', '-c', hangUpScript, 'sh', this.notePath]).catch(() => undefined);
  }
}

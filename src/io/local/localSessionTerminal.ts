import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Terminal } from '../../core/run/container/session';
import { EnvironmentFault } from '../../core/shared/problem';
import { exitOf, signalGroup, spawned } from './localSessionSpawn';
import { childOf, killSessionOf } from './processSessions';

const run = promisify(execFile);

const hangUpMs = 300;

/** A word as sh reads it back. */
const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

/** Whether there is a `script` that makes a pseudo terminal for a command and tells how it ended. */
const hasScript = (): Promise<boolean> =>
  run('script', ['--version']).then(
    ({ stdout }) => process.platform === 'linux' && stdout.includes('util-linux'),
    () => false,
  );

export interface TerminalToOpen {
  readonly command: readonly string[];
  /** On this machine. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
  readonly rows: number;
}

/** A pseudo terminal that `script` of util-linux holds. What comes out of it is bytes, whatever they say. */
export class LocalTerminal implements Terminal {
  readonly output: AsyncIterable<Uint8Array>;
  readonly #exit: Promise<number | null>;
  #closed = false;
  #ended = false;

  private constructor(
    private readonly child: ChildProcess,
    private readonly pid: number,
  ) {
    this.output = { [Symbol.asyncIterator]: () => this.#read() };
    this.#exit = exitOf(child).then(({ code }) => {
      this.#ended = true;
      return this.#closed ? null : code;
    });
  }

  /** Throws EnvironmentFault where the machine has no such `script`. */
  static async open({ command, folder, env, columns, rows }: TerminalToOpen): Promise<LocalTerminal> {
    if (!(await hasScript()))
      throw new EnvironmentFault(
        'engine',
        'A terminal of a local sandbox needs `script` of util-linux (Linux only): open one with docker.',
      );
    const size = `stty rows ${Math.trunc(rows)} cols ${Math.trunc(columns)} 2>/dev/null`;
    const line = `${size}; cd -- ${quoted(folder)} || exit 126; exec ${command.map(quoted).join(' ')}`;
    const child = spawn('script', ['-qefc', line, '/dev/null'], {
      cwd: '/',
      detached: true,
      env: { TERM: 'xterm-256color', ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    child.stdin.on('error', () => undefined);
    return new LocalTerminal(child, await spawned(child));
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.child.stdout as AsyncIterable<Uint8Array>;
    } catch {
      // It was closed meanwhile.
    }
  }

  write(bytes: Uint8Array): void {
    if (this.child.stdin?.writable) this.child.stdin.write(bytes);
  }

  /** A terminal that has ended has no size; the shell may not be there yet. */
  async resize(columns: number, rows: number): Promise<void> {
    for (let tries = 0; tries < 20 && !this.#ended; tries++) {
      const shell = await childOf(this.pid);
      const device = shell === null ? null : await readlink(`/proc/${shell}/fd/0`).catch(() => null);
      if (device !== null && /^\/dev\/pts\/\d+$/.test(device)) {
        const size = ['rows', String(Math.trunc(rows)), 'cols', String(Math.trunc(columns))];
        await run('stty', ['-F', device, ...size]).catch(() => undefined);
        return;
      }
      await pause(25);
    }
  }

  wait(): Promise<number | null> {
    return this.#exit;
  }

  /** Hangs up on the shell, and ends what doesn't mind. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const shell = this.#ended ? null : await childOf(this.pid);
    if (shell !== null) {
      signalGroup(shell, 'SIGHUP');
      await Promise.race([this.#exit, pause(hangUpMs)]);
      await killSessionOf(shell);
    }
    if (!this.#ended) signalGroup(this.pid, 'SIGKILL');
    await this.#exit;
    this.child.stdout?.destroy();
  }
}

import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  OutputChunk,
  Session,
  SessionSpec,
  Sessions,
  Step,
  StepEnd,
  StepSpec,
  Terminal,
} from '../../src/core/run/container/session';
import { throwAway } from './throwAway';

/** Events that a test waits for or makes. */
export interface FakeSessions extends Sessions {
  readonly opened: SessionSpec[];
  readonly closed: string[];
  readonly steps: StepSpec[];
  readonly terminals: FakeTerminal[];
  /** Called before anything is copied out. */
  onDownload: () => void;
}

/**
 * Sessions whose commands run on this machine, with `/tmp/` led into a folder of the test: for testbeds that the test
 * made itself, named by their real path.
 */
export const fakeSessions = async (): Promise<FakeSessions> => {
  const temp = await throwAway('touchstone-session-');
  const fake: FakeSessions = {
    opened: [],
    closed: [],
    steps: [],
    terminals: [],
    onDownload: () => undefined,
    openSession: async (spec) => {
      fake.opened.push(spec);
      return session(`session${fake.opened.length}`, temp, fake);
    },
  };
  return fake;
};

const session = (id: string, temp: string, fake: FakeSessions): Session => {
  const there = (text: string) => text.replaceAll(/\/tmp\/touchstone-(?=history|files)/g, `${temp}/`);
  return {
    id,
    start: async (step) => {
      fake.steps.push(step);
      return run({ ...step, command: step.command.map(there) });
    },
    terminal: async () => {
      const terminal = new FakeTerminal();
      fake.terminals.push(terminal);
      return terminal;
    },
    upload: async (from, to) => void (await cp(from, there(to), { recursive: true })),
    download: async (from, to, { leaveOut, onBytes }) => {
      fake.onDownload();
      await mkdir(to, { recursive: true });
      for (const name of await readdir(there(from)))
        if (!leaveOut.includes(name))
          await cp(join(there(from), name), join(to, name), { recursive: true, verbatimSymlinks: true });
      onBytes?.((await stat(to)).size);
      return { files: 1, bytes: 1, skipped: [] };
    },
    killAll: async () => undefined,
    close: async () => void fake.closed.push(id),
  };
};

const run = (step: StepSpec): Step => {
  const [program = '', ...args] = step.command;
  const child = spawn(program, args, { cwd: step.cwd ?? '/', env: { PATH: process.env['PATH'], ...step.env } });
  const chunks: OutputChunk[] = [];
  child.stdout.on('data', (bytes: Uint8Array) => chunks.push({ stream: 'stdout', bytes }));
  child.stderr.on('data', (bytes: Uint8Array) => chunks.push({ stream: 'stderr', bytes }));
  child.stdin.on('error', () => undefined);
  child.stdin.end(step.input ?? undefined);
  const ended = new Promise<StepEnd>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ kind: 'finished', exitCode, evidence: [], wallMs: 1 }));
  });
  ended.catch(() => undefined);
  const output = async function* () {
    await ended;
    yield* chunks;
  };
  return { output: output(), wait: () => ended, kill: async () => void child.kill('SIGKILL') };
};

/** A terminal that says what the test tells it to. */
export class FakeTerminal implements Terminal {
  readonly written: string[] = [];
  readonly sizes: string[] = [];
  closed = false;
  readonly #waiting: Uint8Array[] = [];
  #wake: () => void = () => undefined;
  #ended: number | null | undefined;

  readonly output = this.#read();

  say(text: string): void {
    this.#waiting.push(new TextEncoder().encode(text));
    this.#wake();
  }

  end(code: number | null): void {
    this.#ended ??= code;
    this.#wake();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#ended !== undefined) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  write(bytes: Uint8Array): void {
    this.written.push(new TextDecoder().decode(bytes));
  }

  async resize(columns: number, rows: number): Promise<void> {
    this.sizes.push(`${columns}x${rows}`);
  }

  async wait(): Promise<number | null> {
    return this.#ended ?? null;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.end(null);
  }
}

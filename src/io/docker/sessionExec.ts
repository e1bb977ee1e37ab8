import type { Duplex } from 'node:stream';
import type Docker from 'dockerode';
import { demux } from './demux';
import { engineWords, statusOf } from './faults';

const answerMs = 30_000;

export interface ExecRequest {
  readonly command: readonly string[];
  readonly user: string;
  readonly env: Readonly<Record<string, string>>;
  /** Null: no terminal, output in frames, standard input closed. */
  readonly terminal: { readonly columns: number; readonly rows: number } | null;
}

/** A command that the engine started, with its connection. */
export interface StartedExec {
  readonly exec: Docker.Exec;
  readonly stream: Duplex;
}

/** Asks with a limit that ends with the answer: a later abort would cut the connection that the answer is. */
const answered = async <T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), answerMs);
  try {
    return await ask(controller.signal);
  } finally {
    clearTimeout(timer);
  }
};

/** Starts a command in a running container. Errors are the engine's own. */
export const startExec = async (container: Docker.Container, request: ExecRequest): Promise<StartedExec> => {
  const { terminal } = request;
  const exec = await answered((abortSignal) =>
    container.exec({
      Cmd: [...request.command],
      User: request.user,
      Env: Object.entries(request.env).map(([name, value]) => `${name}=${value}`),
      AttachStdin: terminal !== null,
      AttachStdout: true,
      AttachStderr: true,
      Tty: terminal !== null,
      abortSignal,
    }),
  );
  const stream = await answered((abortSignal) =>
    exec.start({ hijack: true, stdin: terminal !== null, Tty: terminal !== null, abortSignal }),
  );
  return { exec, stream };
};

/** What the engine knows of a command: its exit code, that it runs, or why nobody knows. */
export type ExecState =
  | { readonly kind: 'ended'; readonly exitCode: number }
  | { readonly kind: 'running' }
  | { readonly kind: 'unknown'; readonly why: string };

export const execState = async (exec: Docker.Exec): Promise<ExecState> => {
  try {
    const { Running, ExitCode } = await exec.inspect({ abortSignal: AbortSignal.timeout(answerMs) });
    if (Running || ExitCode === null) return { kind: 'running' };
    return { kind: 'ended', exitCode: ExitCode };
  } catch (error) {
    const gone = statusOf(error) === 404;
    return { kind: 'unknown', why: gone ? 'the engine no longer knows the command' : engineWords(error) };
  }
};

/** How long a command may count as running after its connection ended, in steps of milliseconds. */
const settlePauses = [5, 10, 20, 40, 80, 160, 300, 600, 1000];

/** Asks until the command has ended: the engine notes an end a little later than it closes the connection. */
export const settledState = async (exec: Docker.Exec): Promise<ExecState> => {
  let state = await execState(exec);
  for (const ms of settlePauses) {
    if (state.kind !== 'running') return state;
    await new Promise((resolve) => setTimeout(resolve, ms));
    state = await execState(exec);
  }
  return state;
};

const mostOutput = 64 * 1024;

/** Runs a small command of our own as root; its exit code (null: lost) and the head of what it printed. */
export const runAsRoot = async (
  container: Docker.Container,
  command: readonly string[],
  limitMs = answerMs,
): Promise<{ readonly exitCode: number | null; readonly output: string }> => {
  const { exec, stream } = await startExec(container, { command, user: '0:0', env: {}, terminal: null });
  const timer = setTimeout(() => stream.destroy(new Error('it took too long')), limitMs);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const frame of demux(stream)) {
      if (bytes < mostOutput) parts.push(frame.bytes);
      bytes += frame.bytes.length;
    }
  } catch {
    return { exitCode: null, output: '' };
  } finally {
    clearTimeout(timer);
  }
  const state = await settledState(exec);
  return {
    exitCode: state.kind === 'ended' ? state.exitCode : null,
    output: Buffer.concat(parts).toString('utf8').slice(0, mostOutput),
  };
};

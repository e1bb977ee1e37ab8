import type { Session, StepEnd } from '../core/run/container/session';
import { EnvironmentFault } from '../core/shared/problem';

export interface SmallStep {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  /** Default ten minutes. */
  readonly timeoutMs?: number;
  /** Most bytes kept of each stream; what is beyond is read and dropped. Default 64 MiB. */
  readonly maxBytes?: number;
}

export interface StepOutput {
  readonly end: StepEnd;
  readonly stdout: Uint8Array;
  /** Whether all of it is there. */
  readonly isWhole: boolean;
  readonly stderr: string;
}

const usualMs = 10 * 60_000;
const usualBytes = 64 * 1024 ** 2;

/** Keeps the head of a stream. */
class Head {
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  isWhole = true;

  constructor(private readonly most: number) {}

  push(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, Math.max(0, this.most - this.#bytes));
    if (kept.length < chunk.length) this.isWhole = false;
    if (kept.length > 0) this.#chunks.push(kept);
    this.#bytes += kept.length;
  }

  get bytes(): Uint8Array {
    const all = new Uint8Array(this.#bytes);
    let at = 0;
    for (const chunk of this.#chunks) {
      all.set(chunk, at);
      at += chunk.length;
    }
    return all;
  }
}

/**
 * Runs a command of ours in a session and keeps what it says. Its exit code is the caller's to judge. Throws
 * EnvironmentFault where the engine or the sandbox went away, and where the command was ended for time or memory.
 */
export const runStep = async (
  session: Pick<Session, 'start'>,
  step: SmallStep,
  signal?: AbortSignal,
): Promise<StepOutput> => {
  const { command, env = {}, input = null, timeoutMs = usualMs, maxBytes = usualBytes } = step;
  const running = await session.start({ command, cwd: '/', env, user: null, input, timeoutMs }, signal);
  const stdout = new Head(maxBytes);
  const stderr = new Head(64 * 1024);
  for await (const { stream, bytes } of running.output) (stream === 'stdout' ? stdout : stderr).push(bytes);
  const end = await running.wait();
  signal?.throwIfAborted();
  if (end.kind !== 'finished')
    throw new EnvironmentFault(
      end.kind === 'lost' ? 'engine' : 'image',
      `A command in the container ended early (${end.kind}: ${end.evidence.join('; ')}): ${command.slice(0, 3).join(' ')}.`,
    );
  const words = new TextDecoder().decode(stderr.bytes);
  return { end, stdout: stdout.bytes, isWhole: stdout.isWhole, stderr: words };
};

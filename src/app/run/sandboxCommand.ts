import type { CommandResult } from '../../core/run/agent/attempt';
import type { Session, StepEnd } from '../../core/run/container/session';
import { EnvironmentFault } from '../../core/shared/problem';
import { KeptOutput } from './keptOutput';

export interface SandboxCommand {
  readonly command: string;
  /** Absolute in the sandbox. */
  readonly folder: string;
  readonly interpreter: readonly string[];
  readonly timeoutSeconds: number;
  readonly onOutput?: ((bytes: Uint8Array) => void) | undefined;
}

/**
 * Both streams in one, so that their order is the command's own, and nothing to read. A folder that is gone is the
 * command's fault, said in its output, and not the sandbox's.
 */
const wrapper = ['sh', '-c', 'exec 2>&1 </dev/null; cd -- "$1" || exit 126; shift; exec "$@"', 'sh'];

type Ending = Pick<CommandResult, 'returncode' | 'exceptionInfo' | 'exceptionType'>;

const broken = (type: string, words: string): Ending => ({
  returncode: -1,
  exceptionInfo: `An error occurred while executing the command: ${words}`,
  exceptionType: type,
});

/** As mini-swe-agent says it, but for its own `docker exec ...` before the command. */
const endingOf = (end: StepEnd, { command, timeoutSeconds }: SandboxCommand): Ending => {
  if (end.kind === 'time-out')
    return broken('TimeoutExpired', `Command '${command}' timed out after ${timeoutSeconds} seconds`);
  const returncode = end.exitCode;
  if (end.kind === 'killed' || returncode === null)
    return broken(end.kind === 'oom' ? 'OutOfMemory' : 'Killed', `${end.kind}: ${end.evidence.join('; ')}`);
  return { returncode, exceptionInfo: '', exceptionType: null };
};

/**
 * Runs one command in a shell of its own. After its time is over nothing of it runs any more, and what it printed until
 * then is kept. Throws EnvironmentFault where the sandbox is gone, and what the signal was aborted with.
 */
export const runCommand = async (
  session: Session,
  asked: SandboxCommand,
  signal?: AbortSignal,
): Promise<CommandResult> => {
  const { command, folder, interpreter, timeoutSeconds, onOutput } = asked;
  const step = await session.start(
    {
      command: [...wrapper, folder, ...interpreter, command],
      cwd: '/',
      env: {},
      user: null,
      input: null,
      timeoutMs: timeoutSeconds * 1000,
    },
    signal,
  );
  const kept = new KeptOutput();
  for await (const { bytes } of step.output) {
    kept.push(bytes);
    onOutput?.(bytes);
  }
  const end = await step.wait();
  signal?.throwIfAborted();
  if (end.kind === 'lost') throw new EnvironmentFault('engine', `The sandbox was lost: ${end.evidence.join('; ')}.`);
  const { text, droppedBytes } = kept.result();
  return { output: text, droppedBytes, ...endingOf(end, asked) };
};

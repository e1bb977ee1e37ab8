import type { Trajectory } from '../trajectory';

/** How an agent's commands were run, so that they can be run so again. */
export interface ShellHabit {
  /** What stands before a command's text. */
  readonly interpreter: readonly string[];
  /**
   * What one command leaves to the next: `nothing` (each has a shell of its own), `folder` (the working folder), `shell`
   * (folder, variables, functions: one shell for all).
   */
  readonly keeps: 'nothing' | 'folder' | 'shell';
  /** The working folder that was recorded; null: the repository's. */
  readonly cwd: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Of a command that names none. */
  readonly timeoutMs: number;
}

/** The usual limit of runs over a benchmark, where none is recorded. */
const usualTimeoutMs = 60_000;
const [shortest, longest] = [1_000, 30 * 60_000];

/** Within what a person would wait for; the limit comes out of the file. */
export const boundedTimeout = (ms: number | null): number =>
  ms === null || !Number.isFinite(ms) ? usualTimeoutMs : Math.min(longest, Math.max(shortest, ms));

const keepsOf = (format: string): ShellHabit['keeps'] => {
  if (/^(?:swe-agent|openhands)/.test(format)) return 'shell';
  return format.startsWith('claude-code') ? 'folder' : 'nothing';
};

/** By what the run's settings say, else by what agents of this format do. */
export const shellHabit = ({ format, shell }: Pick<Trajectory, 'format' | 'shell'>): ShellHabit => {
  const cwd = shell?.cwd ?? null;
  const interpreter = shell?.interpreter ?? [];
  const isKnown = interpreter.length > 0 && /^[\w./+-]{1,100}$/.test(interpreter[0] ?? '');
  return {
    interpreter: isKnown ? interpreter : ['bash', '-c'],
    keeps: keepsOf(format),
    cwd: cwd?.startsWith('/') === true ? cwd : null,
    env: shell?.env ?? {},
    timeoutMs: boundedTimeout(shell?.timeoutMs ?? null),
  };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { EnvironmentFault } from '../../core/shared/problem';
import { StepOutput } from './localSessionOutput';
import { makePipes, type StepPipes } from './localSessionPipes';

/** How a process ended; one of both is null. */
export type Exit = { readonly code: number; readonly signal: null } | { readonly code: null; readonly signal: string };

export interface MissingPart {
  readonly kind: 'folder' | 'program';
  readonly name: string;
}

/** A command that was started, with its group's number. */
export interface StartedCommand {
  readonly pid: number;
  readonly exit: Promise<Exit>;
  readonly output: StepOutput;
  /** What was not there, if that explains the exit code. */
  missing(code: number | null): Promise<readonly MissingPart[]>;
}

export interface CommandToStart {
  readonly id: string;
  readonly command: readonly string[];
  /** On this machine. */
  readonly folder: string;
  /** As the caller named it. */
  readonly folderName: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: Uint8Array | null;
  readonly fileBytes: number;
  /** Where pipes are made. */
  readonly root: string;
}

/**
 * Becomes the command, with the limits that a shell can set. A folder or program that isn't there is told by exit code
 * alone: what comes out are the command's bytes. Arguments: the largest file in KiB, folder, program and its arguments.
 */
const wrapperScript = `ulimit -c 0 2>/dev/null; ulimit -f "$1" 2>/dev/null
cd -- "$2" 2>/dev/null || exit 126
shift 2
type -P -- "$1" >/dev/null || [[ $1 == */* && -e $1 ]] || exit 127
exec -- "$@"`;

/** To every process of a group; one that has ended is no fault. */
export const signalGroup = (leader: number, signal: 'SIGTERM' | 'SIGHUP' | 'SIGKILL'): void => {
  try {
    process.kill(-leader, signal);
  } catch {
    // It has ended by itself.
  }
};

/** Resolves once the process runs. */
export const spawned = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid as number));
    child.once('error', reject);
  });

export const exitOf = (child: ChildProcess): Promise<Exit> =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) =>
      resolve(code === null ? { code, signal: signal ?? 'a signal' } : { code, signal: null }),
    );
  });

const spawnInto = (
  pipes: StepPipes,
  { command, folder, env, input, fileBytes, root }: CommandToStart,
): ChildProcess => {
  const kibibytes = String(Math.max(1, Math.floor(fileBytes / 1024)));
  const child = spawn('bash', ['-c', wrapperScript, 'step', kibibytes, folder, ...command], {
    cwd: root,
    detached: true,
    env,
    stdio: [input === null ? 'ignore' : 'pipe', ...pipes.writers],
  });
  // A command need not read what it is given.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  child.once('exit', () => child.stdin?.destroy());
  return child;
};

/** Starts a command in a process group of its own. Throws EnvironmentFault where the machine can't. */
export const startCommand = async (asked: CommandToStart): Promise<StartedCommand> => {
  let pipes: StepPipes | null = null;
  try {
    pipes = await makePipes(asked.root, asked.id);
    const child = spawnInto(pipes, asked);
    const exit = exitOf(child);
    const pid = await spawned(child);
    const output = new StepOutput(pipes);
    return { pid, exit, output, missing: (code) => missingParts(asked, code) };
  } catch (error) {
    pipes?.stdout.destroy();
    pipes?.stderr.destroy();
    throw new EnvironmentFault('engine', `The command can't be started here: ${(error as Error).message}`);
  } finally {
    await pipes?.closeWriters();
  }
};

const isFolder = (file: string): Promise<boolean> =>
  stat(file).then(
    (found) => found.isDirectory(),
    () => false,
  );

const isProgram = async (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const missingParts = async (asked: CommandToStart, code: number | null): Promise<MissingPart[]> => {
  const { command, folder, folderName, env } = asked;
  if (code === 126 && !(await isFolder(folder))) return [{ kind: 'folder', name: folderName }];
  if (code !== 127) return [];
  const [program = ''] = command;
  const places = program.includes('/') ? [''] : (env['PATH'] ?? '').split(':');
  for (const place of places) if (await isProgram(path.resolve(folder, place, program))) return [];
  return [{ kind: 'program', name: program }];
};

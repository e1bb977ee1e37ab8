import { devNull } from 'node:os';
import { execa } from 'execa';
import { gitFault } from './gitFault';

/** One call of git. Arguments are an array, never a line; operands stand behind `--` where git takes it. */
export interface GitCall {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folder that may belong to another user: said to git for this call alone. */
  readonly trusts?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: Uint8Array;
  readonly signal?: AbortSignal | undefined;
  /** Lines of git's own progress ("Receiving objects:  42% ..."). */
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Most bytes of output kept; more is an error. Default 64 MiB. */
  readonly maxBytes?: number;
}

export interface GitEnd {
  readonly code: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
}

/** Runs git to its end; a non-zero code is the caller's to judge. Throws EnvironmentFault where git can't be run. */
export type RunGit = (call: GitCall) => Promise<GitEnd>;

/** Settings that no repository can change: nothing of it is run, and nothing of the user's own set-up is read. */
const settings: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  `core.attributesFile=${devNull}`,
  `core.excludesFile=${devNull}`,
  'core.autocrlf=false',
  'core.untrackedCache=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'fetch.unpackLimit=1',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'advice.detachedHead=false',
];

// What ssh, proxies and certificates need of the environment, what Windows needs to start a process, and no more.
const passedOn =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TEMP|TMP|SSH_AUTH_SOCK|SSH_AGENT_PID|GIT_SSH|GIT_SSH_COMMAND|GIT_SSH_VARIANT|GIT_SSL_CAINFO|GIT_SSL_CAPATH|SSL_CERT_FILE|SSL_CERT_DIR|(https?|all|no)_proxy|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|PROGRAMDATA|PROGRAMFILES)$/i;

/** The environment of every git call: by allow-list, with prompts, lazy fetches and other people's config off. */
export const gitEnvironment = (env: NodeJS.ProcessEnv): Record<string, string> => {
  const kept = Object.entries(env).filter((pair): pair is [string, string] => passedOn.test(pair[0]) && !!pair[1]);
  return {
    GIT_SSH_COMMAND: 'ssh -o BatchMode=yes',
    ...Object.fromEntries(kept),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: 'https:ssh:file',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: devNull,
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
  };
};

const commandLine = (call: GitCall): string[] => [
  ...settings.flatMap((setting) => ['-c', setting]),
  ...(call.trusts === undefined ? [] : ['-c', `safe.directory=${call.trusts}`]),
  ...call.args,
];

/** The real git, found on PATH. */
export const runGit: RunGit = async (call) => {
  const running = execa('git', commandLine(call), {
    cwd: call.cwd,
    env: { ...gitEnvironment(process.env), ...call.env },
    extendEnv: false,
    encoding: 'buffer',
    reject: false,
    maxBuffer: call.maxBytes ?? 64 * 1024 * 1024,
    stripFinalNewline: false,
    ...(call.input === undefined ? { stdin: 'ignore' as const } : { input: call.input }),
    ...(call.signal === undefined ? {} : { cancelSignal: call.signal }),
  });
  if (call.onProgress) reportLines(running.stderr, call.onProgress);
  const end = await running;
  call.signal?.throwIfAborted();
  const stderr = new TextDecoder().decode(end.stderr);
  if (end.isMaxBuffer) throw gitFault({ kind: 'too-much', args: call.args });
  if (end.exitCode === undefined) throw gitFault({ kind: 'not-run', error: end, cwd: call.cwd });
  return { code: end.exitCode, stdout: end.stdout, stderr };
};

const reportLines = (stream: NodeJS.ReadableStream | null, onProgress: (text: string) => void): void => {
  stream?.on('data', (chunk: Uint8Array) => {
    const lines = new TextDecoder().decode(chunk).split(/[\r\n]+/);
    // "Receiving objects:  42% (...)" is progress; what else git tells (each new tag) is not.
    const last = lines.findLast((line) => /^(?:remote: )?[A-Z][a-z]+ \w+: /.test(line));
    if (last !== undefined) onProgress(last.replace(/^remote: /, '').trim());
  });
};

/** Runs git and throws what `gitFault` makes of it where it ends in anything but 0. `doing` completes "while ...". */
export const mustRun = async (run: RunGit, call: GitCall, doing: string): Promise<GitEnd> => {
  const end = await run(call);
  if (end.code !== 0) throw gitFault({ kind: 'failed', stderr: end.stderr, code: end.code, doing });
  return end;
};

export const textOf = (end: GitEnd): string => new TextDecoder().decode(end.stdout).replace(/\n$/, '');

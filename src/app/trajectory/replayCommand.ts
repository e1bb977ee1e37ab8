import type { StepEnd, StepSpec } from '../../core/run/container/session';
import type { SeenOutput } from '../../core/run/trajectory/replay/compareOutput';
import { toRecording, toSandbox } from '../../core/run/trajectory/replay/pathRewrite';
import type { ReplayAction } from '../../core/run/trajectory/replay/replayActions';
import type { ShellHabit } from '../../core/run/trajectory/replay/shellHabit';
import type { ReplaySandbox } from './replaySandbox';

/** What is kept of one command's output; the rest is read and dropped. */
const mostBytes = 8 * 1024 ** 2;

/** Both streams in one, so that their order is the command's own; nothing to read, for bash takes a socket for a login. */
const joined = ['sh', '-c', 'exec "$@" 2>&1 </dev/null', 'sh'];

/**
 * One shell for all commands, as far as it can be had without a terminal: each takes over folder, variables and
 * functions that the one before left. One that leaves the shell (`exit`) leaves nothing. Arguments: the folder of the
 * notes, the command, `shell` or `folder`.
 */
const lastingScript = `[ "$3" = shell ] && [ -r "$1/state" ] && . "$1/state" >/dev/null 2>&1
[ -r "$1/cwd" ] && cd -- "$(cat "$1/cwd")"
_ts_dir=$1 _ts_cmd=$2 _ts_keeps=$3
set --
eval "$_ts_cmd"
_ts_rc=$?
[ "$_ts_keeps" = shell ] && { declare -p; declare -f; shopt -p; } >"$_ts_dir/state" 2>/dev/null
pwd >"$_ts_dir/cwd"
exit $_ts_rc`;

type RunAction = ReplayAction & { readonly kind: 'run' };

const wordsOf = ({ command }: RunAction, { notes, rewrite }: ReplaySandbox, habit: ShellHabit): readonly string[] => {
  if (typeof command !== 'string') return command.map((word) => toSandbox(word, rewrite));
  const text = toSandbox(command, rewrite);
  if (habit.keeps === 'nothing') return [...habit.interpreter, text];
  return ['bash', '-c', lastingScript, 'bash', notes, text, habit.keeps];
};

const folderOf = ({ cwd }: RunAction, { rewrite }: ReplaySandbox): string => {
  if (cwd === null) return rewrite.actual;
  return cwd.startsWith('/') ? toSandbox(cwd, rewrite) : `${rewrite.actual}/${cwd}`;
};

const stepOf = (action: RunAction, sandbox: ReplaySandbox, habit: ShellHabit): StepSpec => {
  const folder = folderOf(action, sandbox);
  // The sandbox's own way of a folder knows containers alone: cd goes to any place.
  const go = ['sh', '-c', 'cd -- "$1" && shift && exec "$@"', 'sh', folder];
  return {
    command: [...joined, ...go, ...wordsOf(action, sandbox, habit)],
    cwd: '/',
    env: {},
    user: null,
    input: null,
    timeoutMs: action.timeoutMs,
  };
};

/** Runs one recorded command and gives what it said, with the folder's name as the trajectory has it. */
export const runReplayCommand = async (
  action: RunAction,
  sandbox: ReplaySandbox,
  habit: ShellHabit,
  signal?: AbortSignal,
): Promise<{ readonly seen: SeenOutput; readonly end: StepEnd }> => {
  const running = await sandbox.session.start(stepOf(action, sandbox, habit), signal);
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of running.output) {
    const kept = chunk.bytes.subarray(0, Math.max(0, mostBytes - bytes));
    text += decoder.decode(kept, { stream: true });
    bytes += chunk.bytes.length;
  }
  text += decoder.decode();
  const end = await running.wait();
  signal?.throwIfAborted();
  const seen = {
    text: toRecording(text, sandbox.rewrite),
    exitCode: end.exitCode,
    timedOut: end.kind === 'time-out',
    isWhole: bytes <= mostBytes,
  };
  return { seen, end };
};

import type { Session } from '../../core/run/container/session';
import { EnvironmentFault } from '../../core/shared/problem';
import { err, ok, type Result } from '../../core/shared/result';
import { runStep, type StepOutput } from '../sessionStep';
import type { ReplaySandbox } from './replaySandbox';

/** No setting of the image's or the repository's has a say, and nothing is asked. */
const env = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
};

/**
 * A repository of ours beside the testbed, whose first state is the testbed's: what the agent does to `.git`, HEAD or
 * the index then changes nothing. Files that the testbed's own repository tracks count even where they are ignored.
 * Arguments: the notes' folder, the testbed. Prints the tree.
 */
const beginScript = `set -e
dir=$1/tree.git tree=$2
ours() { git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 --git-dir="$dir" --work-tree="$tree" "$@"; }
git init -q --bare --template= "$dir"
mkdir -p "$dir/info"
cat "$tree/.git/info/exclude" >"$dir/info/exclude" 2>/dev/null || :
cd -- "$tree"
git -c safe.directory='*' -c core.fsmonitor=false ls-files -z >"$dir/tracked" 2>/dev/null || :
ours update-index --add --remove -z --stdin <"$dir/tracked" 2>/dev/null || :
ours add -A . 2>/dev/null
ours write-tree`;

/** Prints the tree as it is now and, where it is another one than the last, its diff from the first. Further arguments: both. */
const lookScript = `set -e
dir=$1/tree.git tree=$2
cd -- "$tree"
git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c gc.auto=0 --git-dir="$dir" --work-tree="$tree" add -A .
now=$(git --git-dir="$dir" write-tree)
echo "$now"
[ "$now" = "$4" ] || git --git-dir="$dir" diff --binary --no-color --no-ext-diff --no-textconv "$3" "$now"`;

/** A diff of more is no snapshot. */
const mostBytes = 32 * 1024 ** 2;
const timeoutMs = 5 * 60_000;

const treeIn = (line: Uint8Array): string | null => {
  const tree = new TextDecoder().decode(line).trim();
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(tree) ? tree : null;
};

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The testbed's diffs from its first state, taken out of the agent's sight. */
export class ReplaySnapshots {
  private last: { readonly tree: string; readonly patch: string };

  private constructor(
    private readonly session: Pick<Session, 'start'>,
    private readonly folders: readonly [notes: string, testbed: string],
    private readonly base: string,
  ) {
    this.last = { tree: base, patch: '' };
  }

  /** Notes the first state. An error says why there can be no snapshots: without git, for one. */
  static async begin(
    { session, notes, testbed }: ReplaySandbox,
    signal?: AbortSignal,
  ): Promise<Result<ReplaySnapshots, string>> {
    const run = () =>
      runStep(session, { command: ['sh', '-c', beginScript, 'sh', notes, testbed], env, timeoutMs }, signal);
    const output = await orWhy(run, signal);
    if (!output.ok) return output;
    const { end, stdout } = output.value;
    const tree = end.exitCode === 0 ? treeIn(stdout) : null;
    if (tree === null) return err(wordsOf(output.value));
    return ok(new ReplaySnapshots(session, [notes, testbed], tree));
  }

  /** The diff as it is now. Where nothing changed since the last one, that is given again. */
  async take(signal?: AbortSignal): Promise<Result<string, string>> {
    const looked = await orWhy(() => this.run(lookScript, [this.base, this.last.tree], signal), signal);
    if (!looked.ok) return looked;
    const { end, stdout, isWhole } = looked.value;
    const lineEnd = stdout.indexOf(0x0a);
    const tree = end.exitCode === 0 ? treeIn(stdout.subarray(0, Math.max(0, lineEnd))) : null;
    if (tree === null) return err(wordsOf(looked.value));
    if (tree === this.last.tree) return ok(this.last.patch);
    const patch = isWhole ? textOf(stdout.subarray(lineEnd + 1)) : null;
    if (patch === null) return err('the diff is larger than 32 MB, or no UTF-8 text');
    this.last = { tree, patch };
    return ok(patch);
  }

  private run(script: string, more: readonly string[], signal?: AbortSignal): Promise<StepOutput> {
    const command = ['sh', '-c', script, 'sh', ...this.folders, ...more];
    return runStep(this.session, { command, env, timeoutMs, maxBytes: mostBytes }, signal);
  }
}

/** What the sandbox refuses is a reason; that it is gone ends everything elsewhere. */
const orWhy = async (run: () => Promise<StepOutput>, signal?: AbortSignal): Promise<Result<StepOutput, string>> => {
  try {
    return ok(await run());
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof EnvironmentFault) return err(error.message);
    throw error;
  }
};

const wordsOf = ({ end, stderr }: StepOutput): string => {
  if (/git: (?:command )?not found/.test(stderr)) return 'the image has no git';
  const line = stderr.split('\n').findLast((one) => one.trim() !== '') ?? `exit code ${end.exitCode}`;
  return `git said: ${line.slice(0, 300)}`;
};

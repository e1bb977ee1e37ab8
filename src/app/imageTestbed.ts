import type { Session } from '../core/run/container/session';
import { InputFault } from '../core/shared/problem';
import type { TestbedFacts } from '../core/workspace/imageTree';
import { runStep, type SmallStep, type StepOutput } from './sessionStep';

/** git inside the container: whoever owns the tree, and without a hook, a monitor or a replaced object. */
const gitWords = ['git', '-c', 'safe.directory=*', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
const gitEnv = { GIT_OPTIONAL_LOCKS: '0', GIT_NO_REPLACE_OBJECTS: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' };

type Ask = (...args: readonly string[]) => Promise<StepOutput>;

const asking =
  (session: Session, testbed: string, signal?: AbortSignal): Ask =>
  (...args) =>
    runStep(session, { command: [...gitWords, '-C', testbed, ...args], env: gitEnv }, signal);

const textOf = (output: StepOutput): string => new TextDecoder().decode(output.stdout).replace(/\n$/, '');
const fieldsOf = (output: StepOutput): readonly string[] => textOf(output).split('\0').filter(Boolean);
const numberOf = (output: StepOutput): number => Number.parseInt(textOf(output), 10) || 0;

const noRepository: TestbedFacts = {
  tracked: null,
  hasBase: false,
  isShallow: false,
  changed: null,
  headLater: 0,
  refsLater: [],
  commitsLater: 0,
};

/**
 * Asks the image's own git, inside the container, what it knows of the testbed: the files of its index, what differs
 * from base, and whether there are refs or objects later than base. `baseCommit` null: nothing of base is asked.
 */
export const readTestbed = async (
  session: Session,
  testbed: string,
  baseCommit: string | null,
  signal?: AbortSignal,
): Promise<TestbedFacts> => {
  const ask = asking(session, testbed, signal);
  const top = await ask('rev-parse', '--show-cdup', '--is-shallow-repository').catch((error: unknown) => {
    signal?.throwIfAborted();
    // Without git there is nothing to start: some engines say so by failing the command itself.
    if (/executable file not found|no such file/i.test(String(error))) return null;
    throw error;
  });
  if (top === null || top.end.exitCode !== 0 || !textOf(top).startsWith('\n')) return noRepository;
  const files = await ask('ls-files', '-z');
  if (files.end.exitCode !== 0 || !files.isWhole) return noRepository;
  const facts = { ...noRepository, tracked: [...new Set(fieldsOf(files))], isShallow: /true/.test(textOf(top)) };
  if (baseCommit === null) return facts;
  const base = await ask('cat-file', '-e', `${baseCommit}^{commit}`);
  return base.end.exitCode === 0
    ? { ...facts, ...(await againstBase(ask, session, testbed, baseCommit, signal)) }
    : facts;
};

const againstBase = async (
  ask: Ask,
  session: Session,
  testbed: string,
  base: string,
  signal?: AbortSignal,
): Promise<Partial<TestbedFacts>> => {
  const options = ['--name-status', '-z', '--no-renames', '--no-ext-diff', '--ignore-submodules=all'];
  const differing = await ask('diff', ...options, base, '--');
  const refs = textOf(await ask('for-each-ref', '--format=%(refname)', `--no-merged=${base}`));
  const script =
    'cd "$1" && git -c safe.directory="*" cat-file --batch-all-objects --batch-check="%(objecttype)" | grep -c "^commit$"';
  const step: SmallStep = { command: ['sh', '-c', script, 'sh', testbed], env: gitEnv };
  const all = numberOf(await runStep(session, step, signal));
  const own = numberOf(await ask('rev-list', '--count', base));
  return {
    hasBase: true,
    changed: differing.end.exitCode === 0 && differing.isWhole ? pairsOf(fieldsOf(differing)) : null,
    headLater: numberOf(await ask('rev-list', '--count', `${base}..HEAD`)),
    refsLater: refs.split('\n').filter(Boolean),
    commitsLater: Math.max(0, all - own),
  };
};

const pairsOf = (fields: readonly string[]): readonly { readonly status: string; readonly path: string }[] =>
  fields.flatMap((status, at) => (at % 2 === 0 ? [{ status: status.slice(0, 1), path: fields[at + 1] ?? '' }] : []));

const historyFolder = '/tmp/touchstone-history';

/**
 * A repository of ours beside the testbed's, which borrows its objects: the bundle can hold base's ancestry alone, and
 * no hook, setting or replaced object of the testbed's has a say.
 */
const bundleScript = `set -e
rm -rf "$1"
mkdir -p "$1/out"
objects=$(git -c safe.directory='*' -C "$2" rev-parse --git-path objects)
case $objects in /*) ;; *) objects=$2/$objects ;; esac
git init -q --bare --template= $4 "$1/repository"
printf '%s\\n' "$objects" >"$1/repository/objects/info/alternates"
git --git-dir "$1/repository" update-ref refs/heads/base "$3"
git --git-dir "$1/repository" bundle create "$1/out/base.bundle" refs/heads/base
`;

/** Makes the bundle inside the container; gives the folder in it that holds `base.bundle`. Throws InputFault. */
export const bundleTestbed = async (
  session: Session,
  testbed: string,
  baseCommit: string,
  signal?: AbortSignal,
): Promise<string> => {
  const format = baseCommit.length === 64 ? '--object-format=sha256' : '';
  const command = ['sh', '-c', bundleScript, 'sh', historyFolder, testbed, baseCommit, format];
  const { end, stderr } = await runStep(session, { command, env: gitEnv }, signal);
  if (end.exitCode === 0) return `${historyFolder}/out`;
  const said = stderr.split('\n').findLast((line) => /^(fatal|error):/.test(line)) ?? `exit code ${end.exitCode}`;
  throw new InputFault(`The image's git couldn't bundle base's history (${said}). Open it with a scrubbed history.`);
};

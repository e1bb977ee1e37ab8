import { type ShellCommand, shellCommands } from './shellCommands';
import type { CallKind } from './step';
import { runsTests } from './testRunners';

/** What a shell command can be, the strongest first. */
const strength: readonly CallKind[] = ['submit', 'edit', 'test', 'shell', 'search', 'read'];

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Commands that change only the shell, or only say something. */
const neutral = words(
  'cd pushd popd export set unset source . true false : sleep echo printf pwd alias conda wait shift',
);
const readers = words(
  'cat head tail less more nl tac sed awk gawk cut sort uniq wc tr column jq yq xxd od hexdump strings file stat diff cmp ' +
    'md5sum sha1sum sha256sum basename dirname realpath readlink du view bat',
);
const searchers = words('grep egrep fgrep rg ag ack find fd fdfind ls tree locate which whereis zgrep ripgrep');
const editors = words('patch tee rm mv cp touch ln truncate dd ed ex install rsync unlink rmdir');
const gitReads = words(
  'diff log show status blame cat-file rev-parse describe shortlog reflog branch remote config tag',
);
/** With these `git apply` changes nothing. */
const onlyLooks = /^--(?:check|stat|numstat|summary)$/;
const gitEdits = words('apply am checkout restore reset stash clean rm mv revert merge cherry-pick pull rebase switch');
/** Programs that run the code of a file, of an option, or of their input. */
export const interpreters = /^(?:python[\d.]*|pypy3?|node|ruby|perl|php)$/;
const writesInCode =
  /\b(?:write_text|write_bytes|writelines|writeFileSync|writeFile|appendFileSync|file_put_contents|File\.write)\b|\bopen\([^)\n]{0,300}['"][wax]b?\+?['"]|\bfs\.rm|os\.(?:remove|unlink|rename|replace)\(|shutil\./;
const sentinel = /(?:COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT)/;

/** Words with which a program begins another, and how many of their own arguments stand before it. */
const wrappers: ReadonlyMap<string, number> = new Map([
  ...['env', 'nohup', 'time', 'sudo', 'exec', 'command', 'xargs', 'stdbuf', 'npx', 'bunx', 'xvfb-run', 'nice'].map(
    (name): [string, number] => [name, 0],
  ),
  ['timeout', 1],
  ['gtimeout', 1],
]);
const runWrappers = words('poetry uv pipenv pdm rye hatch conda mamba coverage');
const valuedOptions = /^(?:-[nskuIPLi]|--signal|--kill-after|--user|--name|--with|--extra|--group|--rcfile)$/;

/** The name of a program that may be written with its folder. */
export const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** From the first word that is neither an option, its value, nor an assignment. */
const afterOptions = (args: readonly string[]): readonly string[] => {
  let at = 0;
  while (at < args.length) {
    const arg = args[at] ?? '';
    if (valuedOptions.test(arg)) at += 2;
    else if (arg.startsWith('-') || /^\w+=/.test(arg)) at += 1;
    else break;
  }
  return args.slice(at);
};

/** What remains after one wrapper; null where the command is none. */
const unwrapOnce = ([first = '', ...rest]: readonly string[]): readonly string[] | null => {
  if (/^[A-Za-z_]\w*=/.test(first)) return rest;
  const name = lastPart(first);
  const own = wrappers.get(name);
  if (own !== undefined) return afterOptions(rest).slice(own);
  if (name === 'bundle' && rest[0] === 'exec') return rest.slice(1);
  if ((name === 'pnpm' || name === 'yarn' || name === 'npm') && rest[0] === 'exec') return afterOptions(rest.slice(1));
  if (runWrappers.has(name) && rest[0] === 'run') {
    const inner = rest.slice(1);
    return inner[0] === '-m' ? inner.slice(1) : moduleOf(afterOptions(inner), inner);
  }
  if (interpreters.test(name)) return afterInterpreter(rest);
  return null;
};

/** `coverage run --source=x -m pytest`: the module stands behind options. */
const moduleOf = (plain: readonly string[], all: readonly string[]): readonly string[] => {
  const at = all.indexOf('-m');
  return at >= 0 && at <= all.length - plain.length ? all.slice(at + 1) : plain;
};

/** `python -m pytest`, `python -Wd tests/runtests.py`, `php artisan test`: the module or script is the program. */
const afterInterpreter = (rest: readonly string[]): readonly string[] | null => {
  for (let at = 0; at < rest.length; at++) {
    const arg = rest[at] ?? '';
    if (arg === '-m') return rest[at + 1] === 'unittest' ? ['pytest'] : rest.slice(at + 1);
    if (arg === '-X' || arg === '-W') at++;
    else if (!arg.startsWith('-')) return rest.slice(at);
    else if (/^(?:-c|-e|-|--test|-\w*i\w*)$/.test(arg)) return null;
  }
  return null;
};

/** Bounded: nobody wraps a program so often, and a hostile line might. */
const unwrap = (command: readonly string[], keepsInterpreter = false): readonly string[] => {
  let current = command;
  for (let left = 20; left > 0; left--) {
    const isKept = keepsInterpreter && interpreters.test(lastPart(current[0] ?? ''));
    const next = isKept ? null : unwrapOnce(current);
    if (next === null) break;
    current = next;
  }
  return current;
};

/** A command without `timeout 60`, `poetry run` and their like; an interpreter stays. */
export const withoutWrappers = (command: readonly string[]): readonly string[] => unwrap(command, true);

const gitKind = (args: readonly string[]): CallKind => {
  const at = args.findIndex(
    (arg, index) => !arg.startsWith('-') && args[index - 1] !== '-C' && args[index - 1] !== '-c',
  );
  const verb = args[at] ?? '';
  if (verb === 'grep' || verb === 'ls-files') return 'search';
  if (verb === 'apply' && args.some((arg) => onlyLooks.test(arg)) && !args.includes('--apply')) return 'read';
  if (verb === 'stash' && /^(?:list|show)$/.test(args[at + 1] ?? '')) return 'read';
  return gitReads.has(verb) ? 'read' : gitEdits.has(verb) ? 'edit' : 'shell';
};

const inPlace = (name: string, args: readonly string[]): boolean =>
  (name === 'sed' && args.some((arg) => /^(?:-[nErsz]*i|--in-place)/.test(arg))) ||
  (name === 'perl' && args.some((arg) => /^-[a-hj-zA-Z0]*i/.test(arg))) ||
  (name.endsWith('awk') && args.includes('inplace'));

const findKind = (args: readonly string[], depth: number): CallKind => {
  if (args.includes('-delete')) return 'edit';
  const at = args.findIndex((arg) => /^-(?:exec|execdir|ok)$/.test(arg));
  return at < 0 ? 'search' : strongest(['search', wordsKind(args.slice(at + 1), depth) ?? 'search']);
};

/** What the words of one command do; null where they do nothing to files, as `cd` and `echo`. */
const wordsKind = (command: readonly string[], depth: number): CallKind | null => {
  const [program = '', ...args] = unwrap(command);
  const name = lastPart(program);
  if (program === '' || neutral.has(name)) return null;
  if (/^(?:ba|z|da|k)?sh$/.test(name)) {
    const at = args.findIndex((arg) => /^-\w*c$/.test(arg));
    return at < 0 ? scriptKind(args, depth) : depth > 0 ? kindOfScript(args[at + 1] ?? '', depth - 1) : 'shell';
  }
  if (name === 'submit') return 'submit';
  if (inPlace(name, args) || editors.has(name) || name === 'apply_patch' || name === 'applypatch') return 'edit';
  if (runsTests(program, args)) return 'test';
  if (name === 'git') return gitKind(args);
  if (name === 'find') return findKind(args, depth);
  return searchers.has(name) ? 'search' : readers.has(name) ? 'read' : 'shell';
};

/** `bash run_tests.sh`: the script is the program. */
const scriptKind = (args: readonly string[], depth: number): CallKind =>
  (depth > 0 && args.length > 0 ? wordsKind(afterOptions(args), depth - 1) : null) ?? 'shell';

const runsCodeThatWrites = (command: ShellCommand): boolean =>
  command.words.some((word) => interpreters.test(lastPart(word))) &&
  (writesInCode.test(command.input) || command.words.some((word) => writesInCode.test(word)));

const commandKind = (command: ShellCommand, depth: number): CallKind | null => {
  const text = lastPart(command.words[0] ?? '');
  if ((text === 'echo' || text === 'printf') && command.words.some((word) => sentinel.test(word))) return 'submit';
  const writes = command.writesTo.length > 0 && (text === '' || /^(?:echo|printf|cat|sed|awk)$/.test(text));
  if (writes || runsCodeThatWrites(command)) return 'edit';
  return wordsKind(command.words, depth);
};

const strongest = (kinds: readonly CallKind[]): CallKind => strength.find((kind) => kinds.includes(kind)) ?? 'shell';

const kindOfScript = (script: string, depth: number): CallKind =>
  strongest(shellCommands(script).flatMap((command) => commandKind(command, depth) ?? []));

/** The scripts that were asked for last: a reader asks for one, and the step that it makes of it soon again. */
const lately = new Map<string, CallKind>();
const mostLately = 256;

/**
 * What a shell command does, by the programs that it names: of several the strongest of submit, edit, test, shell (a
 * program that is none of these), search, read. Looks into `bash -c` three deep. It may be wrong where a program does
 * what its name doesn't say, so nothing exact may rest on it.
 */
export const shellKind = (script: string): CallKind => {
  const known = lately.get(script);
  if (known !== undefined) return known;
  const kind = kindOfScript(script, 3);
  if (lately.size >= mostLately) lately.clear();
  if (script.length < 4096) lately.set(script, kind);
  return kind;
};

/** The same of one command alone; null where it does nothing to files. */
export const shellKindOfCommand = (command: ShellCommand): CallKind | null => commandKind(command, 3);

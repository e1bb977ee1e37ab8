import { interpreters, lastPart, withoutWrappers } from '../../shellKind';

/** What a program that isn't followed may have done to the repository's files. */
export type ProgramRun =
  /** As far as its words tell it leaves them alone: it prints, or it runs tests. */
  | { readonly kind: 'quiet' }
  /** It runs the code of a file, whose text tells more. */
  | { readonly kind: 'script'; readonly path: string }
  /** It may have changed any. */
  | { readonly kind: 'any'; readonly name: string };

const quiet: ProgramRun = { kind: 'quiet' };
const any = (name: string): ProgramRun => ({ kind: 'any', name });

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Programs that only print, check, or change what is no file of a repository. */
const printers = words(
  'date whoami id uname hostname env printenv seq expr ps top free df uptime nproc lscpu locale getconf ulimit kill ' +
    'pkill man info history jobs test [ mkdir curl flake8 pyflakes pylint mypy pyright py_compile ' +
    'site timeit this json.tool tokenize dis javap nm ldd objdump size type hash tput clear yes stty',
);

/** By the first word behind the program's name. */
const printersByWord: ReadonlyMap<string, RegExp> = new Map([
  [
    'git',
    /^(?:add|commit|fetch|hash-object|ls-remote|count-objects|fsck|gc|check-ignore|check-attr|for-each-ref|ls-tree|merge-base|rev-list|name-rev|var|version|write-tree|update-index|whatchanged|cherry|range-diff|diff-tree|diff-index|diff-files)$/,
  ],
  ['pip', /^(?:list|show|freeze|check|config|index|debug)$/],
  ['conda', /^(?:list|info|env|search)$/],
  ['npm', /^(?:ls|list|view|root|config|prefix|outdated)$/],
  ['go', /^(?:vet|version|env|list|doc)$/],
  ['cargo', /^(?:check|version|metadata|tree|clippy)$/],
]);

/** Options with which programs that print write files. */
const writes = /^(?:--fix\b.*|--write|-w|--in-place|--output.*|-o|-O|--outDir|--report.*|--html-report)$/;

/** Words by which code in Python or JavaScript changes files, or runs what may: rather too many than too few. */
const writingWords =
  /(?<!\bstd(?:out|err)\.)write|save|\bdump\(|\bto_(?:csv|json|html|excel|pickle|file|parquet|latex)\b|subprocess|\bsystem\b|[pP]open|spawn|(?<!\.)\bexec\b|exec(?:Sync|File|v|_|l\b)|\beval\b|shutil|unlink|remove|rename|[rR]eplace\(\s*[\w.]*(?:path|file)|mkdir|makedirs|touch|truncate|symlink|copyfile|child_process|call_command|makemigrations|FileHandler|\bsqlite3\b|['"](?:node:)?fs(?:\/promises)?['"]|__import__|runpy|importlib/;
const opensToWrite = /\bopen\((?:[^()\n]|\([^()\n]*\))*,(?!\s*(?:mode\s*=\s*)?['"]r[bt]?['"]|\s*encoding\s*=)/;

/** Whether code may change files, by the words in it. A text of more than 200,000 characters is taken to. */
export const mayWrite = (code: string): boolean =>
  code.length > 200_000 || writingWords.test(code) || opensToWrite.test(code);

const ofCode = (name: string, code: string): ProgramRun => (mayWrite(code) ? any(name) : quiet);

const asksOnly = (args: readonly string[]): boolean =>
  args.length === 1 && /^(?:--version|-V|-v|--help|-h|version)$/.test(args[0] ?? '');

/** `python`, `node` and their like: by the code they were given, or the file that holds it. */
const interpreterRun = (name: string, args: readonly string[], input: string): ProgramRun => {
  if (!/^(?:python|pypy|node)/.test(name)) return any(name);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-m') return programRun(args.slice(at + 1), input);
    if (/^(?:-\w*c|-e|-p|-pe|--eval|--print)$/.test(arg)) return ofCode(name, args[at + 1] ?? '');
    if (arg === '-X' || arg === '-W' || arg === '-r' || arg === '--import') at++;
    else if (arg === '-') break;
    else if (!arg.startsWith('-')) return { kind: 'script', path: arg };
  }
  // Code out of a pipe isn't seen.
  return input === '' ? any(name) : ofCode(name, input);
};

/** What one command that no edit was told of may have done, by its words and its here-document. Never guesses "quiet". */
export const programRun = (command: readonly string[], input: string): ProgramRun => {
  const [program = '', ...args] = withoutWrappers(command);
  const name = lastPart(program);
  if (asksOnly(args)) return quiet;
  if (interpreters.test(name)) return interpreterRun(name, args, input);
  if (printers.has(name)) return args.some((arg) => writes.test(arg)) ? any(name) : quiet;
  // A mode is part of a patch.
  if (name === 'chmod') return args.slice(1).every((arg) => arg.startsWith('/tmp/')) ? quiet : any(name);
  const word = name === 'git' ? gitVerb(args) : args[0];
  if (printersByWord.get(name === 'pip3' ? 'pip' : name)?.test(word ?? '')) return quiet;
  return any(name);
};

const gitVerb = (args: readonly string[]): string | undefined =>
  args.find((arg, at) => !arg.startsWith('-') && args[at - 1] !== '-C' && args[at - 1] !== '-c');

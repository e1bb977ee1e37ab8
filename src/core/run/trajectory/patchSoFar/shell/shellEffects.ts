import { editsOfDiff } from '../editArguments';
import type { FileEdit } from '../fileEdit';
import { readPatchBody } from '../patchBody';
import type { LiteralCommand, Redirect } from './literalCommand';
import { readSedScript } from './sedScript';

/** What a command did to files; null: more than can be said. */
type Effect = readonly FileEdit[] | null;

interface Plain {
  readonly name: string;
  readonly args: readonly string[];
  readonly input: string | null | undefined;
  readonly target: Redirect | null;
}

const known = (words: readonly (string | null)[]): words is readonly string[] => words.every((word) => word !== null);

/** Text written to the file that the output goes to; `null` text: not known. */
const written = (target: Redirect | null, text: string | null): Effect => {
  if (target === null) return [];
  if (target.path === null || text === null) return null;
  return [{ kind: target.append ? 'append' : 'write', path: target.path, text }];
};

const cat = ({ args, input, target }: Plain): Effect => {
  if (target === null) return [];
  const operands = args.filter((arg) => arg !== '-');
  if (operands.length === 0) return written(target, input ?? null);
  const [from, ...more] = operands;
  const copies = from !== undefined && more.length === 0 && args.length === 1 && !from.startsWith('-');
  return copies && target.path !== null && !target.append ? [{ kind: 'copy', path: target.path, from }] : null;
};

const tee = ({ args, input, target }: Plain): Effect => {
  const append = args[0] === '-a';
  const paths = append ? args.slice(1) : args;
  if (input === undefined || input === null || target !== null) return null;
  if (paths.some((path) => path.startsWith('-'))) return null;
  return paths.map((path) => ({ kind: append ? ('append' as const) : ('write' as const), path, text: input }));
};

/** Shells differ in what `echo` makes of a backslash. */
const echo = ({ args, target }: Plain): Effect => {
  const open = args[0] === '-n';
  const words = open ? args.slice(1) : args;
  const isPlain = !/^-[neE]+$/.test(words[0] ?? '') && !words.some((word) => word.includes('\\'));
  return written(target, isPlain ? `${words.join(' ')}${open ? '' : '\n'}` : null);
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', '\\': '\\', '"': '"' };

/** A format whose only parts are `%s`, `%%` and plain escapes. */
const formatted = (format: string, args: readonly string[]): string | null => {
  const takes = (format.match(/%s/g) ?? []).length;
  if (/%[^s%]|%$|\\[^nt\\"]|\\$/.test(format.replaceAll('%%', ''))) return null;
  if (takes === 0 ? args.length > 0 : args.length % takes !== 0 || args.length === 0) return null;
  let text = '';
  let next = 0;
  do
    text += format.replace(/%s|%%|\\(.)/g, (found, escaped: string | undefined) =>
      found === '%s' ? (args[next++] ?? '') : found === '%%' ? '%' : (escapes[escaped ?? ''] ?? ''),
    );
  while (takes > 0 && next < args.length);
  return text;
};

const printf = ({ args: [format = '', ...args], target }: Plain): Effect =>
  written(target, format.startsWith('-') ? null : formatted(format, args));

interface SedCall {
  readonly inPlace: boolean;
  readonly extended: boolean;
  readonly scripts: readonly string[];
  readonly files: readonly string[];
}

/** Null: an option whose meaning is another. */
const sedCall = (args: readonly string[]): SedCall | null => {
  let [inPlace, extended] = [false, false];
  const [scripts, plain]: [string[], string[]] = [[], []];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '-i' || arg === '--in-place') inPlace = true;
    else if (arg === '-E' || arg === '-r' || arg === '--regexp-extended') extended = true;
    else if (arg === '-Ei' || arg === '-ri') [inPlace, extended] = [true, true];
    else if (arg === '-e' || arg === '--expression') scripts.push(args[++at] ?? '');
    else if (arg.startsWith('-')) return null;
    else plain.push(arg);
  }
  const files = scripts.length > 0 ? plain : plain.slice(1);
  return { inPlace, extended, scripts: scripts.length > 0 ? scripts : plain.slice(0, 1), files };
};

const sed = ({ args, target }: Plain): Effect => {
  const call = sedCall(args);
  if (call === null || target !== null || !call.inPlace) return null;
  const script = readSedScript(call.scripts.join('\n'), call.extended);
  return script === null ? null : call.files.map((path) => ({ kind: 'sed', path, script }));
};

const rm = ({ args, target }: Plain): Effect => {
  const options = args.filter((arg) => arg.startsWith('-'));
  const isPlain = target === null && options.every((option) => /^-[frRv]+$/.test(option));
  const tree = options.some((option) => /[rR]/.test(option));
  const paths = args.filter((arg) => !arg.startsWith('-'));
  return isPlain ? paths.map((path) => ({ kind: tree ? ('removeTree' as const) : ('remove' as const), path })) : null;
};

const moveOrCopy = ({ name, args, target }: Plain): Effect => {
  const [from, to, ...more] = args.filter((arg) => arg !== '-f' && arg !== '-v' && (name === 'mv' || arg !== '-p'));
  if (target !== null || from === undefined || to === undefined || more.length > 0) return null;
  if (from.startsWith('-') || to.startsWith('-') || !isFileFor(from, to)) return null;
  return name === 'mv' ? [{ kind: 'move', path: from, movedTo: to }] : [{ kind: 'copy', path: to, from }];
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const ending = (path: string): string => /\.[^./]+$/.exec(path)?.[0] ?? '';

/** Whether a target is a file and no folder to put it into: it has the ending of the first, or is its name and more. */
const isFileFor = (from: string, to: string): boolean =>
  (ending(from) !== '' && ending(from) === ending(to)) ||
  (lastPart(to) !== lastPart(from) && lastPart(to).startsWith(`${lastPart(from)}.`));

const touch = ({ args, target }: Plain): Effect =>
  target === null && args.every((arg) => !arg.startsWith('-'))
    ? args.map((path) => ({ kind: 'append', path, text: '' }))
    : null;

const gitApply = ({ args, input }: Plain): Effect => {
  const options = args.slice(1);
  const isPlain = options.every((option) => /^(?:-|-v|-p1|--verbose|--whitespace=(?:nowarn|warn))$/.test(option));
  return isPlain && typeof input === 'string' ? editsOfDiff(input) : null;
};

const patch = ({ args, input }: Plain): Effect =>
  args.length === 1 && args[0] === '-p1' && typeof input === 'string' ? editsOfDiff(input) : null;

const applyPatch = ({ args, input }: Plain): Effect => {
  const body = input === undefined && args.length === 1 ? args[0] : input;
  return typeof body === 'string' ? readPatchBody(body) : null;
};

type Meaning = (command: Plain) => Effect;

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['cat', cat],
  ['tee', tee],
  ['echo', echo],
  ['printf', printf],
  ['sed', sed],
  ['rm', rm],
  ['mv', moveOrCopy],
  ['cp', moveOrCopy],
  ['touch', touch],
  ['patch', patch],
  ['apply_patch', applyPatch],
  ['applypatch', applyPatch],
]);

const meaningOf = ([name = '', verb]: readonly string[]): Meaning | undefined =>
  name === 'git' ? (verb === 'apply' ? gitApply : undefined) : meanings.get(name);

/** The redirection that counts: the last one of the output; several of one stream are beyond what is followed. */
const targetOf = ({ redirects }: LiteralCommand): Redirect | null | undefined => {
  const out = redirects.filter(({ stream, path }) => stream !== 'err' && path !== '/dev/null');
  return out.length > 1 ? undefined : (out[0] ?? null);
};

/**
 * The edits that a simple command makes when it succeeds, by what its words alone say; null where they don't say it.
 * `cat > file` with a here-document, `echo`, `printf`, `tee`, plain `sed -i`, `rm`, `mv`, `cp`, `touch`, `git apply` and
 * `patch -p1` from a here-document, `apply_patch`.
 */
export const effectOf = (command: LiteralCommand): Effect => {
  const { words, input, readsFile } = command;
  const target = targetOf(command);
  if (target === undefined || readsFile || !known(words)) return null;
  const [name = '', ...args] = words;
  // A redirection alone makes an empty file.
  if (name === '' && words.length === 0) return written(target, '');
  return meaningOf(words)?.({ name, args, input, target }) ?? null;
};

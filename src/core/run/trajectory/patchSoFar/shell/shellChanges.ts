import { type ShellCommand, shellCommands } from '../../shellCommands';
import { shellKindOfCommand } from '../../shellKind';
import type { CallKind } from '../../step';
import type { FileEdit } from '../fileEdit';
import type { LiteralCommand, LiteralList, LiteralPipeline } from './literalCommand';
import { literalShell } from './literalShell';
import { mayWrite, type ProgramRun, programRun } from './programRun';
import { effectOf } from './shellEffects';

/** What a script did to files: its edits in order and the programs that ran beside them; or why that can't be said. */
export type ShellChanges =
  | { readonly kind: 'known'; readonly edits: readonly FileEdit[]; readonly programs: readonly ProgramRun[] }
  | { readonly kind: 'unknown'; readonly why: string };

/** How a script ran. */
export interface ShellRun {
  /** What it printed; errors of commands among it. */
  readonly output: string;
  /** Null: not recorded. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  /** The folder in which it began, as far as relative paths need it; null: not known. '' stands for the repository's. */
  readonly folder: string | null;
}

class Unknown extends Error {}

const word = (text: string | null): string => text ?? 'x';

const join = (folder: string, path: string): string =>
  path.startsWith('/') || folder === '' ? path : `${folder}/${path}`;

/** Follows one script from command to command; throws Unknown where something changed files in a way not recorded. */
class Course {
  readonly edits: FileEdit[] = [];
  readonly programs: ProgramRun[] = [];
  private folder: string | null;

  constructor(private readonly run: ShellRun) {
    this.folder = run.folder;
  }

  list(list: LiteralList, isLast: boolean): void {
    const joined = list.every(({ when }) => when !== 'failed');
    const proven = isLast && joined && this.hasSucceeded();
    let mayNotRun = false;
    for (const [at, pipeline] of list.entries()) {
      const before = this.edits.length;
      const isSure = this.pipeline(pipeline, proven || !mayNotRun, joined || at === 0);
      const ends = isLast && at === list.length - 1;
      if (ends && this.hasFailed() && this.edits.length > before) throw new Unknown();
      if (!isSure && !proven) mayNotRun = true;
      if (list[at + 1]?.when === 'failed') mayNotRun = true;
    }
  }

  /** Whether the last command, which is what the exit code is of, failed. */
  private hasFailed(): boolean {
    return this.run.exitCode !== null && this.run.exitCode !== 0;
  }

  /** Whether it was ended before its end: by a time limit or a signal. */
  private wasKilled(): boolean {
    const { exitCode, timedOut } = this.run;
    return timedOut || (exitCode !== null && (exitCode < 0 || exitCode >= 124));
  }

  private hasSucceeded(): boolean {
    const { exitCode, output } = this.run;
    return exitCode === 0 || (exitCode === null && output.trim() === '');
  }

  /** Gives whether it surely succeeded. */
  private pipeline({ commands }: LiteralPipeline, hasRun: boolean, isJoined: boolean): boolean {
    const [first, second, ...more] = commands.map((command) => withoutAssignments(command));
    if (first === undefined) return true;
    if (second === undefined) return this.command(first, hasRun && isJoined);
    const isTee = second.words[0] === 'tee' && first.words[0] === 'cat' && first.words.length === 1;
    const whole = isTee && more.length === 0 && first.redirects.length === 0 && first.input !== undefined;
    if (whole) return this.command({ ...second, input: first.input }, hasRun && isJoined);
    for (const each of [first, second, ...more]) this.other(each);
    return false;
  }

  private command(command: LiteralCommand, hasRun: boolean): boolean {
    const [name] = command.words;
    if (name === 'cd') return this.changeFolder(command, hasRun);
    if (name === 'set' || name === 'true' || name === ':' || name === 'mkdir' || name === 'pwd')
      return name !== 'mkdir';
    if (name === 'exit' || name === 'return' || name === 'exec' || name === 'eval' || name === 'source' || name === '.')
      throw new Unknown();
    const effect = changesFiles(command) ? effectOf(command) : [];
    if (effect === null || effect.length === 0) {
      this.other(command);
      return name === 'echo' || name === 'printf';
    }
    if (!hasRun) throw new Unknown();
    for (const edit of effect) this.add(edit);
    return true;
  }

  private changeFolder({ words }: LiteralCommand, hasRun: boolean): boolean {
    const target = words[1];
    const isPlain = words.length === 2 && typeof target === 'string' && target !== '-' && target !== '';
    if (!hasRun) throw new Unknown();
    if (!isPlain || this.saysFault(target)) {
      this.folder = null;
      return false;
    }
    this.folder = target.startsWith('/') ? target : this.folder === null ? null : join(this.folder, target);
    return true;
  }

  /** A command that failed names in what it prints the path that it failed at. */
  private saysFault(path: string): boolean {
    return this.run.output.includes(`${path}: `) || this.run.output.includes(`'${path}'`);
  }

  private add(edit: FileEdit): void {
    const paths = pathsOf(edit);
    if (paths.some((path) => !path.startsWith('/')) && this.folder === null) throw new Unknown();
    if (paths.some((path) => this.saysFault(path))) throw new Unknown();
    if (edit.kind === 'diff' && /^(?:error: |Hunk #\d+ FAILED)/m.test(this.run.output)) throw new Unknown();
    if (this.programs.length > 0 && this.wasKilled()) throw new Unknown();
    this.edits.push(movedTo(edit, this.folder ?? ''));
  }

  /** A file's code that this script itself wrote may be gone again behind it. */
  private scriptRun(path: string): ProgramRun {
    if (this.folder === null && !path.startsWith('/')) return { kind: 'any', name: path };
    const placed = join(this.folder ?? '', path);
    const last = this.edits.findLast((edit) => edit.path === placed);
    if (last?.kind !== 'write') return { kind: 'script', path: placed };
    return mayWrite(last.text) ? { kind: 'any', name: path } : { kind: 'quiet' };
  }

  /** A command whose effect isn't followed: whether it could have changed files that stand in the repository. */
  private other(command: LiteralCommand): void {
    const words = command.words.map(word);
    const writes = command.redirects.filter(({ path }) => path !== '/dev/null');
    const kind = shellKindOfCommand({
      words,
      writesTo: writes.map(({ path }) => word(path)),
      input: command.input ?? '',
    });
    if (kind === 'edit' || writes.some(({ path }) => path === null)) throw new Unknown();
    const run = runOfKind(kind, words, command.input ?? '');
    if (run !== null) this.programs.push(run.kind === 'script' ? this.scriptRun(run.path) : run);
    for (const { path } of writes)
      if (path !== null) this.add({ kind: 'overwritten', path, by: words.slice(0, 2).join(' ') });
  }
}

/** Scripts that set a shell up and nothing else, as environments of Python have them. */
const setsUp = /(?:activate|rc|profile|conda\.sh|nvm\.sh)$/;

const runOfKind = (kind: CallKind | null, command: readonly string[], input: string): ProgramRun | null => {
  const [name, target = ''] = command;
  if ((name === 'source' || name === '.') && !setsUp.test(target)) return { kind: 'any', name: target };
  if (kind === 'test' || kind === 'submit') return { kind: 'quiet' };
  return kind === 'shell' ? programRun(command, input) : null;
};

/** The programs of a script none of whose commands changes files by its own words. `folder`: as of `ShellRun`. */
export const programsOfScript = (script: string, folder: string | null, depth = 3): readonly ProgramRun[] => {
  const commands = shellCommands(script);
  const moved = commands.find(({ words }) => words[0] === 'cd')?.words[1];
  const at = moved === undefined ? folder : moved.startsWith('/') ? moved : null;
  return commands.flatMap((command) => {
    const inner = depth === 0 ? [] : substitutions(command.words);
    return [...inner.flatMap((each) => programsOfScript(each, null, depth - 1)), ...ownRun(command, at)];
  });
};

/** The scripts inside of `$(...)`. */
const substitutions = (words: readonly string[]): readonly string[] =>
  words.flatMap((each) => /\$\(([^(].*)\)/s.exec(each)?.[1] ?? []);

const ownRun = (command: ShellCommand, at: string | null): readonly ProgramRun[] => {
  const run = runOfKind(shellKindOfCommand(command), command.words, command.input);
  if (run === null) return [];
  if (run.kind !== 'script') return [run];
  if (at === null && !run.path.startsWith('/')) return [{ kind: 'any', name: run.path }];
  return [{ ...run, path: join(at ?? '', run.path) }];
};

const changesFiles = ({ words, redirects }: LiteralCommand): boolean =>
  words.length === 0 ||
  redirects.some(({ stream, path }) => stream !== 'err' && path !== '/dev/null') ||
  !['cat', 'echo', 'printf'].includes(words[0] ?? '');

const pathsOf = (edit: FileEdit): readonly string[] => [
  edit.path,
  ...(edit.kind === 'copy' ? [edit.from] : []),
  ...('movedTo' in edit && edit.movedTo !== null ? [edit.movedTo] : []),
];

const movedTo = (edit: FileEdit, folder: string): FileEdit => {
  const path = join(folder, edit.path);
  if (edit.kind === 'copy') return { ...edit, path, from: join(folder, edit.from) };
  if (edit.kind === 'move') return { ...edit, path, movedTo: join(folder, edit.movedTo) };
  if (edit.kind === 'diff' || edit.kind === 'chunks')
    return { ...edit, path, movedTo: edit.movedTo === null ? null : join(folder, edit.movedTo) };
  return { ...edit, path };
};

/** `NAME=value program`: the program is what runs. */
const withoutAssignments = (command: LiteralCommand): LiteralCommand => {
  const at = command.words.findIndex((each) => each === null || !/^[A-Za-z_]\w*=/.test(each));
  return at < 0 ? { ...command, words: [':'] } : { ...command, words: command.words.slice(at) };
};

/**
 * What a shell script did to files, where every command of it that changes any says so in its own words, and its exit
 * code and output leave no doubt that it ran. Never guesses.
 */
export const shellChanges = (script: string, run: ShellRun): ShellChanges => {
  const lists = literalShell(script);
  const why = 'changed files in a way not recorded';
  if (lists === null) return { kind: 'unknown', why };
  const course = new Course(run);
  try {
    for (const [at, list] of lists.entries()) course.list(list, at === lists.length - 1);
    return { kind: 'known', edits: course.edits, programs: course.programs };
  } catch (error) {
    if (error instanceof Unknown) return { kind: 'unknown', why };
    throw error;
  }
};

import { callKindOf } from '../callKind';
import { booleanAt, isFields, listAt, numberAt, textAt } from '../fields';
import type { FileEdit } from '../patchSoFar/fileEdit';
import { changeOfCall } from '../patchSoFar/stepChanges';
import type { Call, RecordedEdit, Step } from '../step';
import type { Trajectory } from '../trajectory';
import { type RecordedOutput, recordedOutput } from './recordedOutput';
import { boundedTimeout, type ShellHabit } from './shellHabit';

/** How one call of a step is done again. */
export type ReplayAction =
  | {
      readonly kind: 'run';
      /** A text that the agent's shell takes, or a program with its arguments. */
      readonly command: string | readonly string[];
      /** Absolute or below the working folder; null: as the shell's habit is. */
      readonly cwd: string | null;
      readonly timeoutMs: number;
      /** Null: not recorded. */
      readonly recorded: RecordedOutput | null;
    }
  | { readonly kind: 'edit'; readonly edits: readonly FileEdit[]; readonly recorded: RecordedEdit | null }
  /** `mayChange`: it may have changed files when it was recorded. */
  | { readonly kind: 'not-run'; readonly why: string; readonly mayChange: boolean };

/** Tools that count as shells and are no command that could be run alone. */
const notShells =
  /(?:^|[._])(?:python|ipython|execute_ipython_cell|run_ipython|write_stdin|keystrokes|bashoutput|killbash|killshell)$/i;

/** Words of one argument take so much at the most: the kernel's limit, less what stands around them. */
const longestCommand = 120_000;

const listOfWords = (value: readonly unknown[]): readonly string[] | null =>
  value.length > 0 && value.every((word) => typeof word === 'string') ? value : null;

/** What a shell tool was told to run; null where its arguments don't say it. */
const commandOf = (args: unknown): string | readonly string[] | null => {
  if (typeof args === 'string') return args;
  for (const key of ['command', 'cmd', 'script', 'commands']) {
    const found = textAt(args, key) ?? listOfWords(listAt(args, key));
    if (found !== null && found !== '') return found;
  }
  return null;
};

const cwdOf = (args: unknown): string | null =>
  textAt(args, 'workdir') ?? textAt(args, 'cwd') ?? textAt(args, 'dir_path') ?? textAt(args, 'directory') ?? null;

/** Limits of one command: milliseconds by the name of the argument, else seconds in OpenHands and milliseconds in others. */
const timeoutOf = (args: unknown, format: string): number | null => {
  const ms = numberAt(args, 'timeout_ms') ?? numberAt(args, 'timeoutMs');
  if (ms !== null) return ms;
  const bare = numberAt(args, 'timeout');
  return bare === null ? null : format.startsWith('openhands') ? bare * 1000 : bare;
};

/** Input for a program that still runs, which no command of its own is. */
const isInput = (args: unknown): boolean =>
  booleanAt(args, 'is_input') === true ||
  textAt(args, 'is_input') === 'true' ||
  /^C-.$/.test(textAt(args, 'command') ?? '');

const notRun = (why: string, mayChange: boolean): ReplayAction => ({ kind: 'not-run', why, mayChange });

const tooLong = (command: string | readonly string[]): boolean =>
  [command].flat().some((word) => word.length > longestCommand || word.includes('\0'));

const runAction = (step: Step, index: number, call: Call, format: string, habit: ShellHabit): ReplayAction => {
  const { args } = call;
  if (isInput(args)) return notRun('it was typed into a program that was running', true);
  const command = commandOf(args);
  if (command === null) return notRun('its command is not recorded', true);
  if (tooLong(command)) return notRun('its command is too long or holds NUL', true);
  const own = timeoutOf(args, format);
  return {
    kind: 'run',
    command,
    cwd: isFields(args) ? cwdOf(args) : null,
    timeoutMs: own === null ? habit.timeoutMs : boundedTimeout(own),
    recorded: recordedOutput(step, index),
  };
};

const editAction = (step: Step, index: number, call: Call): ReplayAction => {
  const change = changeOfCall(step, index);
  if (change === null) return notRun(`${call.name} changed nothing when it was recorded`, false);
  if (change.kind !== 'edits') return notRun(change.kind === 'inexact' ? change.why : 'its edit is not recorded', true);
  return { kind: 'edit', edits: change.edits, recorded: change.recorded };
};

/** Tools that only look, or only talk: running them again would change nothing. */
const harmless: ReadonlySet<Call['kind']> = new Set(['read', 'search', 'think', 'submit']);

type Head = Pick<Trajectory, 'format' | 'agents'>;

const isPatchAlone = (step: Step, index: number, call: Call): boolean =>
  call.kind === 'edit' && changeOfCall(step, index)?.kind === 'edits';

const actionOf = (step: Step, index: number, call: Call, { format, agents }: Head, habit: ShellHabit): ReplayAction => {
  if (call.parseError !== null) return notRun('its arguments could not be read', true);
  if (format.startsWith('terminal') || format === 'asciinema')
    return notRun('keys that were typed into a terminal are not typed again', true);
  const isShell = callKindOf(call.name, null) === 'shell' && !notShells.test(call.name);
  if (isShell && !isPatchAlone(step, index, call)) return runAction(step, index, call, format, habit);
  if (call.kind === 'edit') return editAction(step, index, call);
  if (call.kind === 'spawn' && agents.length > 1)
    return notRun('what the agent does that it calls is replayed in its own steps', false);
  return notRun(`the agent's tool ${call.name} is not here`, !harmless.has(call.kind));
};

/**
 * What is done for each call of a step when it is replayed: shell commands are run, exact edits of the agent's own tools
 * are written into the files, all else is left out and said. Nothing here runs anything.
 */
export const replayActions = (step: Step, head: Head, habit: ShellHabit): readonly ReplayAction[] => {
  if (step.notices.some(({ kind }) => kind === 'requery' || kind === 'format-error') && step.observations.length === 0)
    return [];
  return step.calls.map((call, index) => actionOf(step, index, call, head, habit));
};

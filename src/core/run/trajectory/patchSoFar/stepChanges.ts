import { answerOf, refusesEdit } from '../callAnswer';
import { callKindOf } from '../callKind';
import { listAt, textAt } from '../fields';
import { shellCommands } from '../shellCommands';
import type { Call, Observation, RecordedEdit, Step } from '../step';
import { editsOfArguments } from './editArguments';
import type { FileEdit } from './fileEdit';
import { readPatchBody } from './patchBody';
import { mayWrite, type ProgramRun } from './shell/programRun';
import { programsOfScript, shellChanges } from './shell/shellChanges';

/** What one call did to files: exact edits with what was recorded of them, or why that can't be said. */
export type StepChange =
  | {
      readonly kind: 'edits';
      readonly edits: readonly FileEdit[];
      readonly recorded: RecordedEdit | null;
      /** The tool may turn tabs into blanks, so files with tabs can't be told. */
      readonly mayLoseTabs: boolean;
    }
  /** `cause`: in a word or two. */
  | { readonly kind: 'inexact'; readonly why: string; readonly cause: string }
  /** Programs ran; what they did to files isn't recorded. */
  | { readonly kind: 'programs'; readonly runs: readonly ProgramRun[] };

const short = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 80)}...` : line;
};

/** The script of a shell call; null where its arguments name none that stands alone. */
const scriptOf = ({ args, rawArgs }: Call): string | null => {
  if (typeof args === 'string') return args;
  const list = listAt(args, 'command').filter((each) => typeof each === 'string');
  const isWrapped = list.length === 3 && /(?:^|\/)(?:ba|z|da)?sh$/.test(list[0] ?? '') && /^-l?c$/.test(list[1] ?? '');
  return (
    textAt(args, 'command') ?? textAt(args, 'cmd') ?? (isWrapped ? (list[2] ?? null) : args === null ? rawArgs : null)
  );
};

/** The body that a shell command hands to `apply_patch`, where it does nothing else; null where it does. */
const shellPatch = (args: unknown): string | null => {
  const list = listAt(args, 'command').filter((word) => typeof word === 'string');
  if (list[0] === 'apply_patch' && list.length === 2) return list[1] ?? null;
  const script = textAt(args, 'command') ?? textAt(args, 'cmd') ?? (list.length === 3 ? list[2] : null) ?? null;
  const commands = script === null ? [] : shellCommands(script);
  const [only] = commands;
  if (commands.length !== 1 || only === undefined || only.words[0] !== 'apply_patch') return null;
  return only.input === '' ? (only.words[1] ?? null) : only.input;
};

const isShell = (call: Call): boolean => callKindOf(call.name, null) === 'shell';

const editsOf = (step: Step, call: Call, answer: Observation): readonly FileEdit[] | null => {
  if (isShell(call)) {
    const body = shellPatch(call.args);
    return body === null ? null : readPatchBody(body);
  }
  const created = listAt(call.args, 'arguments')[0];
  // The windowed editor's `create` makes a file of one line end.
  if (call.name === 'create' && typeof created === 'string') return [{ kind: 'write', path: created, text: '\n' }];
  const openFile = step.filesTouched.length === 1 ? (step.filesTouched[0] ?? null) : null;
  const total = /\[File: [^\n]* \((\d{1,9}) lines total\)\]/.exec(answer.text)?.[1];
  return editsOfArguments(call.args, openFile, total === undefined ? null : Number(total));
};

/**
 * Anthropic's first editor turns the tabs of the whole file into blanks; later tools of that name keep them, which shows
 * where a numbered line of the answer holds a tab of its own.
 */
const mayLoseTabs = (call: Call, answer: Observation): boolean =>
  call.name === 'str_replace_editor' && !/^ *\d+\t[^\n\t]*\t/m.test(answer.text);

const recordedFor = (step: Step, call: Call): RecordedEdit | null =>
  step.recordedEdits?.find((edit) => edit.callId === call.id || edit.callId === null) ?? null;

const changeOfEdit = (step: Step, call: Call, answer: Observation | null): StepChange | null => {
  const shown = isShell(call) ? `the command "${short(call.rawArgs)}"` : `the tool ${call.name}`;
  const inexact = (why: string): StepChange => ({ kind: 'inexact', why, cause: isShell(call) ? 'shell edits' : why });
  if (answer === null) return inexact(`the answer of ${shown} is not recorded`);
  const recorded = recordedFor(step, call);
  // A shell command that fails may have changed files before; an edit tool that fails changes nothing.
  if (!isShell(call) && recorded === null && refusesEdit(answer)) return null;
  const edits = editsOf(step, call, answer);
  if (edits === null && recorded === null) return inexact(`${shown} changed files in a way not recorded`);
  if (isShell(call) && refusesEdit(answer)) return inexact(`${shown} failed, perhaps halfway`);
  return { kind: 'edits', edits: edits ?? [], recorded, mayLoseTabs: mayLoseTabs(call, answer) };
};

const writesFiles = (script: string): boolean => shellCommands(script).some(({ writesTo }) => writesTo.length > 0);

/** Whether its kind alone doesn't tell what it did to files. */
const needsFollowing = (call: Call, script: string): boolean =>
  call.kind === 'edit' || call.kind === 'submit' || writesFiles(script);

const programs = (runs: readonly ProgramRun[]): readonly StepChange[] =>
  runs.length === 0 ? [] : [{ kind: 'programs', runs }];

/** Code that a tool of its own runs, as notebooks do. */
const runsCode = (name: string): boolean => /python|jupyter|notebook/i.test(name);

const plainChange = (call: Call, script: string, folder: string | null): readonly StepChange[] => {
  if (call.kind !== 'shell' && call.kind !== 'test') return [];
  if (!runsCode(call.name)) return programs(programsOfScript(script, folder));
  return programs([mayWrite(script) ? { kind: 'any', name: call.name } : { kind: 'quiet' }]);
};

/** The folder in which a shell call began: named by the call, or the repository's where each has a shell of its own. */
const folderOf = ({ args }: Call, freshShell: boolean): string | null => {
  const named = textAt(args, 'workdir') ?? textAt(args, 'cwd');
  return named?.startsWith('/') ? named : freshShell ? '' : null;
};

/** By following its commands; null where they can't be followed. */
const changesOfShell = (call: Call, answer: Observation | null, freshShell: boolean): readonly StepChange[] | null => {
  const script = scriptOf(call);
  if (script === null || shellPatch(call.args) !== null) return null;
  const folder = folderOf(call, freshShell);
  if (!needsFollowing(call, script)) return plainChange(call, script, folder);
  if (answer === null) return null;
  const { text: output, exitCode, timedOut } = answer;
  const run = { output, exitCode, timedOut: timedOut === true, folder };
  const changes = shellChanges(script, run);
  if (changes.kind === 'unknown') return null;
  const { edits } = changes;
  return [
    ...(edits.length === 0 ? [] : [{ kind: 'edits' as const, edits, recorded: null, mayLoseTabs: false }]),
    ...programs(changes.programs),
  ];
};

/** What one call of a step, by its place, did by its tool's own words; null where it only looks, or was refused. */
export const changeOfCall = (step: Step, index: number): StepChange | null => {
  const call = step.calls[index];
  if (call?.kind === 'edit') return changeOfEdit(step, call, answerOf(step, index));
  const isRun = call?.kind === 'shell' || call?.kind === 'test';
  return isRun ? { kind: 'programs', runs: [{ kind: 'any', name: call.name }] } : null;
};

const changesOfCall = (step: Step, index: number, freshShell: boolean): readonly StepChange[] => {
  const call = step.calls[index];
  // Arguments that could not be read were not run by anybody, if nothing came back.
  if (call !== undefined && call.parseError !== null && answerOf(step, index) === null) return [];
  const follows = call !== undefined && isShell(call) && recordedFor(step, call) === null;
  const followed = follows ? changesOfShell(call, answerOf(step, index), freshShell) : null;
  if (followed !== null) return followed;
  const change = changeOfCall(step, index);
  return change === null ? [] : [change];
};

/**
 * What each call of a step did to files, in order; calls that only look are left out. Shell commands are followed as
 * far as they say it themselves. `freshShell`: each shell call has a shell of its own, which begins in the repository's
 * folder.
 */
export const changesOfStep = (step: Step, freshShell = false): readonly StepChange[] =>
  step.calls.flatMap((_call, index) => changesOfCall(step, index, freshShell));

import { answerOf, refusesEdit } from '../callAnswer';
import { callKindOf } from '../callKind';
import { listAt, textAt } from '../fields';
import { shellCommands } from '../shellCommands';
import type { Call, Observation, RecordedEdit, Step } from '../step';
import { editsOfArguments } from './editArguments';
import type { FileEdit } from './fileEdit';
import { readPatchBody } from './patchBody';

/** What one call did to files: exact edits with what was recorded of them, or why that can't be said. */
export type StepChange =
  | {
      readonly kind: 'edits';
      readonly edits: readonly FileEdit[];
      readonly recorded: RecordedEdit | null;
      /** The tool may turn tabs into blanks, so files with tabs can't be told. */
      readonly mayLoseTabs: boolean;
    }
  | { readonly kind: 'inexact'; readonly why: string }
  /** A program ran; what it did to files isn't recorded. */
  | { readonly kind: 'program' };

const short = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > 80 ? `${line.slice(0, 80)}...` : line;
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
  if (answer === null) return { kind: 'inexact', why: `the answer of ${shown} is not recorded` };
  const recorded = recordedFor(step, call);
  // A shell command that fails may have changed files before; an edit tool that fails changes nothing.
  if (!isShell(call) && recorded === null && refusesEdit(answer)) return null;
  const edits = editsOf(step, call, answer);
  if (edits === null && recorded === null)
    return { kind: 'inexact', why: `${shown} changed files in a way not recorded` };
  if (isShell(call) && refusesEdit(answer)) return { kind: 'inexact', why: `${shown} failed, perhaps halfway` };
  return { kind: 'edits', edits: edits ?? [], recorded, mayLoseTabs: mayLoseTabs(call, answer) };
};

/** What one call of a step, by its place, did to files; null where it only looks, or was refused. */
export const changeOfCall = (step: Step, index: number): StepChange | null => {
  const call = step.calls[index];
  if (call?.kind === 'edit') return changeOfEdit(step, call, answerOf(step, index));
  return call?.kind === 'shell' || call?.kind === 'test' ? { kind: 'program' } : null;
};

/** What each call of a step did to files, in order; calls that only look are left out. */
export const changesOfStep = (step: Step): readonly StepChange[] =>
  step.calls.flatMap((_call, index) => changeOfCall(step, index) ?? []);

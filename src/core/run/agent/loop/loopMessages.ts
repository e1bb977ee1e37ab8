import type { ChatMessage, ChatResponse } from '../../model/chat';
import type { CommandResult } from '../attempt';
import { Stopped } from './abort';
import { universalNewlines } from './pythonText';
import type { Template, TemplateVars } from './template';
import { type LoopAction, pythonType } from './toolActions';

type Extra = Readonly<Record<string, unknown>>;

/** A message of a loop: what the model sees, and what is kept of it. */
export interface LoopMessage extends ChatMessage {
  readonly extra?: Extra;
}

/** The message with which a run ends; it is never sent. */
export const exitMessage = (status: string, content: string, submission: string, further: Extra = {}): LoopMessage => ({
  role: 'exit',
  content,
  extra: { exit_status: status, submission, ...further },
});

/** A reply with its commands, in the provider's own fields, whatever role it gives itself. */
export const replyMessage = (
  message: unknown,
  extra: {
    actions: readonly LoopAction[];
    response: ChatResponse;
    cost: number | null;
    timestamp: number;
    asked_at?: number;
  },
): LoopMessage => ({ ...(message as ChatMessage), role: 'assistant', extra: { ...extra } });

/** A refused reply, kept beside the words that the model is told instead. */
export const formatErrorMessage = (content: string, extra: Extra): LoopMessage => ({
  role: 'user',
  content,
  extra: { interrupt_type: 'FormatError', ...extra },
});

/** What a person says in between. */
export const spokenMessage = (content: string): LoopMessage => ({
  role: 'user',
  content,
  extra: { interrupt_type: 'UserInterruption' },
});

/** A command's place in an observation: of a call that was not run, in the original's words. */
export const notExecuted: CommandResult = {
  output: '',
  droppedBytes: 0,
  returncode: -1,
  exceptionInfo: 'action was not executed',
  exceptionType: null,
};

/** What the original says before an exception's own words. */
const exceptionHead = 'An error occurred while executing the command: ';

const failed = (exceptionType: string, words: string): CommandResult => ({
  ...notExecuted,
  exceptionInfo: `${exceptionHead}${words}`,
  exceptionType,
});

/** In place of the result of a command that was not waited for to its end. */
export const interrupted = (error: unknown): CommandResult =>
  error instanceof Stopped
    ? failed('KeyboardInterrupt', 'the run was stopped while it ran')
    : failed('EnvironmentFault', 'the sandbox went away while it ran');

/** What Python says of a command that it can't hand to a program; null where it can. */
export const unusable = (command: unknown): CommandResult | null => {
  if (typeof command !== 'string')
    return failed('TypeError', `expected str, bytes or os.PathLike object, not ${pythonType(command)}`);
  if (command.includes('\0')) return failed('ValueError', 'embedded null byte');
  return null;
};

/** The result of a command as the model is shown it, and what is kept of it. */
export const observationMessage = (
  action: LoopAction,
  result: CommandResult,
  shown: { readonly template: Template; readonly vars: TemplateVars; readonly timestamp: number },
): LoopMessage => {
  const { output: raw, returncode, exceptionInfo, exceptionType, droppedBytes } = result;
  // Of a command that was ended the original shows the bytes as they came.
  const text = exceptionType === null ? universalNewlines(raw) : raw;
  const output = { output: text, returncode, exception_info: exceptionInfo };
  const exception =
    exceptionType === null
      ? {}
      : { exception_type: exceptionType, exception: exceptionInfo.replace(exceptionHead, '') };
  const { timestamp } = shown;
  const dropped = droppedBytes > 0 ? { dropped_bytes: droppedBytes } : {};
  const kept = { raw_output: raw, returncode, timestamp, exception_info: exceptionInfo };
  const extra = { ...kept, ...exception, ...dropped };
  const content = shown.template.render({ ...shown.vars, output });
  const id = action.tool_call_id;
  if (id === undefined) return { role: 'user', content, extra };
  return { content, extra, tool_call_id: id as string, role: 'tool' };
};

import type { ChatMessage, ChatToolCall } from '../../model/chat';
import { replayActions } from '../replay/replayActions';
import type { ShellHabit } from '../replay/shellHabit';
import type { Call, Observation, Step } from '../step';
import type { Trajectory } from '../trajectory';

export type ToldMode = 'tool' | 'text';

interface Teller {
  readonly head: Pick<Trajectory, 'format' | 'agents'>;
  readonly habit: ShellHabit;
  readonly mode: ToldMode;
}

/** Longest text of one observation that goes on; more would only fill the model's context. */
const mostChars = 20_000;

const shown = (text: string): string =>
  text.length <= mostChars
    ? text
    : `${text.slice(0, mostChars / 2)}\n[${text.length - mostChars} characters left out]\n${text.slice(-mostChars / 2)}`;

/** What the call ran, as a command of the tool `bash`; null: it was none of a shell. */
const commandsOf = (step: Step, { head, habit }: Teller): readonly (string | null)[] =>
  replayActions(step, head, habit).map((action) => {
    if (action.kind !== 'run') return null;
    const { command } = action;
    return typeof command === 'string'
      ? command
      : command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  });

const argumentsOf = ({ args, rawArgs, parseError }: Call): string =>
  parseError === null && typeof args === 'object' && args !== null
    ? JSON.stringify(args)
    : JSON.stringify({ input: rawArgs });

const toolCall = (step: Step, call: Call, at: number, command: string | null): ChatToolCall => ({
  id: call.id ?? `call_${step.idx}_${at + 1}`,
  type: 'function',
  function:
    command === null
      ? { name: call.name.replace(/[^\w-]/g, '_').slice(0, 64) || 'tool', arguments: argumentsOf(call) }
      : { name: 'bash', arguments: JSON.stringify({ command }) },
});

const answerText = ({ text, exitCode }: Observation): string =>
  `${exitCode === null ? '' : `<returncode>${exitCode}</returncode>\n`}<output>\n${shown(text)}\n</output>`;

const extraOf = ({ text, exitCode }: Observation) =>
  exitCode === null ? {} : { extra: { raw_output: text, returncode: exitCode } };

/** Answers by their calls; one that names none answers the first that has none yet. */
const answers = (step: Step, calls: readonly ChatToolCall[]): ReadonlyMap<string, readonly Observation[]> => {
  const found = new Map<string, Observation[]>(calls.map(({ id }) => [id, []]));
  for (const one of step.observations) {
    const next = calls.find(({ id }) => found.get(id)?.length === 0) ?? calls.at(-1);
    const id = one.callId !== null && found.has(one.callId) ? one.callId : next?.id;
    if (id !== undefined) found.get(id)?.push(one);
  }
  return found;
};

const toolMessages = (step: Step, teller: Teller): readonly ChatMessage[] => {
  const commands = commandsOf(step, teller);
  const calls = step.calls.map((call, at) => toolCall(step, call, at, commands[at] ?? null));
  const said = answers(step, calls);
  const reply = { role: 'assistant', content: step.thought, tool_calls: calls };
  const results = calls.flatMap(({ id }) => {
    const of = said.get(id) ?? [];
    if (of.length === 0) return [];
    return [
      { role: 'tool', tool_call_id: id, content: of.map(answerText).join('\n'), ...extraOf(of[0] as Observation) },
    ];
  });
  return [reply, ...results];
};

const textMessages = (step: Step, teller: Teller): readonly ChatMessage[] => {
  const commands = commandsOf(step, teller);
  const blocks = step.calls.map((call, at) => {
    const command = commands[at] ?? null;
    return command === null ? `[${call.name} ${call.rawArgs}]` : `\`\`\`mswea_bash_command\n${command}\n\`\`\``;
  });
  const content = [step.thought, ...blocks].filter((part) => part !== '').join('\n\n');
  const results = step.observations.map((one) => ({ role: 'user', content: answerText(one), ...extraOf(one) }));
  return [{ role: 'assistant', content }, ...results];
};

/**
 * What steps of any format added to the conversation, told again as chat messages: shell calls as calls of the tool
 * `bash`, others by their own names, long observations without their middle.
 */
export const toldMessages = (steps: readonly Step[], teller: Teller): readonly ChatMessage[] =>
  steps.flatMap((step): readonly ChatMessage[] => {
    if (step.role !== 'agent') return step.thought === '' ? [] : [{ role: step.role, content: step.thought }];
    const isEmpty = step.thought === '' && step.calls.length === 0 && step.observations.length === 0;
    if (isEmpty) return [];
    if (step.calls.length === 0) {
      const seen = step.observations.map((one) => ({ role: 'user', content: answerText(one) }));
      return [{ role: 'assistant', content: step.thought }, ...seen];
    }
    return teller.mode === 'tool' ? toolMessages(step, teller) : textMessages(step, teller);
  });

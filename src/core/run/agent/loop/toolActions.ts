import { parsePythonJson } from '../../../shared/pythonJson';
import type { ChatTool } from '../../model/chat';
import { type Fields, isFields, textAt, valueAt } from '../../trajectory/fields';
import { pythonJsonFault } from './pythonJsonFault';
import { pythonShown } from './pythonShown';

/** A command that a reply asks for. */
export interface LoopAction {
  /** As the model gave it: no text where its arguments have another value there. */
  readonly command: unknown;
  /** Absent in text mode. */
  readonly tool_call_id?: unknown;
}

export const bashTool: ChatTool = {
  type: 'function',
  function: {
    name: 'bash',
    description: 'Execute a bash command',
    parameters: {
      type: 'object',
      properties: { command: { type: 'string', description: 'The bash command to execute' } },
      required: ['command'],
    },
  },
};

/** `type(value).__name__` of a value out of JSON. */
export const pythonType = (value: unknown): string => {
  if (value === null || value === undefined) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
};

const fault = 'No tool calls found in the response. Every response MUST include at least one tool call.';

/** The calls of a reply, whatever stands there. */
export const toolCallsOf = (message: unknown): readonly unknown[] => {
  const calls = isFields(message) ? message['tool_calls'] : null;
  return Array.isArray(calls) ? calls : [];
};

/** The commands of a reply's tool calls, in order; or why it has none that may be run, in the original's words. */
export const toolActions = (message: unknown): readonly LoopAction[] | string => {
  const calls = toolCallsOf(message);
  if (calls.length === 0) return fault;
  const actions: LoopAction[] = [];
  for (const call of calls) {
    const action = actionOf(call);
    if (typeof action === 'string') return action;
    actions.push(action);
  }
  return actions;
};

interface Arguments {
  readonly value: unknown;
  readonly fault: string;
}

const argumentsOf = (given: unknown): Arguments => {
  const say = (words: string): Arguments => ({
    value: {},
    fault: `Error parsing tool call arguments: ${words}.`,
  });
  if (typeof given !== 'string')
    return say(`the JSON object must be str, bytes or bytearray, not ${pythonType(given)}`);
  const words = pythonJsonFault(given);
  return words === null ? { value: parsePythonJson(given), fault: '' } : say(words);
};

const actionOf = (call: unknown): LoopAction | string => {
  const { value, fault: unread } = argumentsOf(valueAt(call, 'function', 'arguments'));
  const name = textAt(call, 'function', 'name');
  const unknown = name === 'bash' ? '' : `Unknown tool '${name ?? pythonShown(valueAt(call, 'function', 'name'))}'.`;
  const fields: Fields | null = isFields(value) ? value : null;
  const lacks =
    fields !== null && Object.hasOwn(fields, 'command') ? '' : "Missing 'command' argument in bash tool call.";
  const words = unread + unknown + lacks;
  return words !== '' ? words : { command: fields?.['command'], tool_call_id: valueAt(call, 'id') ?? null };
};

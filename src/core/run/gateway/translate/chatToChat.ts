import type { ChatMessage, ChatTool } from '../../model/chat';
import { type Fields, fieldsAt, isFields, listAt, textAt } from '../../trajectory/fields';
import { ToolNames } from './toolNames';
import type { Translation } from './translation';

/** Fields of a chat request that a model of ours takes. */
const takenFields = [
  ...['temperature', 'top_p', 'max_tokens', 'max_completion_tokens', 'stop', 'seed', 'reasoning_effort'],
  ...['tool_choice', 'parallel_tool_calls', 'response_format', 'presence_penalty', 'frequency_penalty'],
];

const readTools = (body: Fields, notes: string[]): ChatTool[] =>
  listAt(body, 'tools').flatMap((tool) => {
    const name = textAt(tool, 'function', 'name');
    if (name === null) {
      notes.push(`tool left out, as it is no function: ${textAt(tool, 'type') ?? ''}`);
      return [];
    }
    const description = textAt(tool, 'function', 'description') ?? '';
    const parameters = fieldsAt(tool, 'function', 'parameters') ?? { type: 'object', properties: {} };
    return [{ type: 'function', function: { name, description, parameters } }];
  });

/** A chat request for a model of ours, which is asked for one whole reply. A text says why it can't be asked. */
export const chatToChat = (body: Fields): Translation | string => {
  const messages = listAt(body, 'messages');
  if (!messages.every((message) => isFields(message) && typeof message['role'] === 'string') || messages.length === 0)
    return 'messages has to be a list of messages, each with its role.';
  const notes: string[] = [];
  const taken = takenFields.filter((name) => body[name] !== undefined && body[name] !== null);
  return {
    messages: messages as readonly ChatMessage[],
    tools: readTools(body, notes),
    params: Object.fromEntries(taken.map((name) => [name, body[name]])),
    names: new ToolNames(),
    notes,
  };
};

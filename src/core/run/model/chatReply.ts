import { type Fields, isFields, listAt, numberAt, textAt, valueAt } from '../trajectory/fields';
import type { ChatResponse, ChatToolCall } from './chat';
import { ModelFault, type ModelReply } from './modelProvider';
import { chatUsage, reportedCost } from './usage';

type Choice = ChatResponse['choices'][number];

/** Text of a content that is a text or, as some servers send it, a list of parts. Null: there is none. */
const contentText = (content: unknown): string | null => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return null;
  const texts = content.flatMap((part) => textAt(part, 'text') ?? []);
  return texts.length === 0 ? null : texts.join('');
};

const mostCalls = 256;

const callOf = (value: unknown, index: number, id: string): readonly ChatToolCall[] => {
  const name = textAt(value, 'function', 'name');
  if (name === null) return [];
  const given = valueAt(value, 'function', 'arguments') ?? '';
  const written = typeof given === 'string' ? given : JSON.stringify(given);
  const ownId = textAt(value, 'id');
  // A server without ids of calls (older Ollama) gets some, for a result must say to which call it belongs.
  return [{ id: ownId || `call_${id}_${index + 1}`, type: 'function', function: { name, arguments: written } }];
};

const messageOf = (message: Fields, id: string): Choice['message'] => {
  const { tool_calls: _calls, ...further } = message;
  const calls = listAt(message, 'tool_calls')
    .slice(0, mostCalls)
    .flatMap((call, index) => callOf(call, index, id));
  const content = contentText(message['content']);
  return { ...further, role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
};

const choiceOf = (choice: unknown, index: number, id: string): readonly Choice[] => {
  const message = valueAt(choice, 'message');
  if (!isFields(message)) return [];
  return [{ index, finish_reason: textAt(choice, 'finish_reason'), message: messageOf(message, id) }];
};

/**
 * Reads a reply that should be a `chat.completion`; what it holds further is kept. `address`: whose it is, for words.
 * Throws ModelFault (`bad-reply`) where there is no choice with a message in it.
 */
export const readChatReply = (value: unknown, address: string): ModelReply => {
  const id = textAt(value, 'id') ?? 'unnamed';
  const choices = listAt(value, 'choices').flatMap((choice, index) => choiceOf(choice, index, id));
  if (!isFields(value) || choices.length === 0)
    throw new ModelFault('bad-reply', `${address} answered with JSON that holds no message (choices).`);
  const response: ChatResponse = {
    ...value,
    id,
    object: 'chat.completion',
    created: numberAt(value, 'created') ?? 0,
    model: textAt(value, 'model') ?? '',
    choices,
  };
  return { response, usage: chatUsage(value['usage']), reportedCostUsd: reportedCost(value['usage']) };
};

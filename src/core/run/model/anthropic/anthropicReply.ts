import { type Fields, fieldsAt, isFields, listAt, textAt, valueAt } from '../../trajectory/fields';
import type { ChatResponse, ChatToolCall } from '../chat';
import { ModelFault, type ModelReply } from '../modelProvider';
import { anthropicUsage, usageAsChat } from '../usage';

const finishWords: Readonly<Record<string, string>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  pause_turn: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

const ofType = (blocks: readonly unknown[], ...types: readonly string[]): readonly Fields[] =>
  blocks.filter((block): block is Fields => isFields(block) && types.includes(textAt(block, 'type') ?? ''));

/** A call's arguments as the model wrote them where they came in pieces, else the object as JSON. */
const callOf = (block: Fields): readonly ChatToolCall[] => {
  const [id, name] = [textAt(block, 'id'), textAt(block, 'name')];
  if (id === null || name === null) return [];
  const input = valueAt(block, 'input');
  const written = typeof input === 'string' ? input : JSON.stringify(input ?? {});
  return [{ id, type: 'function', function: { name, arguments: written === '' ? '{}' : written } }];
};

const joined = (blocks: readonly Fields[], field: string, between = ''): string | null =>
  blocks.length === 0 ? null : blocks.map((block) => textAt(block, field) ?? '').join(between);

const messageOf = (blocks: readonly unknown[]): ChatResponse['choices'][number]['message'] => {
  const thoughts = ofType(blocks, 'thinking', 'redacted_thinking');
  const reasoning = joined(ofType(blocks, 'thinking'), 'thinking', '\n');
  const calls = ofType(blocks, 'tool_use').flatMap(callOf);
  const text = joined(ofType(blocks, 'text'), 'text');
  return {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? null : ''),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(reasoning === null ? {} : { reasoning_content: reasoning }),
    ...(thoughts.length === 0 ? {} : { thinking_blocks: thoughts }),
  };
};

/**
 * A message of Anthropic's as a `chat.completion`: thinking is kept block by block with its signatures, so that it can
 * be sent back. `created` in Unix seconds. Throws ModelFault (`bad-reply`) where it is no message.
 */
export const anthropicReply = (message: unknown, address: string, created: number): ModelReply => {
  if (!Array.isArray(valueAt(message, 'content')))
    throw new ModelFault('bad-reply', `${address} answered with JSON that holds no message (content).`);
  const stop = textAt(message, 'stop_reason');
  const usage = anthropicUsage(fieldsAt(message, 'usage'));
  const asChat = usageAsChat(usage);
  const response: ChatResponse = {
    id: textAt(message, 'id') ?? 'unnamed',
    object: 'chat.completion',
    created,
    model: textAt(message, 'model') ?? '',
    choices: [
      {
        index: 0,
        finish_reason: stop === null ? null : (finishWords[stop] ?? stop),
        message: messageOf(listAt(message, 'content')),
      },
    ],
    ...(stop === null ? {} : { stop_reason: stop }),
    ...(asChat === undefined ? {} : { usage: asChat }),
  };
  return { response, usage, reportedCostUsd: null };
};

import { type Fields, listAt } from '../trajectory/fields';
import type { ChatMessage, ChatRequest } from './chat';

/** Fields of a message that OpenAI's own server takes; it refuses a request that has others. */
const ownFields = [
  'role',
  'content',
  'name',
  'tool_calls',
  'tool_call_id',
  'refusal',
  'audio',
  'function_call',
] as const;

/** What other servers gave with a reply and want to have back with it. */
const givenFields = ['reasoning_content', 'reasoning', 'reasoning_details'] as const;

const messageOf = (message: ChatMessage, isOpenAi: boolean): Fields => {
  const names: readonly string[] = isOpenAi ? ownFields : [...ownFields, ...givenFields];
  const hasCalls = listAt(message, 'tool_calls').length > 0;
  const kept = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const value = message[name];
    if (name === 'content' && hasCalls) return [[name, value ?? null]];
    // An empty list of calls is refused by some servers, and null for a field by others.
    const isEmpty = value === undefined || value === null || (name === 'tool_calls' && !hasCalls);
    return isEmpty ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
};

/** How a server wants to be asked, which is found out by asking. */
export interface ChatManners {
  readonly stream: boolean;
  /** Whether the count of tokens is asked for in a stream. */
  readonly countsInStream: boolean;
}

/** The body of a request of chat completions. `isOpenAi`: OpenAI's own server; OpenRouter is asked what the call costs. */
export const chatBody = (
  { model, messages, tools, params }: ChatRequest,
  { stream, countsInStream }: ChatManners,
  host: string,
): Fields => {
  const isOpenAi = host === 'api.openai.com';
  const { stream: _stream, stream_options: _options, ...further } = params;
  return {
    ...(host === 'openrouter.ai' ? { usage: { include: true } } : {}),
    ...further,
    model,
    messages: messages.map((message) => messageOf(message, isOpenAi)),
    ...(tools.length === 0 ? {} : { tools }),
    stream,
    ...(stream && countsInStream ? { stream_options: { include_usage: true } } : {}),
  };
};

/** How to ask a server that refused to be asked that way; null: that was not why. */
export const otherManners = (status: number, text: string, manners: ChatManners): ChatManners | null => {
  if (![400, 404, 405, 415, 422, 501].includes(status) || !manners.stream) return null;
  if (manners.countsInStream && /stream_options|include_usage/.test(text))
    return { stream: true, countsInStream: false };
  return /\bstream(?:ing|ed)?\b/i.test(text) && !/stream_options/.test(text)
    ? { stream: false, countsInStream: false }
    : null;
};

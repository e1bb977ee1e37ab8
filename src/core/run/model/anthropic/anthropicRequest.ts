import { type Fields, textAt } from '../../trajectory/fields';
import type { ChatRequest, ChatTool } from '../chat';
import { type Block, textBlock } from './anthropicBlocks';
import { type AnthropicMessage, anthropicConversation } from './anthropicMessages';

/** Where neither the request nor the models file says how much may be answered; the API wants a number. */
const usualMostTokens = 8192;

/** What the version of 2026-10-21 no longer takes. */
const olderParams = ['temperature', 'top_p', 'top_k'];

/**
 * Which version of the API a request is written for: the present one at Anthropic's own address, the one of 2023 where
 * parameters are asked for that only it has, and at other servers, most of which know no other. What we write is the same
 * in both.
 */
export const anthropicVersion = (isAnthropic: boolean, params: ChatRequest['params']): string =>
  isAnthropic && !olderParams.some((name) => (params[name] ?? null) !== null) ? '2026-10-21' : '2023-06-01';

const toolOf = ({ function: { name, description, parameters } }: ChatTool): Fields => ({
  name,
  ...(description === '' ? {} : { description }),
  input_schema: parameters,
});

const choiceWords: Readonly<Record<string, string>> = { auto: 'auto', required: 'any', none: 'none' };

const toolChoice = (choice: unknown, parallel: unknown): Fields => {
  const name = textAt(choice, 'function', 'name');
  const type = typeof choice === 'string' ? (choiceWords[choice] ?? choice) : name === null ? 'auto' : 'tool';
  const single = parallel === false && type !== 'none' ? { disable_parallel_tool_use: true } : {};
  return { tool_choice: { type, ...(name === null ? {} : { name }), ...single } };
};

const mark = { cache_control: { type: 'ephemeral' } };

/** The last block that may carry a mark gets it: all before it is read from the cache when the next turn comes. */
const marked = (blocks: readonly Block[]): readonly Block[] => {
  const at = blocks.findLastIndex(({ type }) => type === 'text' || type === 'tool_result' || type === 'image');
  return at < 0 ? blocks : blocks.map((block, index) => (index === at ? { ...block, ...mark } : block));
};

const markedMessages = (messages: readonly AnthropicMessage[]): readonly AnthropicMessage[] => {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages.map((message, index) =>
    index === last ? { ...message, content: marked(message.content) } : message,
  );
};

const stops = (stop: unknown): Fields =>
  stop === undefined || stop === null ? {} : { stop_sequences: Array.isArray(stop) ? stop : [stop] };

/**
 * The body of a request of Anthropic's Messages. Parameters of chat completions are translated (`max_tokens`, `stop`,
 * `tool_choice`, `parallel_tool_calls`), those that it has no word for are left out, all others go as they are. The
 * prompt is cached up to its end unless `cache_control` is null. `mostTokens`: of the models file.
 */
export const anthropicBody = (
  { model, messages, tools, params }: ChatRequest,
  mostTokens: number | null,
): Fields & { readonly model: string } => {
  const {
    max_tokens,
    max_completion_tokens,
    stop,
    tool_choice,
    parallel_tool_calls,
    cache_control,
    stream: _stream,
    stream_options: _options,
    n: _n,
    seed: _seed,
    ...further
  } = params;
  const caches = cache_control !== null;
  const { system, messages: translated } = anthropicConversation(messages);
  const systemBlocks = system === '' ? [] : [textBlock(system)];
  return {
    ...further,
    model,
    max_tokens: max_tokens ?? max_completion_tokens ?? mostTokens ?? usualMostTokens,
    ...(systemBlocks.length === 0 ? {} : { system: caches ? marked(systemBlocks) : systemBlocks }),
    messages: caches ? markedMessages(translated) : translated,
    ...(tools.length === 0 ? {} : { tools: tools.map(toolOf), ...toolChoice(tool_choice, parallel_tool_calls) }),
    ...stops(stop),
    stream: true,
  };
};

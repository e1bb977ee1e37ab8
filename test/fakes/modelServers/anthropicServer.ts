import type { ServerResponse } from 'node:http';
import { canaryKey } from '../canary';
import { type Answer, ModelServer, type SeenRequest, type ServerProtocol } from './modelServer';

type Block = Record<string, unknown> & { readonly type: string };

export interface AnthropicServerReply {
  readonly content: readonly Block[];
  readonly stop?: string;
  readonly usage?: Record<string, number>;
}

interface Message {
  readonly role: string;
  readonly content: readonly Block[];
}

const ids = (message: Message | undefined, type: string, field: string): readonly string[] =>
  (message?.content ?? []).filter((block) => block.type === type).map((block) => String(block[field]));

const blockFault = (block: Block): string | null => {
  if (block.type === 'text' && block['text'] === '') return 'text content blocks must be non-empty';
  if (block.type === 'thinking' && !block['signature']) return 'thinking: signature: Field required';
  if (block.type === 'tool_use' && typeof block['input'] !== 'object') return 'tool_use.input: should be an object';
  return null;
};

/** What Anthropic's server refuses: roles that don't alternate, empty texts, calls without results right behind them. */
const conversationFault = (messages: readonly Message[]): string | null => {
  for (const [at, message] of messages.entries()) {
    if (message.role !== (at % 2 === 0 ? 'user' : 'assistant')) return `messages.${at}: roles must alternate`;
    if (message.content.length === 0) return `messages.${at}: content must be non-empty`;
    const fault = message.content.map(blockFault).find((found) => found !== null);
    if (fault) return `messages.${at}: ${fault}`;
    const [wanted, given] = [ids(messages[at - 1], 'tool_use', 'id'), ids(message, 'tool_result', 'tool_use_id')];
    if (message.role === 'user' && wanted.join() !== given.join())
      return `messages.${at}: tool_use ids were found without tool_result blocks immediately after: ${wanted.join()}`;
    const first = message.content.findIndex(({ type }) => type !== 'tool_result');
    if (first >= 0 && message.content.slice(first).some(({ type }) => type === 'tool_result'))
      return `messages.${at}: tool_result blocks must come first`;
  }
  return null;
};

const bodyFault = ({ body }: SeenRequest): string | null => {
  if (typeof body['max_tokens'] !== 'number') return 'max_tokens: Field required';
  const strange = ['n', 'stop', 'seed', 'stream_options', 'parallel_tool_calls'].find((name) => name in body);
  if (strange !== undefined) return `${strange}: Extra inputs are not permitted`;
  return conversationFault(body['messages'] as readonly Message[]);
};

const refusal = (status: number, type: string, message: string) => ({
  status,
  body: { type: 'error', error: { type, message } },
});

const requestFault = (request: SeenRequest): ReturnType<typeof refusal> | null => {
  const { headers, path } = request;
  if (path !== '/v1/messages') return refusal(404, 'not_found_error', `Not found: ${path}`);
  if (headers['x-api-key'] !== canaryKey() || headers['authorization'] !== undefined)
    return refusal(401, 'authentication_error', `invalid x-api-key ${String(headers['x-api-key'])}`);
  if (headers['anthropic-version'] !== '2023-06-01') return refusal(400, 'invalid_request_error', 'anthropic-version');
  if (Object.keys(headers).some((name) => name.startsWith('x-stainless')))
    return refusal(400, 'invalid_request_error', 'a header should not have left the machine');
  const fault = bodyFault(request);
  return fault === null ? null : refusal(400, 'invalid_request_error', fault);
};

const event = (data: Record<string, unknown>): string => `event: ${data['type']}\ndata: ${JSON.stringify(data)}\n\n`;

const inPieces = (text: string): readonly string[] => text.match(/[\s\S]{1,4}/g) ?? [];

/** A block's beginning and the pieces behind it. */
const blockEvents = (block: Block, index: number): readonly string[] => {
  const deltas = (type: string, field: string, text: string) =>
    inPieces(text).map((piece) => event({ type: 'content_block_delta', index, delta: { type, [field]: piece } }));
  const start = (content_block: Block) => event({ type: 'content_block_start', index, content_block });
  const stop = event({ type: 'content_block_stop', index });
  if (block.type === 'text')
    return [start({ type: 'text', text: '' }), ...deltas('text_delta', 'text', String(block['text'])), stop];
  if (block.type === 'tool_use')
    return [
      start({ ...block, input: {} }),
      ...deltas('input_json_delta', 'partial_json', JSON.stringify(block['input'])),
      stop,
    ];
  if (block.type === 'thinking')
    return [
      start({ type: 'thinking', thinking: '', signature: '' }),
      ...deltas('thinking_delta', 'thinking', String(block['thinking'])),
      ...deltas('signature_delta', 'signature', String(block['signature'])),
      stop,
    ];
  return [start(block), stop];
};

/** The text of a streamed message, as the server sends it. */
export const anthropicStream = ({ content, stop = 'end_turn', usage = {} }: AnthropicServerReply): string => {
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-served',
    content: [],
    stop_reason: null,
  };
  const counted = { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 30, ...usage };
  return [
    event({ type: 'message_start', message: { ...message, usage: { ...counted, output_tokens: 1 } } }),
    event({ type: 'ping' }),
    ...content.flatMap(blockEvents),
    event({ type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 42 } }),
    event({ type: 'message_stop' }),
  ].join('');
};

const write = (reply: AnthropicServerReply, _request: SeenRequest, response: ServerResponse): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(anthropicStream(reply));
};

/** A server that speaks Anthropic's Messages as strictly as Anthropic's. */
export const anthropicServer = (answers: Answer<AnthropicServerReply>[]): ModelServer<AnthropicServerReply> => {
  const protocol: ServerProtocol<AnthropicServerReply> = { fault: requestFault, write };
  return new ModelServer(protocol, answers);
};

import type { ServerResponse } from 'node:http';
import { canaryKey } from '../canary';
import { type Answer, ModelServer, type SeenRequest, type ServerProtocol } from './modelServer';

/** A reply in one piece; streamed it is cut into small ones. */
export interface ChatServerReply {
  readonly content?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly finish?: string;
  readonly usage?: Record<string, unknown>;
  /** Further fields of the message. */
  readonly further?: Record<string, string>;
}

type Message = Record<string, unknown>;

const messageFields = ['role', 'content', 'name', 'tool_calls', 'tool_call_id'];
const headerNames = [
  'authorization',
  'content-type',
  'accept',
  'accept-encoding',
  'user-agent',
  'content-length',
  'host',
  'connection',
];

const callIds = (message: Message): readonly string[] =>
  ((message['tool_calls'] ?? []) as readonly { id: string }[]).map(({ id }) => id);

/** What OpenAI's server refuses in a conversation: fields that it doesn't know, results that are missing or strange. */
const conversationFault = (messages: readonly Message[]): string | null => {
  let open: string[] = [];
  for (const [at, message] of messages.entries()) {
    const strange = Object.keys(message).find((name) => !messageFields.includes(name));
    if (strange !== undefined) return `messages[${at}].${strange}: Extra inputs are not permitted`;
    if (message['tool_calls'] === null) return `messages[${at}].tool_calls: expected an array`;
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (!open.includes(id)) return `messages[${at}]: the result belongs to no call before it`;
      open = open.filter((one) => one !== id);
      continue;
    }
    if (open.length > 0) return `messages[${at}]: these calls have no result: ${open.join(', ')}`;
    open = [...callIds(message)];
  }
  return open.length === 0 ? null : `these calls have no result: ${open.join(', ')}`;
};

const bodyFault = ({ body }: SeenRequest): string | null => {
  if (typeof body['model'] !== 'string') return 'model is missing';
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) return 'messages is missing';
  if (Array.isArray(body['tools']) && body['tools'].length === 0) return 'tools must not be empty';
  if (body['stream'] !== true && body['stream_options'] !== undefined) return 'stream_options goes with stream only';
  return conversationFault(body['messages'] as readonly Message[]);
};

const refusal = (status: number, message: string) => ({
  status,
  body: { error: { message, type: 'invalid_request_error' } },
});

const requestFault = (request: SeenRequest, key: string | null): ReturnType<typeof refusal> | null => {
  if (request.path !== '/v1/chat/completions') return refusal(404, `Invalid URL (${request.method} ${request.path})`);
  const expected = key === null ? undefined : `Bearer ${key}`;
  if (request.headers['authorization'] !== expected)
    return refusal(401, `Incorrect API key provided: ${String(request.headers['authorization'])}.`);
  const strange = Object.keys(request.headers).find((name) => !headerNames.includes(name));
  if (strange !== undefined) return refusal(400, `the header ${strange} should not have left the machine`);
  const fault = bodyFault(request);
  return fault === null ? null : refusal(400, fault);
};

const toolCalls = ({ calls = [] }: ChatServerReply) =>
  calls.map(({ id, name, arguments: given }) => ({ id, type: 'function', function: { name, arguments: given } }));

const head = { id: 'chatcmpl-1', created: 1796000000, model: 'served-model' };

const usageOf = ({ usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 } }: ChatServerReply) => usage;

const finishOf = ({ finish, calls }: ChatServerReply): string => finish ?? (calls ? 'tool_calls' : 'stop');

const wholeOf = (reply: ChatServerReply) => {
  const calls = toolCalls(reply);
  const message = {
    role: 'assistant',
    content: reply.content ?? null,
    ...reply.further,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  const choices = [{ index: 0, finish_reason: finishOf(reply), message }];
  return { ...head, object: 'chat.completion', choices, usage: usageOf(reply) };
};

const inPieces = (text: string): readonly string[] => text.match(/[\s\S]{1,3}/g) ?? [];

const deltasOf = (reply: ChatServerReply): readonly Record<string, unknown>[] => [
  { role: 'assistant', content: '' },
  ...Object.entries(reply.further ?? {}).flatMap(([name, text]) => inPieces(text).map((piece) => ({ [name]: piece }))),
  ...inPieces(reply.content ?? '').map((content) => ({ content })),
  ...toolCalls(reply).flatMap((call, index) => [
    { tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.function.name, arguments: '' } }] },
    ...inPieces(call.function.arguments).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ]),
];

/** The text of a streamed reply, as the server sends it. */
export const chatStream = (reply: ChatServerReply, countsTokens: boolean): string => {
  const chunk = (further: Record<string, unknown>): string =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', ...further })}\n\n`;
  const pieces = deltasOf(reply).map((delta) => chunk({ choices: [{ index: 0, delta, finish_reason: null }] }));
  const last = chunk({ choices: [{ index: 0, delta: {}, finish_reason: finishOf(reply) }] });
  const count = countsTokens ? chunk({ choices: [], usage: usageOf(reply) }) : '';
  return [': a comment\n\n', ...pieces, last, count, 'data: [DONE]\n\n'].join('');
};

const write = (reply: ChatServerReply, { body }: SeenRequest, response: ServerResponse): void => {
  if (body['stream'] !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(wholeOf(reply)));
    return;
  }
  const options = body['stream_options'] as { include_usage?: boolean } | undefined;
  const text = chatStream(reply, options?.include_usage === true);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  // In two halves, cut in the middle of a line.
  response.write(text.slice(0, text.length >> 1));
  response.end(text.slice(text.length >> 1));
};

/** A server that speaks OpenAI's chat completions as strictly as OpenAI's. `key`: null where it wants none. */
export const chatServer = (
  answers: Answer<ChatServerReply>[],
  key: string | null = canaryKey(),
): ModelServer<ChatServerReply> => {
  const protocol: ServerProtocol<ChatServerReply> = { fault: (request) => requestFault(request, key), write };
  return new ModelServer(protocol, answers);
};

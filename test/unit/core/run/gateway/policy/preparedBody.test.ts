import { describe, expect, it } from 'vitest';
import type { GatewayProtocol } from '../../../../../../src/core/run/gateway/gatewayCount';
import { headersDown, headersUp } from '../../../../../../src/core/run/gateway/policy/headers';
import { planFor, upstreamAddress } from '../../../../../../src/core/run/gateway/policy/plan';
import { preparedBody, readAskedBody } from '../../../../../../src/core/run/gateway/policy/preparedBody';

const prepared = (protocol: GatewayProtocol, body: unknown, params = {}) => {
  const asked = readAskedBody(JSON.stringify(body));
  if (typeof asked === 'string') throw new Error(asked);
  const { text, ...rest } = preparedBody(protocol, asked, 'real', params);
  return { body: JSON.parse(text) as unknown, ...rest };
};

describe('a request on its way to the provider', () => {
  it('asks for the model and the parameters of the run', () => {
    expect(prepared('anthropic', { model: 'claude-x', temperature: 1, messages: [] }, { temperature: 0 })).toEqual({
      body: { model: 'real', temperature: 0, messages: [] },
      notes: [],
      dropUsageChunk: false,
    });
  });

  it('of a chat stream asks for the usage, and remembers whether the agent did', () => {
    const options = { include_usage: true, other: 1 };
    expect(prepared('chat', { model: 'x', stream: true, stream_options: { other: 1 } })).toMatchObject({
      body: { stream_options: options },
      dropUsageChunk: true,
    });
    expect(prepared('chat', { model: 'x', stream: true, stream_options: options }).dropUsageChunk).toBe(false);
    expect(prepared('chat', { model: 'x', stream: false }).body).not.toHaveProperty('stream_options');
    expect(prepared('responses', { model: 'x', stream: true }).body).not.toHaveProperty('stream_options');
  });

  it('offers no tool that runs at the provider and would lead to the web', () => {
    const own = { type: 'function', name: 'exec_command' };
    const { body, notes } = prepared('responses', {
      model: 'x',
      tools: [own, { type: 'web_search', external_web_access: true }, { type: 'mcp', server_url: 'https://e.org' }],
      tool_choice: { type: 'web_search' },
      background: true,
    });
    expect(body).toEqual({ model: 'real', tools: [own] });
    expect(notes).toEqual([
      'tools taken out, as they run at the provider: web_search, mcp',
      'field taken out: background',
    ]);
    const only = prepared('anthropic', {
      tools: [{ type: 'web_search_20250305', name: 'web_search' }],
      tool_choice: { type: 'auto' },
    });
    expect(only.body).toEqual({ model: 'real' });
    const bash = { type: 'bash_20250124', name: 'bash' };
    expect(prepared('anthropic', { tools: [bash] }).body).toMatchObject({ tools: [bash] });
  });

  it.each([
    [{ messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://e.org/?secret' } }] }] }],
    [{ input: [{ role: 'user', content: [{ type: 'input_image', image_url: ' HTTP://e.org' }] }] }],
    [{ messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'http://e.org' } }] }] }],
    [{ input: [{ type: 'function_call_output', output: [{ type: 'input_file', file_url: 'https://e.org' }] }] }],
  ])('makes the provider fetch nothing: %j', (body) => {
    expect(readAskedBody(JSON.stringify(body))).toContain('address that the provider would fetch');
  });

  it('may speak of addresses, and bring its own images', () => {
    for (const content of [
      'see https://e.org',
      [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }],
    ])
      expect(readAskedBody(JSON.stringify({ messages: [{ role: 'user', content }] }))).toHaveProperty('body');
    const call = { type: 'tool_use', name: 'fetch', input: { type: 'url', url: 'https://e.org' } };
    expect(readAskedBody(JSON.stringify({ messages: [{ role: 'assistant', content: [call] }] }))).toHaveProperty(
      'body',
    );
  });

  it('is a JSON object', () => {
    for (const text of ['', '[]', 'null', '"x"', '{', '{"a":NaN}'])
      expect(readAskedBody(text)).toBe('The body has to be a JSON object.');
  });
});

describe('headers', () => {
  it("of the agent stay behind but for versions; the run's key goes along", () => {
    const own = {
      'x-api-key': 'agent',
      authorization: 'Bearer agent',
      cookie: 'a',
      'openai-organization': 'b',
      'x-forwarded-host': 'c',
      'anthropic-beta': 'd',
      'anthropic-version': 'e',
    };
    const key = { key: 'ours', host: 'api.anthropic.com' };
    const usual = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'identity',
      'user-agent': 'touchstone-gateway',
    };
    expect(headersUp('anthropic', own, key)).toEqual({
      ...usual,
      'x-api-key': 'ours',
      'anthropic-beta': 'd',
      'anthropic-version': 'e',
    });
    expect(headersUp('anthropic', {}, { key: 'ours', host: 'vllm.local' })).toMatchObject({
      'x-api-key': 'ours',
      authorization: 'Bearer ours',
    });
    expect(headersUp('chat', {}, null)).toEqual(usual);
  });

  it('of the provider stay behind where they name the account or its servers', () => {
    const theirs = {
      'content-type': 'text/event-stream',
      'openai-organization': 'acme',
      'anthropic-organization-id': 'acme',
      'x-ratelimit-limit-requests': '10',
      'set-cookie': ['a'],
      'transfer-encoding': 'chunked',
      connection: 'close',
      server: 'x',
      location: 'y',
      'retry-after': '3',
    };
    expect(headersDown(theirs)).toEqual({ 'content-type': 'text/event-stream', 'retry-after': '3' });
  });
});

describe('the way to a provider', () => {
  it('is passed where it speaks the protocol, translated into chat, or refused in words', () => {
    expect(planFor('responses', ['chat', 'responses'])).toEqual({ kind: 'pass' });
    expect(planFor('responses', ['chat'])).toEqual({ kind: 'translate' });
    expect(planFor('chat', ['anthropic'])).toEqual({
      kind: 'refuse',
      words: "The model of this run speaks Anthropic's Messages, not OpenAI's chat completions.",
    });
  });

  it.each([
    ['https://api.openai.com/v1', '/chat/completions', 'https://api.openai.com/v1/chat/completions'],
    ['http://127.0.0.1:8080', '/responses', 'http://127.0.0.1:8080/v1/responses'],
    ['https://openrouter.ai/api/v1/', '/messages', 'https://openrouter.ai/api/v1/messages'],
    ['https://api.anthropic.com', '/messages/count_tokens', 'https://api.anthropic.com/v1/messages/count_tokens'],
    ['https://api.anthropic.com/v1', '/messages', 'https://api.anthropic.com/v1/messages'],
    ['https://e.org/anthropic', '/messages', 'https://e.org/anthropic/v1/messages'],
    ['https://e.org/openai/v1beta', '/chat/completions', 'https://e.org/openai/v1beta/chat/completions'],
  ])('%s and %s make %s', (base, path, address) => {
    expect(upstreamAddress(base, path)).toBe(address);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GatewayProtocol } from '../../../../src/core/run/gateway/gatewayCount';
import { canaryKey } from '../../../fakes/canary';
import { answerJson, answerStream, askAgent, chatReply, fakeUpstream, openedGateway } from '../../../fakes/gateway';

const data = (value: unknown, name = '') => `${name && `event: ${name}\n`}data: ${JSON.stringify(value)}\n\n`;

const chatStream = [
  data({ choices: [{ delta: { content: 'größer 𝄞' }, finish_reason: null }], usage: null }),
  ': keep alive\n\n',
  data({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
];
const usageChunk = data({ choices: [], usage: { prompt_tokens: 50, completion_tokens: 5 } });

const anthropicStream = [
  data(
    { type: 'message_start', message: { usage: { input_tokens: 40, cache_read_input_tokens: 10, output_tokens: 1 } } },
    'message_start',
  ),
  data({ type: 'content_block_delta', delta: { text: 'ü' } }, 'content_block_delta'),
  data({ type: 'message_delta', usage: { output_tokens: 5 } }, 'message_delta'),
  data({ type: 'message_stop' }, 'message_stop'),
].join('');

const responsesStream = [
  data({ type: 'response.created', response: { usage: null } }, 'response.created'),
  data(
    { type: 'response.completed', response: { usage: { input_tokens: 50, output_tokens: 5 } } },
    'response.completed',
  ),
].join('');

const paths = { chat: '/v1/chat/completions', responses: '/v1/responses', anthropic: '/v1/messages' } as const;

/** Asks for a stream that a provider sends in these pieces. */
const passed = async (protocol: GatewayProtocol, stream: string, pieces: readonly number[] = [], more = {}) => {
  const upstream = await fakeUpstream(answerStream(stream, pieces));
  const { gateway, record } = await openedGateway({
    upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: canaryKey(), speaks: ['chat', 'responses', 'anthropic'] },
  });
  const body = { model: 'x', stream: true, messages: [], input: [], ...more };
  const answer = await askAgent(gateway.socketPath, { path: paths[protocol], body });
  return { answer, counts: gateway.counts(), calls: gateway.calls(), record };
};

const pieces = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 });
const fewRuns = { numRuns: process.env['TOUCHSTONE_NIGHT'] === '1' ? 200 : 6 };

describe('a stream through the gateway', () => {
  it.each([
    ['anthropic', anthropicStream, { prompt: 50, completion: 5, cached: 10 }],
    ['responses', responsesStream, { prompt: 50, completion: 5 }],
    ['chat', [...chatStream, usageChunk, 'data: [DONE]\n\n'].join(''), { prompt: 50, completion: 5 }],
  ] as const)(
    'of %s is the same bytes however they come, and its tokens are counted',
    async (protocol, stream, usage) => {
      await fc.assert(
        fc.asyncProperty(pieces, async (sizes) => {
          const { answer, counts } = await passed(protocol, stream, sizes, { stream_options: { include_usage: true } });
          expect(answer.text).toBe(stream);
          expect(counts).toMatchObject({ turns: 1, usage });
        }),
        fewRuns,
      );
    },
  );

  it('of chat lacks the chunk that only the gateway asked for', async () => {
    await fc.assert(
      fc.asyncProperty(pieces, async (sizes) => {
        const stream = [...chatStream, usageChunk, 'data: [DONE]\n\n'].join('');
        const { answer, counts } = await passed('chat', stream, sizes);
        expect(answer.text).toBe([...chatStream, 'data: [DONE]\n\n'].join(''));
        expect(counts.usage).toMatchObject({ prompt: 50, completion: 5 });
      }),
      fewRuns,
    );
  });

  it('that the provider ends in its middle ends with an error in the words of its protocol', async () => {
    const cut = anthropicStream.slice(0, 150);
    const anthropic = await passed('anthropic', cut);
    expect(anthropic.answer.text).toContain(`${cut}\n\nevent: error\ndata: {"type":"error"`);
    expect(anthropic.calls[0]).toMatchObject({ status: 200, fault: 'the provider ended the reply in its middle' });
    expect((await passed('responses', data({ type: 'response.created' }))).answer.text).toContain(
      'event: error\ndata: ',
    );
    expect((await passed('chat', chatStream[0] ?? '')).answer.text).toContain(
      'data: {"error":{"message":"the provider ended',
    );
  });

  it('tells the key to nobody, though the provider repeats it and cuts it in two', async () => {
    const key = canaryKey();
    const stream = data({ choices: [{ delta: { content: `your key is ${key}!` }, finish_reason: 'stop' }] });
    const { answer, record } = await passed('chat', stream, [stream.indexOf(key) + 5]);
    expect(answer.text).toBe(stream.replace(key, '*'.repeat(key.length)));
    expect(JSON.stringify(await record())).not.toContain(key);
  });

  it('of chat is told in the words of the agent where the provider speaks chat alone', async () => {
    const stream = [...chatStream, usageChunk, 'data: [DONE]\n\n'].join('');
    const upstream = await fakeUpstream(answerStream(stream, [7, 40, 3]));
    const { gateway } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: null, speaks: ['chat'], params: { temperature: 0 } },
    });
    const body = { model: 'x', stream: true, input: 'hi', temperature: 1 };
    const answer = await askAgent(gateway.socketPath, { path: '/responses', body });
    expect(answer.text).toContain('"delta":"größer 𝄞"');
    expect(answer.text).toMatch(/event: response\.completed\ndata: .*"input_tokens":50.*\n\n$/);
    expect(JSON.parse(upstream.seen[0]?.body ?? '')).toEqual({
      model: 'real-model',
      temperature: 0,
      messages: [{ role: 'user', content: 'hi' }],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it('that says an error, or ends too soon, has failed in the words of the agent', async () => {
    const upstream = await fakeUpstream(answerStream(data({ error: { message: 'overloaded' } })));
    const { gateway } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: null, speaks: ['chat'] },
    });
    const body = { model: 'x', stream: true, input: 'hi', messages: [{ role: 'user', content: 'hi' }] };
    const responses = await askAgent(gateway.socketPath, { path: '/responses', body });
    expect(responses.text).toMatch(/event: response\.failed\n.*overloaded/);
    const anthropic = await askAgent(gateway.socketPath, { path: '/messages', body });
    expect(anthropic.text).toMatch(/event: error\n.*overloaded/);
  });
});

describe('a whole reply', () => {
  it('of chat is told in the words of the agent, for one that asked for no stream', async () => {
    const upstream = await fakeUpstream(answerJson(chatReply('done')));
    const { gateway } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: null, speaks: ['chat'] },
    });
    const asked = { path: '/messages', body: { model: 'x', messages: [{ role: 'user', content: 'hi' }] } };
    expect(JSON.parse((await askAgent(gateway.socketPath, asked)).text)).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'done' }],
      usage: { input_tokens: 100, output_tokens: 10 },
    });
  });

  it('that is none is said to be none', async () => {
    const upstream = await fakeUpstream(answerJson({ hello: 1 }));
    const { gateway } = await openedGateway({
      upstream: { kind: 'http', baseUrl: upstream.baseUrl, key: null, speaks: ['chat'] },
    });
    const answer = await askAgent(gateway.socketPath, { path: '/responses', body: { input: 'hi' } });
    expect([answer.status, answer.text]).toEqual([502, expect.stringContaining('what the provider sent is no reply')]);
  });
});

import { describe, expect, it } from 'vitest';
import type { ChatMessage, ChatTool } from '../../../../src/core/run/model/chat';
import { ModelFault } from '../../../../src/core/run/model/modelProvider';
import { askedModel, closesModelServers } from '../../../fakes/modelServers/askedModels';
import { chatServer, chatStream } from '../../../fakes/modelServers/chatServer';

closesModelServers();

const hello: ChatMessage[] = [{ role: 'user', content: 'hello' }];
const bash: ChatTool = {
  type: 'function',
  function: { name: 'bash', description: 'runs', parameters: { type: 'object', properties: {} } },
};
const sse = 'text/event-stream';

const faultFrom = async (promise: Promise<unknown>): Promise<ModelFault> => {
  const error = await promise.catch((thrown: unknown) => thrown);
  if (!(error instanceof ModelFault)) throw new Error(`no ModelFault: ${String(error)}`);
  return error;
};

describe('a model of a server that speaks chat completions', () => {
  it('gives the streamed reply in one piece, with its calls, tokens and cost, and shows it as it comes', async () => {
    const calls = [
      { id: 'call_a', name: 'bash', arguments: '{"command":"ls -la"}' },
      { id: 'call_b', name: 'bash', arguments: '{"command":' },
    ];
    const usage = { prompt_tokens: 1000, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 800 } };
    const server = chatServer([{ kind: 'reply', reply: { content: 'I look.', calls, usage } }]);
    const { model } = await askedModel(server);
    const pieces: string[] = [];
    const reply = await model.ask(hello, [bash], { onDelta: (text) => pieces.push(text) });
    expect(reply.response.choices[0]).toEqual({
      index: 0,
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: 'I look.',
        tool_calls: calls.map(({ id, name, arguments: given }) => ({
          id,
          type: 'function',
          function: { name, arguments: given },
        })),
      },
    });
    expect(reply.usage).toEqual({ prompt: 1000, cached: 800, cacheWrite: null, completion: 100, reasoning: null });
    expect(reply).toMatchObject({ costUsd: (200 + 800 * 0.1 + 100 * 10) / 1e6, costSource: 'computed' });
    expect(pieces.join('')).toBe('I look.{"command":"ls -la"}{"command":');
    expect(pieces.length).toBeGreaterThan(5);
  });

  it("sends a conversation with results of calls back in the server's words, and no field of ours", async () => {
    const server = chatServer([{ kind: 'reply', reply: { content: 'done' } }]);
    const { model } = await askedModel(server, { params: { temperature: 0 } });
    const call = { id: 'c1', type: 'function', function: { name: 'bash', arguments: '{}' } } as const;
    await model.ask(
      [
        ...hello,
        { role: 'assistant', content: null, tool_calls: [call], function_call: null, extra_field: 1 },
        { role: 'tool', tool_call_id: 'c1', content: 'ok' },
        { role: 'assistant', content: 'so', tool_calls: null },
        { role: 'user', content: 'go on' },
      ],
      [],
      { params: { max_tokens: 7 } },
    );
    const { body } = server.seen[0]!;
    expect(body).toMatchObject({ model: 'served-model', temperature: 0, max_tokens: 7 });
    expect((body['messages'] as object[])[1]).toEqual({ role: 'assistant', content: null, tool_calls: [call] });
    expect(body).not.toHaveProperty('tools');
  });

  it('asks without a key where none is named, though the environment has one', async () => {
    const server = chatServer([{ kind: 'reply', reply: { content: 'hi' } }], null);
    const { model } = await askedModel(server, { keyName: null });
    expect((await model.ask(hello, [])).response.choices[0]?.message.content).toBe('hi');
  });

  it('does without the count of tokens in streams, or without streams, where the server refuses them', async () => {
    const refuses = (message: string) => ({ kind: 'status', status: 400, body: { error: { message } } }) as const;
    const server = chatServer([
      refuses("Unrecognized request argument supplied: 'stream_options'"),
      { kind: 'reply', reply: { content: 'one' } },
      { kind: 'reply', reply: { content: 'two' } },
      refuses('This model does not support streaming'),
      { kind: 'reply', reply: { content: 'three' } },
    ]);
    const { model, said } = await askedModel(server);
    expect(await model.ask(hello, [])).toMatchObject({ usage: null, costUsd: null, costSource: 'unknown' });
    await model.ask(hello, []);
    expect((await model.ask(hello, [])).usage).toMatchObject({ prompt: 20 });
    expect(server.seen.map(({ body }) => [body['stream'], 'stream_options' in body])).toEqual([
      [true, true],
      [true, false],
      [true, false],
      [true, false],
      [false, false],
    ]);
    expect(said).toEqual([]);
  });

  it("takes the provider's own word for the cost", async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 2, cost: 0.0123 };
    const { model } = await askedModel(chatServer([{ kind: 'reply', reply: { content: 'x', usage } }]));
    expect(await model.ask(hello, [])).toMatchObject({ costUsd: 0.0123, costSource: 'reported' });
  });

  it('keeps reasoning that a server sends beside the text', async () => {
    const reply = { content: 'x', further: { reasoning_content: 'let me think' } };
    const { model } = await askedModel(chatServer([{ kind: 'reply', reply }]));
    expect((await model.ask(hello, [])).response.choices[0]?.message['reasoning_content']).toBe('let me think');
  });

  it('tries again after a 429, a 500, a dropped stream and a cut one, and says each', async () => {
    const cut = chatStream({ content: 'never whole' }, false).split('data: {').slice(0, 4).join('data: {');
    const server = chatServer([
      { kind: 'status', status: 429, body: { error: { message: 'slow down' } } },
      { kind: 'status', status: 500, body: 'Internal Server Error' },
      { kind: 'raw', type: sse, text: cut, after: 'drops' },
      { kind: 'raw', type: sse, text: cut },
      { kind: 'reply', reply: { content: 'at last' } },
    ]);
    const { model, said } = await askedModel(server);
    expect((await model.ask(hello, [])).response.choices[0]?.message.content).toBe('at last');
    expect(said).toHaveLength(4);
    expect(said[0]).toContain('is asked too often (HTTP 429): slow down');
    expect(said[3]).toContain('broke its reply off');
  });

  it.each([
    ['auth', 401, { error: { message: 'Incorrect API key provided' } }, 'Look whether the key in CANARY_KEY is right'],
    [
      'not-found',
      404,
      { error: { message: 'The model `x` does not exist' } },
      'Look at model (served-model) and baseUrl',
    ],
    ['context', 400, { error: { message: 'm', code: 'context_length_exceeded' } }, 'longer than the model takes'],
    ['refused', 400, { detail: 'temperature must be below 2' }, 'temperature must be below 2'],
    ['refused', 429, { error: { message: 'no money', code: 'insufficient_quota' } }, 'no money'],
    ['refused', 302, 'moved', 'baseUrl'],
  ])('does not ask again after a refusal that would come again: %s %i', async (kind, status, body, words) => {
    const server = chatServer([{ kind: 'status', status, body, headers: { location: 'http://127.0.0.1:1/' } }]);
    const { model } = await askedModel(server);
    const fault = await faultFrom(model.ask(hello, []));
    expect(fault).toMatchObject({ kind, status });
    expect(fault.message).toContain(words);
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['JSON that is none', 'application/json', '{"choices": [', 'no JSON'],
    ['a page', 'text/html', '<html>Welcome</html>', 'no JSON: <html>Welcome'],
    ['JSON without a choice', 'application/json', '{"choices": []}', 'holds no message'],
    ['a stream of other things', sse, 'data: {"choices": 4}\n\ndata: [DONE]\n\n', 'there is no message'],
    ['a stream that is no JSON', sse, 'data: {"cho\n\n', 'no JSON'],
    [
      'JSON that could not be written back',
      'application/json',
      `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'levels',
    ],
  ])('takes no %s for a reply', async (_, type, text, words) => {
    const { model } = await askedModel(chatServer([{ kind: 'raw', type, text }]), {}, { plan: onlyOnce });
    const fault = await faultFrom(model.ask(hello, []));
    expect(fault.kind).toBe('bad-reply');
    expect(fault.message).toContain(words);
  });

  it.each(['ends', 'drops'] as const)('asks for the whole where an empty stream %s, and learns why', async (after) => {
    const { model } = await askedModel(
      chatServer([
        { kind: 'raw', type: sse, text: '\n', after },
        { kind: 'status', status: 400, body: { error: { message: 'maximum context length is 512 tokens' } } },
      ]),
    );
    expect((await faultFrom(model.ask(hello, []))).kind).toBe('context');
  });

  it('asks twice and no more where a server answers whatever is asked with an empty stream', async () => {
    const empty = { kind: 'raw', type: sse, text: '\n' } as const;
    const server = chatServer([empty, empty, empty, empty]);
    const { model } = await askedModel(server, {}, { plan: onlyOnce });
    expect((await faultFrom(model.ask(hello, []))).message).toContain('answered with an empty stream');
    expect(server.seen).toHaveLength(2);
  });

  it('says of a reply that came compressed, unasked, that it did', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const server = chatServer([{ kind: 'status', status: 200, body: { choices: [] }, headers }]);
    const { model } = await askedModel(server, {}, { plan: onlyOnce });
    const fault = await faultFrom(model.ask(hello, []));
    expect(fault).toMatchObject({ kind: 'bad-reply' });
    expect(fault.message).toContain('compressed its reply (content-encoding gzip)');
  });

  it('tells an error inside a stream by its code', async () => {
    const text = `data: {"error":{"code":402,"message":"Insufficient credits"}}\n\n`;
    const { model } = await askedModel(chatServer([{ kind: 'raw', type: sse, text }]));
    expect(await faultFrom(model.ask(hello, []))).toMatchObject({ kind: 'refused', status: 402 });
  });

  it('closes the connection when the time is over, whether nothing came or a stream stands still', async () => {
    const begun = chatStream({ content: 'and then' }, false).slice(0, 300);
    const server = chatServer([{ kind: 'silence' }, { kind: 'raw', type: sse, text: begun, after: 'hangs' }]);
    const { model } = await askedModel(server, {}, { plan: onlyOnce });
    for (let count = 1; count <= 2; count++) {
      expect((await faultFrom(model.ask(hello, [], { timeoutMs: 40 }))).kind).toBe('time-out');
      await server.whenBroken();
    }
  });

  it('closes the connection when it is cancelled in mid-reply, and throws the reason', async () => {
    const begun = chatStream({ content: 'and then' }, false).slice(0, 600);
    const server = chatServer([{ kind: 'raw', type: sse, text: begun, after: 'hangs' }]);
    const { model } = await askedModel(server);
    const controller = new AbortController();
    const reason = new Error('stopped by a person');
    const asked = model.ask(hello, [], { signal: controller.signal, onDelta: () => controller.abort(reason) });
    await expect(asked).rejects.toBe(reason);
    await server.whenBroken();
  });

  it('breaks off a reply without end', async () => {
    const server = chatServer([{ kind: 'endless', type: sse, text: `: ${'x'.repeat(1_000_000)}\n` }]);
    const { model } = await askedModel(server, {}, { plan: onlyOnce });
    const fault = await faultFrom(model.ask(hello, []));
    expect(fault.message).toMatch(/has over \d+ bytes and was broken off/);
    await server.whenBroken();
  });

  it('says that nothing listens', async () => {
    const server = chatServer([]);
    const { model } = await askedModel(server, {}, { plan: onlyOnce });
    await server.close();
    expect((await faultFrom(model.ask(hello, []))).message).toContain('Is the server running');
  });
});

const onlyOnce = { tries: 1, firstWaitMs: 0, mostWaitMs: 0, mostRetryAfterMs: 0 };

import { describe, expect, it } from 'vitest';
import type { ChatMessage, ChatTool } from '../../../../src/core/run/model/chat';
import { anthropicServer, anthropicStream } from '../../../fakes/modelServers/anthropicServer';
import { askedModel, closesModelServers, hastyPlan } from '../../../fakes/modelServers/askedModels';

closesModelServers();

const claude = { protocol: 'anthropic', model: 'claude-asked', maxOutputTokens: 4096 } as const;
const parameters = { type: 'object', properties: { command: { type: 'string' } } };
const bash: ChatTool = { type: 'function', function: { name: 'bash', description: 'runs', parameters } };
const hello: ChatMessage[] = [
  { role: 'system', content: 'You fix things.' },
  { role: 'user', content: 'hello' },
];

const thinking = { type: 'thinking', thinking: 'I had better look.', signature: 'c2lnbmF0dXJl' };
const twoCalls = [
  thinking,
  { type: 'text', text: 'Looking.' },
  { type: 'tool_use', id: 'toolu_1', name: 'bash', input: { command: 'ls' } },
  { type: 'tool_use', id: 'toolu_2', name: 'bash', input: { command: 'cat a "b"' } },
];

describe("a model of a server that speaks Anthropic's Messages", () => {
  it('gives its reply as a chat completion: calls, thinking with its signature, and what the cache gave', async () => {
    const server = anthropicServer([{ kind: 'reply', reply: { content: twoCalls, stop: 'tool_use' } }]);
    const { model } = await askedModel(server, claude);
    const pieces: string[] = [];
    const reply = await model.ask(hello, [bash], { onDelta: (text) => pieces.push(text) });
    expect(reply.response).toMatchObject({
      object: 'chat.completion',
      model: 'claude-served',
      stop_reason: 'tool_use',
    });
    expect(reply.response.choices[0]).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: 'Looking.',
        thinking_blocks: [thinking],
        reasoning_content: 'I had better look.',
        tool_calls: [
          { id: 'toolu_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } },
          { id: 'toolu_2', type: 'function', function: { name: 'bash', arguments: '{"command":"cat a \\"b\\""}' } },
        ],
      },
    });
    expect(reply.usage).toEqual({ prompt: 140, cached: 100, cacheWrite: 30, completion: 42, reasoning: null });
    expect(reply.costUsd).toBeCloseTo((10 * 1 + 100 * 0.1 + 30 * 1.25 + 42 * 10) / 1e6, 9);
    expect(pieces.join('')).toBe('Looking.{"command":"ls"}{"command":"cat a \\"b\\""}');
  });

  it('sends its own reply back with both results in one message, thinking first and unchanged', async () => {
    const server = anthropicServer([
      { kind: 'reply', reply: { content: twoCalls, stop: 'tool_use' } },
      { kind: 'reply', reply: { content: [{ type: 'text', text: 'Done.' }] } },
    ]);
    const { model } = await askedModel(server, claude);
    const first = await model.ask(hello, [bash]);
    const results = ['toolu_1', 'toolu_2'].map((id) => ({ role: 'tool', tool_call_id: id, content: `of ${id}` }));
    const second = await model.ask([...hello, first.response.choices[0]!.message, ...results], [bash]);
    expect(second.response.choices[0]?.message.content).toBe('Done.');
    const { body } = server.seen[1]!;
    expect(body).toMatchObject({ model: 'claude-asked', max_tokens: 4096, stream: true });
    expect(body['system']).toMatchObject([{ type: 'text', text: 'You fix things.' }]);
    expect(body['tools']).toEqual([{ name: 'bash', description: 'runs', input_schema: parameters }]);
    const [, reply, after] = body['messages'] as { content: object[] }[];
    expect(reply?.content).toEqual(twoCalls);
    expect(after?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'of toolu_1' }] },
      { type: 'tool_result', tool_use_id: 'toolu_2', cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('says of a call that was refused that it was not run, and keeps arguments that are no JSON', async () => {
    const server = anthropicServer([{ kind: 'reply', reply: { content: [{ type: 'text', text: 'ok' }] } }]);
    const { model } = await askedModel(server, claude);
    const call = { id: 't1', type: 'function', function: { name: 'bash', arguments: '{"command":' } } as const;
    const refused = { role: 'assistant', content: null, tool_calls: [call] };
    await model.ask([...hello, refused, { role: 'user', content: 'That call was refused.' }], [bash], {
      params: { stop: 'END', parallel_tool_calls: false, seed: 1, n: 1, tool_choice: 'required' },
    });
    const { body } = server.seen[0]!;
    expect(body).toMatchObject({
      stop_sequences: ['END'],
      tool_choice: { type: 'any', disable_parallel_tool_use: true },
    });
    const [, reply, after] = body['messages'] as { content: object[] }[];
    expect(reply?.content).toMatchObject([{ type: 'tool_use', input: { unreadable_arguments: '{"command":' } }]);
    expect(after?.content).toMatchObject([
      { type: 'tool_result', tool_use_id: 't1', is_error: true },
      { type: 'text', text: 'That call was refused.' },
    ]);
  });

  it('tries again when it is overloaded, also in the middle of a stream, and gives up on a wrong key', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const wrong = { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } };
    const begun = anthropicStream({ content: [{ type: 'text', text: 'never whole' }] }).slice(0, 700);
    const sse = 'text/event-stream';
    const server = anthropicServer([
      { kind: 'status', status: 529, body: overloaded },
      { kind: 'raw', type: sse, text: `event: error\ndata: ${JSON.stringify(overloaded)}\n\n` },
      { kind: 'raw', type: sse, text: begun },
      { kind: 'raw', type: sse, text: begun, after: 'drops' },
      { kind: 'status', status: 401, body: wrong },
    ]);
    const { model, said } = await askedModel(server, claude);
    await expect(model.ask(hello, [])).rejects.toMatchObject({ kind: 'auth', status: 401 });
    expect(said.map((text) => text.replace(/http\S+ /, ''))).toEqual([
      '1: failed (HTTP 529): Overloaded',
      '2: failed (HTTP 529): Overloaded',
      '3: broke its reply off: the stream ended before the message did.',
      expect.stringMatching(/^4: can't be reached/),
    ]);
  });

  it('finds a conversation too long, and a time-out closes the connection', async () => {
    const long = { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 9 > 8' } };
    const server = anthropicServer([{ kind: 'status', status: 400, body: long }, { kind: 'silence' }]);
    const { model } = await askedModel(server, claude, { plan: { ...hastyPlan, tries: 1 } });
    await expect(model.ask(hello, [])).rejects.toMatchObject({ kind: 'context' });
    await expect(model.ask(hello, [], { timeoutMs: 30 })).rejects.toMatchObject({ kind: 'time-out' });
    await server.whenBroken();
  });
});

import { describe, expect, it } from 'vitest';
import { readSseEvent, sseJson } from '../../../../../../src/core/run/gateway/sse/sseEvent';
import { SseSplitter } from '../../../../../../src/core/run/gateway/sse/sseSplitter';
import { AnthropicWriter } from '../../../../../../src/core/run/gateway/translate/anthropic/anthropicWriter';
import { ChatDeltas } from '../../../../../../src/core/run/gateway/translate/chatDeltas';
import { ChatWriter } from '../../../../../../src/core/run/gateway/translate/chatWriter';
import type { ReplyWriter } from '../../../../../../src/core/run/gateway/translate/replyWriter';
import { ResponsesWriter } from '../../../../../../src/core/run/gateway/translate/responses/responsesWriter';
import { ToolNames } from '../../../../../../src/core/run/gateway/translate/toolNames';

const head = { id: 'r1', model: 'real', created: 7 };
const usage = { prompt: 100, cached: 40, cacheWrite: 10, completion: 20, reasoning: 5 };

const names = new ToolNames();
names.add({ kind: 'function', name: 'exec', namespace: null });
names.add({ kind: 'custom', name: 'apply_patch', namespace: null });
names.add({ kind: 'local_shell', name: 'local_shell', namespace: null });
names.add({ kind: 'function', name: 'spawn', namespace: 'agents' });

const chunk = (delta: unknown, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
});
const call = (index: number, id: string, name: string, written: string) => ({
  index,
  id,
  function: { name, arguments: written },
});

/** A reply with thoughts, text and four calls at once, their pieces mixed. */
const chunks = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'I ' }),
  chunk({ reasoning_content: 'look.' }),
  chunk({ content: 'On ' }),
  chunk({ content: 'it.' }),
  chunk({ tool_calls: [call(0, 'a', 'exec', '{"cmd"'), call(1, 'b', 'apply_patch', '{"input":"x"}')] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: ':"ls"}' } }] }),
  chunk({ tool_calls: [call(2, 'c', 'local_shell', '{"command":["ls"]}'), call(3, 'd', 'agents__spawn', '')] }),
  chunk({}, 'tool_calls'),
];

/** An event's fields, with its own name. */
type Told = Readonly<Record<string, unknown>>;

const written = (writer: ReplyWriter, from: readonly unknown[] = chunks): readonly Told[] => {
  const deltas = new ChatDeltas('r1');
  const text = [
    writer.begin(),
    ...from.flatMap((one) => deltas.read(one)).map((delta) => writer.add(delta)),
    writer.end({ calls: deltas.calls, finishReason: deltas.finishReason, usage }),
  ].join('');
  return new SseSplitter().push(Buffer.from(text)).map((bytes) => {
    const event = readSseEvent(bytes);
    return { name: event.name, ...((sseJson(event) ?? { data: event.data }) as Record<string, unknown>) };
  });
};

describe('a chat reply in the words of Responses', () => {
  const writer = new ResponsesWriter(head, { tool_choice: 'auto' }, names);
  const events = written(writer);

  it('is a stream from created to completed, numbered, each event named as it is', () => {
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, at) => at));
    expect(events.map(({ name }) => name)).toEqual(events.map(({ type }) => type));
    const short = events.map(({ type }) => String(type).replace('response.', ''));
    expect(short.slice(0, 6)).toEqual([
      'created',
      'in_progress',
      'output_item.added',
      'reasoning_summary_part.added',
      'reasoning_summary_text.delta',
      'reasoning_summary_text.delta',
    ]);
    expect(short.filter((type) => type === 'output_item.done')).toHaveLength(6);
    expect(short.at(-1)).toBe('completed');
  });

  it('holds each tool as the agent offered it', () => {
    const completed = { status: 'completed' };
    expect(events.at(-1)?.['response']).toEqual(writer.whole());
    expect(writer.whole()).toMatchObject({
      id: 'resp_r1',
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'I look.' }] },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'On it.', annotations: [] }] },
        { type: 'function_call', call_id: 'a', name: 'exec', arguments: '{"cmd":"ls"}', ...completed },
        { type: 'custom_tool_call', call_id: 'b', name: 'apply_patch', input: 'x', ...completed },
        { type: 'local_shell_call', call_id: 'c', action: { type: 'exec', command: ['ls'] }, ...completed },
        { type: 'function_call', call_id: 'd', name: 'spawn', namespace: 'agents', arguments: '{}' },
      ],
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 40 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 120,
      },
    });
  });

  it('that was cut by its length is incomplete, one that broke off has failed', () => {
    const cut = new ResponsesWriter(head, {}, names);
    expect(written(cut, [chunk({ content: 'a' }, 'length')]).at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: { incomplete_details: { reason: 'max_output_tokens' } },
    });
    expect(cut.fail('gone')).toContain('event: response.failed\n');
  });
});

describe("a chat reply in the words of Anthropic's Messages", () => {
  const writer = new AnthropicWriter(head, names);
  const events = written(writer);

  it('is a stream of blocks one after the other', () => {
    const kinds = events.map(({ type, index }) => `${type}${index === undefined ? '' : ` ${index}`}`);
    expect(kinds.slice(0, 8)).toEqual([
      'message_start',
      'content_block_start 0',
      'content_block_delta 0',
      'content_block_delta 0',
      'content_block_stop 0',
      'content_block_start 1',
      'content_block_delta 1',
      'content_block_delta 1',
    ]);
    expect(kinds.slice(-2)).toEqual(['message_delta', 'message_stop']);
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'tool_use' },
      usage: { input_tokens: 50, cache_read_input_tokens: 40, cache_creation_input_tokens: 10, output_tokens: 20 },
    });
  });

  it('is the same as one message', () => {
    expect(writer.whole()).toMatchObject({
      id: 'msg_r1',
      role: 'assistant',
      stop_reason: 'tool_use',
      content: [
        { type: 'thinking', thinking: 'I look.' },
        { type: 'text', text: 'On it.' },
        { type: 'tool_use', id: 'a', name: 'exec', input: { cmd: 'ls' } },
        { type: 'tool_use', id: 'b', input: { input: 'x' } },
        { type: 'tool_use', id: 'c' },
        { type: 'tool_use', id: 'd', input: {} },
      ],
    });
  });

  it('keeps arguments that are none under a name of ours', () => {
    const broken = new AnthropicWriter(head, names);
    written(broken, [chunk({ tool_calls: [call(0, 'a', 'exec', '{"cmd": ')] }, 'tool_calls')]);
    expect(broken.whole()).toMatchObject({ content: [{ input: { unreadable_arguments: '{"cmd": ' } }] });
  });
});

describe('a chat reply that came whole', () => {
  it('is a stream for the agent that asked for one, with the usage only where it asked', () => {
    const without = written(new ChatWriter(head, null, false));
    expect(without.some(({ usage: told }) => told !== undefined)).toBe(false);
    expect(without.at(-1)).toEqual({ name: null, data: '[DONE]' });
    expect(written(new ChatWriter(head, null, true)).at(-2)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 100, completion_tokens: 20 },
    });
  });
});

describe('calls as servers really write them', () => {
  const callsOf = (...deltas: unknown[]) => {
    const reader = new ChatDeltas('r');
    for (const delta of deltas) reader.read(chunk(delta));
    return reader.calls;
  };

  it('without ids and indexes, with one index for all, with arguments as an object', () => {
    expect(callsOf({ tool_calls: [{ function: { name: 'f', arguments: { a: 1 } } }] })).toEqual([
      { id: 'call_r_0', name: 'f', arguments: '{"a":1}' },
    ]);
    expect(callsOf({ tool_calls: [call(0, 'a', 'f', '{}')] }, { tool_calls: [call(0, 'b', 'g', '{}')] })).toHaveLength(
      2,
    );
    expect(callsOf({ tool_calls: [call(0, 'a', 'f', '{')] }, { tool_calls: [call(0, 'a', 'f', '}')] })).toEqual([
      { id: 'a', name: 'f', arguments: '{}' },
    ]);
    expect(callsOf(null, 7, { tool_calls: 'x' }, { tool_calls: [null] })).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anthropicConversation } from '../../../../../src/core/run/model/anthropic/anthropicMessages';
import { anthropicReply } from '../../../../../src/core/run/model/anthropic/anthropicReply';
import { anthropicBody, anthropicVersion } from '../../../../../src/core/run/model/anthropic/anthropicRequest';
import { MessageAssembly } from '../../../../../src/core/run/model/anthropic/messageAssembly';
import { readChatReply } from '../../../../../src/core/run/model/chatReply';
import { chatBody } from '../../../../../src/core/run/model/chatRequest';
import { ModelFault } from '../../../../../src/core/run/model/modelProvider';
import { ChatAssembly } from '../../../../../src/core/run/model/stream/chatAssembly';
import { ServerEvents } from '../../../../../src/core/run/model/stream/serverEvents';

const orFault = (read: () => unknown): void => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ModelFault);
  }
};

describe('a stream of events', () => {
  it('is the same however its bytes are cut, with any line ends, comments passed over', () => {
    const text = ': hello\n\nevent: a\r\ndata: one\r\ndata: two\r\n\r\nid: 3\ndata:three\n\ndata: {"cut":';
    const whole = [
      { event: 'a', data: 'one\ntwo' },
      { event: '', data: 'three' },
    ];
    for (let size = 1; size < text.length; size++) {
      const events = new ServerEvents();
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...events.add(text.slice(at, at + size)));
      expect([...found, ...events.end()]).toEqual(whole);
    }
  });

  it('gives an end that stands without its blank line', () => {
    const events = new ServerEvents();
    expect([...events.add('data: [DONE]'), ...events.end()]).toEqual([{ event: '', data: '[DONE]' }]);
  });
});

describe('chunks of a chat completion', () => {
  const call = (index: number | undefined, id: string | undefined, name: string | undefined, given: unknown) => ({
    choices: [{ index: 0, delta: { tool_calls: [{ index, id, function: { name, arguments: given } }] } }],
  });
  const callsOf = (chunks: readonly unknown[]) => {
    const assembly = new ChatAssembly();
    for (const chunk of chunks) assembly.add(chunk);
    const calls = assembly.whole('x').response.choices[0]?.message.tool_calls ?? [];
    return calls.map(({ id, function: { name, arguments: given } }) => `${id} ${name} ${given}`);
  };

  it('keep calls apart where they come mixed, whole at one place, without a place, or without ids', () => {
    const mixed = [
      call(0, 'a', 'bash', '{"x"'),
      call(1, 'b', 'bash', '{"y"'),
      call(0, undefined, undefined, ':1}'),
      call(1, undefined, undefined, ':2}'),
    ];
    expect(callsOf(mixed)).toEqual(['a bash {"x":1}', 'b bash {"y":2}']);
    expect(callsOf([call(0, 'a', 'bash', '{}'), call(0, 'b', 'bash', '{}')])).toEqual(['a bash {}', 'b bash {}']);
    expect(callsOf([call(undefined, 'a', 'bash', '{}'), call(undefined, 'b', 'edit', '')])).toEqual([
      'a bash {}',
      'b edit ',
    ]);
    expect(callsOf([call(0, undefined, 'bash', { command: 'ls' })])).toEqual(['call_unnamed_1 bash {"command":"ls"}']);
    expect(callsOf([call(0, 'a', 'bash', '{'), call(0, 'a', 'bash', '}')])).toEqual(['a bash {}']);
  });

  it('give a reply or a fault, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (chunks) => {
        const assembly = new ChatAssembly();
        for (const chunk of chunks) assembly.add({ choices: [chunk, { delta: chunk }], usage: chunk });
        orFault(() => assembly.whole('x'));
        for (const chunk of chunks) orFault(() => readChatReply(chunk, 'x'));
        for (const chunk of chunks) orFault(() => readChatReply({ choices: [{ message: chunk }, chunk] }, 'x'));
      }),
    );
  });
});

describe('a request', () => {
  const ask = (params: Record<string, unknown>) => ({ model: 'm', messages: [], tools: [], params });
  const manners = { stream: true, countsInStream: true };

  it("gives back to other servers what OpenAI's own would refuse", () => {
    const messages = [{ role: 'assistant', content: 'x', reasoning_content: 'r', thinking_blocks: [] }];
    const request = { ...ask({}), messages };
    expect(chatBody(request, manners, 'api.openai.com')['messages']).toEqual([{ role: 'assistant', content: 'x' }]);
    expect(chatBody(request, manners, 'host')['messages']).toEqual([
      { role: 'assistant', content: 'x', reasoning_content: 'r' },
    ]);
    expect(chatBody(ask({}), manners, 'openrouter.ai')['usage']).toEqual({ include: true });
  });

  it("is of Anthropic's older version where only that one has what is asked for", () => {
    expect(anthropicVersion(true, {})).toBe('2026-10-21');
    expect(anthropicVersion(true, { temperature: 0 })).toBe('2023-06-01');
    expect(anthropicVersion(false, {})).toBe('2023-06-01');
  });

  it('marks what may be cached unless it is told not to', () => {
    const request = { ...ask({}), messages: [{ role: 'user', content: 'hi' }] };
    expect(JSON.stringify(anthropicBody(request, null))).toContain('ephemeral');
    expect(JSON.stringify(anthropicBody({ ...request, params: { cache_control: null } }, null))).not.toContain('cache');
    expect(anthropicBody(request, null)['max_tokens']).toBe(8192);
  });
});

describe("a conversation in Anthropic's words", () => {
  it('leaves out what is empty, says pictures, and takes a result without a call for words', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,QUJD' } };
    expect(
      anthropicConversation([
        { role: 'system', content: '' },
        { role: 'user', content: [{ type: 'text', text: 'see' }, image] },
        { role: 'assistant', content: '' },
        { role: 'tool', tool_call_id: 'nobody', content: 'lost' },
        { role: 'system', content: 'later' },
        { role: 'assistant', content: 'x', thinking_blocks: [{ type: 'thinking', thinking: 'unsigned' }] },
      ]),
    ).toEqual({
      system: '',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'see' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } },
            { type: 'text', text: 'lost' },
            { type: 'text', text: 'later' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'x' }] },
      ],
    });
  });

  it('gives a reply or a fault, whatever a server sends', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const assembly = new MessageAssembly();
        const types = ['message_start', 'content_block_start', 'content_block_delta', 'message_delta'];
        for (const value of values)
          for (const type of types)
            assembly.add({ type, index: 0, message: value, content_block: value, delta: value });
        orFault(() => anthropicReply(assembly.whole('x'), 'x', 0));
        orFault(() => anthropicReply({ content: values }, 'x', 0));
      }),
    );
  });
});

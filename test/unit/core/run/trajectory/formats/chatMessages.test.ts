import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { functionTextCalls } from '../../../../../../src/core/run/trajectory/formats/messages/calls';
import { openAiMessages } from '../../../../../../src/core/run/trajectory/formats/openAiMessages';
import { sweSmithMessages } from '../../../../../../src/core/run/trajectory/formats/sweSmithMessages';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const list = (messages: readonly unknown[]) => readRecords(openAiMessages, recordsOf(messages, { kind: 'array' }));
const say = (role: string, content: unknown, more: object = {}) => ({ role, content, ...more });
const call = (id: string, name: string, args: string) => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});

describe('lists of chat messages', () => {
  it('joins a reply with what its calls gave back', () => {
    const { steps, head } = list([
      say('system', 'Be good.'),
      say('user', 'Fix it.'),
      say('assistant', null, { tool_calls: [call('1', 'bash', '{"command":"ls"}'), call('2', 'bash', '{"comm')] }),
      say('tool', 'a.py', { tool_call_id: '1' }),
      say('tool', 'none', { tool_call_id: '2' }),
      say('user', 'Go on.'),
      say('assistant', [{ type: 'text', text: 'Done' }, { type: 'image_url' }], { reasoning_content: 'why' }),
    ]);
    expect(steps.map((step) => step.role)).toEqual(['system', 'user', 'agent', 'user', 'agent']);
    expect(steps[2]?.observations.map((one) => [one.callId, one.text])).toEqual([
      ['1', 'a.py'],
      ['2', 'none'],
    ]);
    expect(steps[2]?.calls[0]).toMatchObject({ args: { command: 'ls' }, parseError: null });
    expect(steps[2]?.calls[1]).toMatchObject({ args: null, rawArgs: '{"comm', parseError: expect.any(String) });
    expect(steps[4]).toMatchObject({ thought: 'Done', reasoning: { text: 'why' }, notices: [{ kind: 'not-read' }] });
    expect(head).toMatchObject({ status: 'unknown', totals: { visibleSteps: 2, apiCalls: null } });
  });

  it('keeps a result without a reply before it as what came back', () => {
    expect(list([say('tool', 'alone', { tool_call_id: '9' })]).steps[0]).toMatchObject({
      thought: '',
      observations: [{ callId: '9', text: 'alone' }],
    });
  });

  it('is a list, a line each, or within a document', () => {
    const messages = [say('user', 'a'), say('assistant', 'b')];
    const cutOf = (...values: unknown[]) => openAiMessages.detect({ path: '', values, text: '' })?.cut ?? null;
    expect(cutOf(messages)).toEqual({ kind: 'array' });
    expect(cutOf(...messages)).toEqual({ kind: 'lines' });
    expect(cutOf({ messages })).toEqual({ kind: 'document', arrays: ['messages'] });
    expect(cutOf([])).toBeNull();
    expect(cutOf([say('user', 'a'), { role: 'driver', content: '' }])).toBeNull();
  });
});

describe('sets of trajectories', () => {
  const line = {
    messages: [say('user', 'a'), say('assistant', 'b<function=submit>\n</function>')],
    instance_id: 'x__y.1',
    resolved: true,
    patch: '',
    model: 'm',
  };

  it('reads what stands beside the messages', () => {
    const [record] = recordsOf([line], { kind: 'lines' });
    const parts = record === undefined ? undefined : sweSmithMessages.split?.(record);
    expect(parts?.instanceId).toBe('x__y.1');
    const { head } = readRecords(sweSmithMessages, parts?.records ?? []);
    expect(head).toMatchObject({ instanceId: 'x__y.1', model: 'm', resolved: true, status: 'submitted_empty' });
    expect(head.finalPatch).toEqual({ text: '', source: 'evalRecord' });
  });

  it('is only what has a trajectory in each line', () => {
    const detect = (path: string, values: unknown[]) => sweSmithMessages.detect({ path, values, text: '' });
    expect(detect('a.jsonl', [line])).not.toBeNull();
    expect(detect('a', [line, line])).not.toBeNull();
    expect(detect('a.json', [line])).toBeNull();
    expect(detect('a.jsonl', [line, { messages: 1 }])).toBeNull();
    expect(detect('a.jsonl', [])).toBeNull();
  });
});

describe('calls in a text', () => {
  it('reads values as they stand', () => {
    const text =
      'So\n<function=edit>\n<parameter=path>/a</parameter>\n<parameter=new>\n x\n</parameter>\n</function> end';
    expect(functionTextCalls(text)).toMatchObject([{ name: 'edit', args: { path: '/a', new: '\n x\n' } }]);
    const inner = '<function=a><parameter=x>1</parameter></function><function=b><parameter=y>2';
    expect(functionTextCalls(inner)).toMatchObject([
      { name: 'a', args: { x: '1' } },
      { name: 'b', args: null, parseError: '</function> is missing.' },
    ]);
  });

  it('gives a parameter of a hostile name no other meaning', () => {
    const [found] = functionTextCalls('<function=f><parameter=__proto__>1</parameter></function>');
    expect(Object.getPrototypeOf(found?.args)).toBe(Object.prototype);
    expect(Object.keys(found?.args ?? {})).toEqual(['__proto__']);
  });
});

describe('anything else', () => {
  it('never throws', () => {
    const piece = fc.constantFrom('<function=', '>', '</function>', '<parameter=a>', '</parameter>', 'x', '\n');
    const message = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'none'),
      content: fc.oneof(
        fc.array(piece).map((pieces) => pieces.join('')),
        fc.jsonValue(),
      ),
      tool_calls: fc.jsonValue(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(message, fc.jsonValue())), (messages) => {
        const { steps } = list(messages);
        expect(steps.flatMap((step) => step.rawRefs)).toHaveLength(messages.length);
        openAiMessages.detect({ path: '', values: [messages], text: '' });
      }),
    );
  });
});

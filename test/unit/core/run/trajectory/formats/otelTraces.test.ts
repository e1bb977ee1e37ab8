import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otelTraces } from '../../../../../../src/core/run/trajectory/formats/otelTraces';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

type Plain = string | number | boolean;
const wrapped = (value: Plain) =>
  typeof value === 'string'
    ? { stringValue: value }
    : typeof value === 'number'
      ? { intValue: `${value}` }
      : { boolValue: value };
const attributes = (of: Record<string, Plain>) =>
  Object.entries(of).map(([key, value]) => ({ key, value: wrapped(value) }));

let ids = 0;
const span = (name: string, of: Record<string, Plain>, more: object = {}) => {
  ids += 1;
  return {
    traceId: 't1',
    spanId: `s${ids}`,
    parentSpanId: 'root',
    name,
    startTimeUnixNano: '1751247501000000000',
    endTimeUnixNano: '1751247503500000000',
    attributes: attributes(of),
    ...more,
  };
};
const exported = (...spans: unknown[]) => ({
  resourceSpans: [{ resource: { attributes: attributes({ 'service.name': 'svc' }) }, scopeSpans: [{ spans }] }],
});
const read = (...lines: unknown[]) => readRecords(otelTraces, recordsOf(lines, { kind: 'lines' }));

const said = (...parts: object[]) => JSON.stringify([{ role: 'assistant', parts }]);
const chat = (output: string, more: Record<string, Plain> = {}) =>
  span('chat m', {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'm',
    'gen_ai.usage.input_tokens': 10,
    'gen_ai.usage.output_tokens': 2,
    'gen_ai.output.messages': output,
    ...more,
  });
const call = { type: 'tool_call', id: 'c1', name: 'bash', arguments: { command: 'ls' } };
const tool = (id: string, result: string, more: object = {}) =>
  span(
    'execute_tool bash',
    {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'bash',
      'gen_ai.tool.call.id': id,
      'gen_ai.tool.call.result': result,
    },
    more,
  );
const asked = JSON.stringify([{ role: 'user', parts: [{ type: 'text', content: 'do it' }] }]);

describe('OpenTelemetry traces', () => {
  it('become steps of a call of the model and of its tools', () => {
    const { head, steps } = read(
      exported(
        chat(said({ type: 'reasoning', content: 'hm' }, { type: 'text', content: 'I look' }, call), {
          'gen_ai.input.messages': asked,
        }),
        tool('c1', 'a.txt'),
        chat(said({ type: 'text', content: 'done' })),
      ),
    );
    expect(steps.map(({ role, thought }) => [role, thought])).toEqual([
      ['user', 'do it'],
      ['agent', 'I look'],
      ['agent', 'done'],
    ]);
    expect(steps[1]).toMatchObject({
      reasoning: { text: 'hm' },
      calls: [{ id: 'c1', name: 'bash', kind: 'search', args: { command: 'ls' } }],
      observations: [{ callId: 'c1', text: 'a.txt', isError: false }],
      modelMs: 2500,
      environmentMs: 2500,
    });
    expect(steps[1]?.rawRefs[1]?.at).toEqual(['resourceSpans', 0, 'scopeSpans', 0, 'spans', 1]);
    expect(head).toMatchObject({
      id: 't1',
      model: 'm',
      agent: 'svc',
      status: 'unknown',
      totals: { prompt: 20, completion: 4, apiCalls: 2 },
    });
  });

  it('find an answer in what the model was given next, where the tool has no span', () => {
    const answer = JSON.stringify([
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'a.txt' }] },
    ]);
    const { steps } = read(exported(chat(said(call))), exported(chat(said(), { 'gen_ai.input.messages': answer })));
    expect(steps.map(({ observations }) => observations.map(({ text }) => text))).toEqual([['a.txt'], []]);
  });

  it('keep agents apart, and count the tokens of an agent as a whole only where its calls have none', () => {
    const agent = span('invoke_agent', {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'writer',
      'gen_ai.usage.input_tokens': 99,
    });
    const { head, steps } = read(exported(chat(said(), { 'gen_ai.agent.name': 'writer' }), chat(said()), agent));
    expect(steps.map(({ agentId }) => agentId)).toEqual(['writer', 'main']);
    expect(head.agents.map(({ agentId, kind }) => [agentId, kind])).toEqual([
      ['writer', 'main'],
      ['main', 'subagent'],
    ]);
    expect(head.totals.prompt).toBe(20);
    expect(read(exported(agent)).head.totals.prompt).toBe(99);
  });

  it('say that the outermost span failed, and show spans of other things with what they carry', () => {
    const failed = { parentSpanId: '', status: { code: 2, message: 'no key' } };
    const { head, steps } = read(exported(span('work', { size: 3 }), span('run', {}, failed)));
    expect(head).toMatchObject({ status: 'env_error', rawStatus: 'no key' });
    expect(steps[0]).toMatchObject({ role: 'system', thought: 'work', observations: [{ text: 'size: 3' }] });
    expect(steps[1]?.observations[0]).toMatchObject({ isError: true, text: 'no key' });
  });

  it('read the older form, in which each field of a message is an attribute', () => {
    const { steps } = read(
      exported(
        span('openai.chat', {
          'llm.request.type': 'chat',
          'gen_ai.prompt.0.role': 'user',
          'gen_ai.prompt.0.content': 'hi',
          'gen_ai.completion.0.content': 'yes',
          'gen_ai.completion.0.tool_calls.0.id': 'c9',
          'gen_ai.completion.0.tool_calls.0.name': 'bash',
          'gen_ai.completion.0.tool_calls.0.arguments': '{"command": "ls"}',
        }),
      ),
    );
    expect(steps.map(({ thought }) => thought)).toEqual(['hi', 'yes']);
    expect(steps[1]?.calls).toMatchObject([{ id: 'c9', args: { command: 'ls' } }]);
  });

  it('are lines or one document, of which the same is read', () => {
    const value = exported(chat(said({ type: 'text', content: 'x' })));
    const cut = (text: string) => otelTraces.detect({ path: 'x', values: [value], text })?.cut.kind;
    expect([
      cut(JSON.stringify(value)),
      cut(`${JSON.stringify(value)}\n`),
      cut(JSON.stringify(value, null, 2)),
    ]).toEqual(['lines', 'lines', 'document']);
    const whole = readRecords(otelTraces, recordsOf(value, { kind: 'document', arrays: ['resourceSpans'] }));
    expect(whole.steps.map(({ thought }) => thought)).toEqual(['x']);
    expect(whole.steps[0]?.rawRefs[0]?.at).toEqual(['scopeSpans', 0, 'spans', 0]);
    expect(otelTraces.detect({ path: 'x', values: [{ spans: [] }], text: '' })).toBeNull();
  });

  it('of any damage, deep, or with parents in a circle, are read without a crash', () => {
    let deep: unknown = { stringValue: 'x' };
    for (let level = 0; level < 5_000; level += 1) deep = { arrayValue: { values: [deep] } };
    const circle = { spanId: 'a', parentSpanId: 'a', name: 'self', attributes: [{ key: 'deep', value: deep }] };
    expect(read(exported(circle)).steps).toHaveLength(1);
    const lines = [
      exported(chat(said(call), { 'gen_ai.input.messages': asked }), tool('c1', 'x')),
      exported(circle.name),
    ];
    for (const spoilt of mutations(lines, 300)) {
      const asParsed: unknown = JSON.parse(JSON.stringify(spoilt));
      expect(readRecords(otelTraces, recordsOf(asParsed, { kind: 'lines' })).head.format).toBe('otel');
    }
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (spans) => {
        expect(read(exported(...spans)).head.format).toBe('otel');
      }),
    );
  });
});

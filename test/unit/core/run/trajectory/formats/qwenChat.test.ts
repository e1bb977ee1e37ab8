import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qwenChat } from '../../../../../../src/core/run/trajectory/formats/qwenChat';
import { type ReadTrajectory, readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

type Fields = Record<string, unknown>;

const line = (uuid: string, parentUuid: string | null, type: string, fields: Fields): Fields => ({
  uuid,
  parentUuid,
  sessionId: 's',
  type,
  version: '0.21.0',
  ...fields,
});
const message = (...parts: unknown[]): Fields => ({ message: { role: 'x', parts } });
const event = (uuid: string, parent: string | null, uiEvent: Fields): Fields =>
  line(uuid, parent, 'system', { subtype: 'ui_telemetry', systemPayload: { uiEvent } });

const read = (lines: readonly unknown[]): ReadTrajectory => readRecords(qwenChat, recordsOf(lines, { kind: 'lines' }));

describe('Qwen chats', () => {
  it('lines of one message are one step, with the answers to its calls', () => {
    const { head, steps } = read([
      line('u', null, 'user', message({ text: 'go' })),
      line('a', 'u', 'assistant', message({ text: 'thinking', thought: true })),
      line('a', 'u', 'assistant', {
        ...message({ functionCall: { id: 'c', name: 'edit', args: { file_path: '/a' } } }, { text: 'said' }),
        model: 'q',
        usageMetadata: {
          promptTokenCount: 9,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 2,
          totalTokenCount: 14,
          cachedContentTokenCount: 3,
        },
      }),
      line('t', 'a', 'tool_result', {
        ...message({ functionResponse: { id: 'c', name: 'edit', response: { output: 'ok' } } }),
        toolCallResult: {
          callId: 'c',
          status: 'success',
          resultDisplay: { fileName: 'a', filePath: '/a', originalContent: 'x', newContent: 'y' },
        },
      }),
    ]);
    expect(steps[1]).toMatchObject({
      thought: 'said',
      reasoning: { text: 'thinking', encrypted: false },
      calls: [{ id: 'c', kind: 'edit' }],
      observations: [{ callId: 'c', text: 'ok', isError: false }],
      recordedEdits: [{ callId: 'c', path: '/a', before: 'x', after: 'y' }],
      filesTouched: ['/a'],
      usage: { prompt: 9, cached: 3, completion: 5, reasoning: 2 },
    });
    expect(head).toMatchObject({ model: 'q', version: '0.21.0', totals: { completion: 5, visibleSteps: 1 } });
  });

  it('an edit whose display was cut is not taken for the whole file', () => {
    const display = { fileName: 'a', newContent: 'y', contentTruncated: true };
    const { steps } = read([
      line('t', null, 'tool_result', {
        ...message({ functionResponse: { id: 'none', response: { error: 'no' } } }),
        toolCallResult: { callId: 'none', resultDisplay: display },
      }),
    ]);
    expect(steps[0]).toMatchObject({ role: 'user', recordedEdits: [], observations: [{ text: 'no', isError: true }] });
  });

  it('without tokens in messages, those of the telemetry are the sums', () => {
    const { head } = read([
      line('a', null, 'assistant', message({ text: 'x' })),
      event('e', 'a', { model: 'q', input_token_count: 7, output_token_count: 2 }),
      event('f', 'e', { model: 'q', error_message: 'overloaded' }),
      event('g', 'f', { function_name: 'edit', error: 'no' }),
    ]);
    expect(head).toMatchObject({ status: 'api_error', totals: { prompt: 7, completion: 2, apiCalls: 2 } });
    expect(head.warnings).toEqual(['2 records without a step: 1 telemetry of replies, 1 telemetry of calls']);
  });

  it('a prompt at an earlier place branches off there, through lines without a step; circles end', () => {
    const { steps } = read([
      line('u', 'u', 'user', message({ text: 'one' })),
      line('x', 'u', 'system', { subtype: 'custom_title', systemPayload: {} }),
      line('a', 'x', 'assistant', message({ text: '1' })),
      line('v', 'x', 'user', message({ text: 'two' })),
      line('k', 'v', 'system', { subtype: 'chat_compression', systemPayload: {} }),
      line('w', 'k', 'user', message({ text: 'three' })),
    ]);
    expect(steps.map(({ parentStep }) => parentStep)).toEqual([null, null, 1, null, null]);
    expect(steps[3]?.notices).toEqual([{ kind: 'compaction', text: 'What went before was replaced by a summary' }]);
  });

  it('commands and what is no line are said', () => {
    const { head, steps } = read([
      line('c', null, 'system', { subtype: 'slash_command', systemPayload: { rawCommand: '/about' } }),
      'nothing',
      line('m', 'c', 'assistant', { message: 'no' }),
    ]);
    expect(steps[0]).toMatchObject({ role: 'system', thought: '/about' });
    expect(steps.slice(1).map(({ notices }) => notices[0]?.kind)).toEqual(['not-read', 'not-read']);
    expect(head.totals).toMatchObject({ visibleSteps: 0, incomplete: true });
  });

  it('no value of any kind breaks it', () => {
    const any = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('a', 'b', [{ functionCall: {} }]));
    const hostile = fc.record(
      {
        type: fc.constantFrom('user', 'assistant', 'tool_result', 'system'),
        subtype: fc.constantFrom('rewind', 'ui_telemetry', 'slash_command', 'constructor'),
        uuid: any,
        parentUuid: any,
        message: fc.oneof(any, fc.record({ parts: any })),
        systemPayload: any,
        toolCallResult: any,
        usageMetadata: any,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, any), { maxLength: 10 }), (lines) => {
        expect(read(lines).steps.length).toBeLessThanOrEqual(lines.length);
      }),
    );
  });
});

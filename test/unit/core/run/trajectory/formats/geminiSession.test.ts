import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { geminiSession } from '../../../../../../src/core/run/trajectory/formats/geminiSession';
import { type ReadTrajectory, readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

type Fields = Record<string, unknown>;

const first = { sessionId: 's', projectHash: 'p', startTime: '2026-01-02T03:04:05Z', kind: 'main' };
const user = (id: string, content: unknown): Fields => ({ id, type: 'user', content });
const model = (id: string, content: string, more: Fields = {}): Fields => ({
  id,
  type: 'gemini',
  content,
  model: 'g',
  tokens: { input: 10, output: 2, cached: 4, thoughts: 3, tool: 1, total: 16 },
  ...more,
});

const read = (lines: readonly unknown[]): ReadTrajectory =>
  readRecords(geminiSession, recordsOf(lines, { kind: 'lines' }));

describe('Gemini sessions', () => {
  it('the last line of a message counts, in its tokens too; thoughts are output', () => {
    const { head, steps } = read([
      first,
      user('u', [{ text: 'go' }, { inlineData: { mimeType: 'image/png' } }]),
      model('a', ''),
      model('b', 'other'),
      model('a', 'now said', { thoughts: [{ subject: 'Plan', description: 'do it' }] }),
    ]);
    expect(steps.map(({ thought }) => thought)).toEqual(['go\n[image/png]', 'now said', 'other']);
    expect(steps[1]).toMatchObject({
      reasoning: { text: 'Plan\ndo it', encrypted: false },
      usage: { prompt: 11, cached: 4, completion: 5, reasoning: 3 },
    });
    expect(steps[1]?.rawRefs).toHaveLength(2);
    expect(head.totals).toMatchObject({ prompt: 22, completion: 10, visibleSteps: 2, incomplete: false });
  });

  it('calls have their results, exit codes and edits', () => {
    const diff = { fileName: 'a.py', filePath: '/r/a.py', originalContent: 'a', newContent: 'b', fileDiff: '' };
    const { steps } = read([
      first,
      model('a', '', {
        toolCalls: [
          { id: '1', name: 'replace', args: { file_path: '/r/a.py' }, status: 'success', resultDisplay: diff },
          {
            id: '2',
            name: 'run_shell_command',
            args: { command: 'false' },
            status: 'success',
            result: [{ functionResponse: { id: '2', response: { output: 'Output: x\nExit Code: 1' } } }],
          },
          { id: '3', name: 'read_file', args: null, status: 'cancelled' },
        ],
      }),
    ]);
    expect(steps[0]).toMatchObject({
      calls: [{ kind: 'edit' }, { kind: 'shell' }, { kind: 'read', parseError: 'no arguments' }],
      filesTouched: ['/r/a.py'],
      recordedEdits: [{ callId: '1', path: '/r/a.py', before: 'a', after: 'b', hunks: [] }],
    });
    expect(steps[0]?.observations).toMatchObject([
      { callId: '2', exitCode: 1, isError: true },
      { callId: '3', text: '', isError: true },
    ]);
  });

  it('a rewind is a notice; what comes after it goes on from the message before its target', () => {
    const { steps } = read([
      first,
      user('u1', 'one'),
      model('a1', '1'),
      user('u2', 'two'),
      { $rewindTo: 'u2' },
      user('u3', 'three'),
      { $rewindTo: 'nobody' },
      user('u4', 'four'),
    ]);
    expect(steps.map(({ parentStep }) => parentStep)).toEqual([null, null, null, null, 2, null, null]);
    expect(steps.flatMap(({ notices }) => notices)).toEqual([
      { kind: 'rewind', text: 'Rewound to before step 3 (message u2)' },
      { kind: 'rewind', text: 'Rewound to the beginning (message nobody)' },
    ]);
  });

  it('replaced histories, errors and what is no message are said', () => {
    const { head, steps } = read([
      first,
      { $set: { lastUpdated: '2026-01-02T04:00:00Z' } },
      { $set: { messages: [user('x', 'y')] } },
      { hello: 1 },
      { id: 'e', type: 'error', content: '[API Error: quota]' },
    ]);
    expect(steps.flatMap(({ notices }) => notices.map(({ kind }) => kind))).toEqual([
      'compaction',
      'not-read',
      'missing-reply',
    ]);
    expect(head).toMatchObject({ status: 'api_error', endedAt: Date.parse('2026-01-02T04:00:00Z') });
    expect(head.warnings).toEqual([
      '1 record could not be read; each is a step that says why',
      '2 records without a step: 2 fields of the session',
    ]);
  });

  it('a document is read member by member', () => {
    const document = { ...first, messages: [user('u', 'go'), model('a', 'done')], lastUpdated: '2026-01-02T03:05:00Z' };
    const { head, steps } = readRecords(geminiSession, recordsOf(document, { kind: 'document', arrays: ['messages'] }));
    expect(head).toMatchObject({ id: 's', model: 'g', startedAt: Date.parse(first.startTime) });
    expect(steps.map(({ role }) => role)).toEqual(['user', 'agent']);
  });

  it('no value of any kind breaks it', () => {
    const any = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('a', 'gemini', [{ functionResponse: null }]));
    const hostile = fc.record(
      { id: any, type: any, content: any, tokens: any, toolCalls: any, $rewindTo: any, $set: any, timestamp: any },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, any), { maxLength: 10 }), (lines) => {
        expect(read(lines).steps.length).toBeLessThanOrEqual(lines.length);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { opencodeStorage } from '../../../../../../src/core/run/trajectory/formats/opencodeStorage';
import { type ReadTrajectory, readRecords } from '../../../../../fakes/readTrajectory';

type Files = Readonly<Record<string, unknown>>;

const read = (files: Files): ReadTrajectory =>
  readRecords(
    opencodeStorage,
    Object.entries(files).map(([file, value]) => ({
      ref: { file, start: 0, end: 9, at: [] },
      place: '',
      value,
      broken: value === undefined ? 'no JSON' : null,
    })),
  );

const session = { id: 'ses_1', version: '1.0', parentID: null, time: { created: 1_700_000_000_000 } };
const assistant = (more: object = {}) => ({ id: 'msg_1', role: 'assistant', modelID: 'm', ...more });

describe('opencode storage', () => {
  it('a session is its own file, then each message before its parts', () => {
    const found = opencodeStorage.folder?.([
      'storage/message/ses_1/msg_2.json',
      'storage/message/ses_1/msg_1.json',
      'storage/part/msg_1/prt_1.json',
      'storage/part/msg_2/prt_2.json',
      'storage/part/msg_9/prt_9.json',
      'storage/session/p/ses_1.json',
      'storage/migration',
    ]);
    expect(found?.trajectories.map(({ id, parts }) => [id, parts.map(({ path }) => path)])).toEqual([
      [
        'ses_1',
        [
          'storage/session/p/ses_1.json',
          'storage/message/ses_1/msg_1.json',
          'storage/part/msg_1/prt_1.json',
          'storage/message/ses_1/msg_2.json',
          'storage/part/msg_2/prt_2.json',
        ],
      ],
    ]);
  });

  it('a folder that holds other things is none', () => {
    expect(opencodeStorage.folder?.(['a/message/s/m.json', 'b.json'])).toBeNull();
    expect(opencodeStorage.folder?.([])).toBeNull();
  });

  it('tokens and cost of all its turns are summed; edits are exact; the last error is the end', () => {
    const finish = { type: 'step-finish', tokens: { input: 5, output: 2, reasoning: 1, cache: { read: 3, write: 4 } } };
    const filediff = { file: '/a', before: 'x', after: 'y' };
    const { head, steps } = read({
      'session/p/ses_1.json': session,
      'message/ses_1/msg_1.json': assistant({ cost: 0.5, error: { name: 'MessageAbortedError' } }),
      'part/msg_1/1.json': finish,
      'part/msg_1/2.json': finish,
      'part/msg_1/3.json': { type: 'tool', callID: 'c', tool: 'edit', state: { status: 'error', error: 'no' } },
      'part/msg_1/4.json': {
        type: 'tool',
        callID: 'd',
        tool: 'edit',
        state: { status: 'completed', input: {}, output: '', metadata: { filediff } },
      },
    });
    expect(steps[0]).toMatchObject({
      usage: { prompt: 24, cached: 6, cacheWrite: 8, completion: 4, reasoning: 2 },
      costUsd: 0.5,
      observations: [
        { callId: 'c', text: 'no', isError: true },
        { callId: 'd', text: '', isError: false },
      ],
      recordedEdits: [{ callId: 'd', path: '/a', before: 'x', after: 'y' }],
      filesTouched: ['/a'],
      notices: [{ kind: 'missing-reply', text: 'MessageAbortedError' }],
    });
    expect(head).toMatchObject({ id: 'ses_1', status: 'aborted', rawStatus: 'MessageAbortedError', model: 'm' });
    expect(head.totals).toMatchObject({ prompt: 24, completion: 4, costUsd: 0.5, visibleSteps: 1 });
  });

  it('files that are no JSON, and messages without a role, are steps that say so', () => {
    const { head, steps } = read({ 'message/s/a.json': undefined, 'message/s/b.json': [], 'part/b/1.json': {} });
    expect(steps.map(({ notices }) => notices[0])).toEqual([
      { kind: 'not-read', text: 'no JSON' },
      { kind: 'not-read', text: 'a message without a role' },
    ]);
    expect(head.totals.incomplete).toBe(true);
    expect(head.warnings.join('\n')).toContain('1 part of other messages');
  });

  it('no value of any kind breaks it', () => {
    const any = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('msg_1', 'assistant', 'tool', 'step-finish'));
    const hostile = fc.record(
      { id: any, role: any, type: any, messageID: any, state: any, tokens: any, cost: any, time: any, files: any },
      { requiredKeys: [] },
    );
    const file = fc.constantFrom('message/s/msg_1.json', 'part/msg_1/1.json', 'session/p/s.json', 'other');
    fc.assert(
      fc.property(fc.array(fc.tuple(file, fc.oneof(hostile, any)), { maxLength: 10 }), (files) => {
        const records = files.map(([name, value]) => ({
          ref: { file: name, start: 0, end: 1, at: [] },
          place: '',
          value,
          broken: null,
        }));
        expect(readRecords(opencodeStorage, records).steps.length).toBeLessThanOrEqual(files.length);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claudeCodeSession } from '../../../../../../src/core/run/trajectory/formats/claudeCodeSession';
import type { RawRecord } from '../../../../../../src/core/run/trajectory/trajectoryFormat';
import { type ReadTrajectory, readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

type Line = Record<string, unknown>;

const line = (uuid: string, parentUuid: string | null, fields: Line): Line => ({
  uuid,
  parentUuid,
  sessionId: 's1',
  isSidechain: false,
  timestamp: '2026-01-02T03:04:05.000Z',
  ...fields,
});

const prompt = (uuid: string, parent: string | null, content: unknown, more: Line = {}): Line =>
  line(uuid, parent, { type: 'user', message: { role: 'user', content }, ...more });

const said = (uuid: string, parent: string | null, id: string, output: number, ...content: Line[]): Line =>
  line(uuid, parent, {
    type: 'assistant',
    message: { id, model: 'm', content, usage: { input_tokens: 1, cache_read_input_tokens: 4, output_tokens: output } },
  });

const text = (words: string): Line => ({ type: 'text', text: words });
const call = (id: string, name: string, input: Line): Line => ({ type: 'tool_use', id, name, input });
const result = (id: string, content: unknown, more: Line = {}): Line => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});

const read = (lines: readonly unknown[], cut = false): ReadTrajectory =>
  readRecords(claudeCodeSession, recordsOf(lines, { kind: 'lines' }), { cut });

describe('Claude Code sessions', () => {
  it('lines of one message are one step, whose last usage counts, answers between them included', () => {
    const { head, steps } = read([
      prompt('u1', null, 'fix it'),
      said('a1', 'u1', 'm1', 2, { type: 'thinking', thinking: 'hm', signature: 'x' }),
      said('a2', 'a1', 'm1', 2, text('Looking.'), call('c1', 'Bash', { command: 'ls' })),
      prompt('r1', 'a2', [result('c1', 'Exit code 2\nno', { is_error: true })]),
      said('a3', 'a2', 'm1', 9, call('c2', 'Read', { file_path: '/a' })),
      prompt('r2', 'a3', [result('c2', [text('one'), { type: 'image', source: { media_type: 'image/png' } }])]),
    ]);
    expect(steps.map(({ role }) => role)).toEqual(['user', 'agent']);
    expect(steps[1]).toMatchObject({
      thought: 'Looking.',
      reasoning: { text: 'hm', encrypted: false },
      usage: { prompt: 5, cached: 4, completion: 9 },
      calls: [
        { id: 'c1', kind: 'search', parseError: null },
        { id: 'c2', kind: 'read' },
      ],
      observations: [
        { callId: 'c1', exitCode: 2, isError: true },
        { callId: 'c2', text: 'one\n[image: image/png]', exitCode: null },
      ],
    });
    expect(head.totals).toMatchObject({ completion: 9, prompt: 5, visibleSteps: 1, incomplete: false });
  });

  it('links run through attachment lines; a prompt at an earlier place is a rewind', () => {
    const { steps } = read([
      prompt('u1', null, 'first'),
      said('a1', 'u1', 'm1', 1, text('one')),
      line('t1', 'a1', { type: 'attachment', attachment: { type: 'todo_reminder' } }),
      prompt('u2', 't1', 'second'),
      said('a2', 'u2', 'm2', 1, text('two')),
      prompt('u3', 't1', 'second, said better'),
      said('a3', 'u3', 'm3', 1, text('three')),
    ]);
    expect(steps.map(({ parentStep }) => parentStep)).toEqual([null, null, null, null, 2, null]);
    expect(steps[4]?.notices).toEqual([{ kind: 'rewind', text: 'Goes on from step 2' }]);
    expect(steps[4]?.thought).toBe('second, said better');
  });

  it('side chains are agents tied to their calls; their steps stand after the one that made them', () => {
    const side = { isSidechain: true };
    const { head, steps } = read([
      said('a1', null, 'm1', 1, call('t1', 'Task', { prompt: 'look', subagent_type: 'Explore' })),
      { ...prompt('s1', null, 'look'), ...side },
      { ...said('s2', 's1', 'n1', 3, text('found')), ...side },
      prompt('r1', 'a1', [result('t1', 'found')], { toolUseResult: { totalTokens: 9 } }),
      said('a2', 'r1', 'm2', 1, text('done')),
    ]);
    expect(head.agents).toEqual([
      { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: null },
      { agentId: 'sidechain-s1', parentCallId: 't1', depth: 1, kind: 'subagent', name: 'Explore' },
    ]);
    expect(steps.map(({ agentId }) => agentId)).toEqual(['main', 'sidechain-s1', 'sidechain-s1', 'main']);
    expect(steps[0]?.observations.map(({ callId }) => callId)).toEqual(['t1']);
    expect(steps[1]?.parentStep).toBe(1);
  });

  it('compaction, API errors, failed hooks and what stands in no message are notices', () => {
    const { head, steps } = read([
      line('b', null, { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted' }),
      prompt('k', 'b', 'So far: nothing', { isCompactSummary: true }),
      line('e', 'k', { type: 'system', subtype: 'api_error', error: { message: 'overloaded' } }),
      line('h', 'e', { type: 'attachment', attachment: { type: 'hook_blocking_error', stderr: 'no' } }),
      line('x', 'h', {
        type: 'assistant',
        isApiErrorMessage: true,
        message: { model: '<synthetic>', content: [text('API Error: 500')] },
      }),
      42,
    ]);
    expect(steps.flatMap(({ notices }) => notices)).toEqual([
      { kind: 'compaction', text: 'Conversation compacted' },
      { kind: 'compaction', text: 'What went before was replaced by this summary' },
      { kind: 'missing-reply', text: 'overloaded' },
      { kind: 'hook', text: 'no' },
      { kind: 'missing-reply', text: 'API Error: 500' },
      { kind: 'not-read', text: 'no line of a session: it has no type' },
    ]);
    expect(steps[1]?.thought).toBe('So far: nothing');
    expect(head).toMatchObject({ status: 'api_error', model: null, totals: { incomplete: true, visibleSteps: 0 } });
  });

  it('an interruption is an end by hand; without one, nothing says how it ended', () => {
    const before = [prompt('u1', null, 'go'), said('a1', 'u1', 'm1', 1, text('one'))];
    expect(read(before).head.status).toBe('unknown');
    expect(read([...before, prompt('u2', 'a1', [text('[Request interrupted by user]')])]).head.status).toBe('aborted');
  });

  it('edits are kept as the tool recorded them; a refused one touches nothing', () => {
    const edit = (id: string): Line => call(id, 'Edit', { file_path: `/${id}`, old_string: 'a', new_string: 'b' });
    const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }];
    const { steps } = read([
      said('a1', null, 'm1', 1, edit('c1'), edit('c2')),
      prompt('r1', 'a1', [result('c1', 'ok')], {
        toolUseResult: { filePath: '/c1', originalFile: 'a', structuredPatch: patch },
      }),
      prompt('r2', 'a1', [result('c2', 'no', { is_error: true })], { toolUseResult: 'Error: no' }),
    ]);
    expect(steps[0]?.recordedEdits).toEqual([{ callId: 'c1', path: '/c1', before: 'a', after: null, hunks: patch }]);
    expect(steps[0]?.filesTouched).toEqual(['/c1']);
  });

  it('circular parents end, an answer to no call is kept, and a broken last line is said', () => {
    const broken: RawRecord = {
      ref: { file: 'file', start: 9, end: 10, at: [] },
      place: '',
      value: null,
      broken: 'line 3 is cut',
    };
    const lines = [prompt('u1', 'u2', 'a'), prompt('u2', 'u1', 'b'), prompt('r', 'u2', [result('none', 'late')])];
    const { head, steps } = readRecords(claudeCodeSession, [...recordsOf(lines, { kind: 'lines' }), broken], {
      cut: true,
    });
    expect(steps).toHaveLength(4);
    expect(steps[2]).toMatchObject({ role: 'user', observations: [{ callId: 'none', text: 'late' }] });
    expect(steps[3]?.notices).toEqual([{ kind: 'not-read', text: 'line 3 is cut' }]);
    expect(head.totals.incomplete).toBe(true);
  });

  it('a call that is never answered holds back no more than a few thousand lines', () => {
    const reader = claudeCodeSession.open(null);
    const lines = [
      said('a0', null, 'm0', 1, call('c', 'Bash', {})),
      ...Array.from({ length: 5_000 }, (_, n) => said(`b${n}`, null, `m${n + 1}`, 1, text('x'))),
    ];
    let given = 0;
    let most = 0;
    for (const [n, record] of recordsOf(lines, { kind: 'lines' }).entries()) {
      given += reader.take(record).length;
      most = Math.max(most, n + 1 - given);
    }
    given += reader.end(false).length;
    expect(given).toBe(5_001);
    expect(most).toBeLessThan(2_100);
  });

  it('arguments that are nested beyond any stack are said to be unreadable as text, and break nothing', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const { steps } = read([said('a', null, 'm', 1, { type: 'tool_use', id: 'c', name: 'Bash', input: deep })]);
    expect(steps[0]?.calls[0]).toMatchObject({ id: 'c', rawArgs: '' });
  });

  it('no value of any kind breaks it', () => {
    const names = ['user', 'assistant', 'system', 'attachment', 'summary'];
    const any = fc.oneof(fc.jsonValue(), fc.constantFrom<unknown>('a', 'b', null, [], {}));
    const hostile = fc.record(
      {
        type: fc.constantFrom(...names),
        uuid: any,
        parentUuid: any,
        isSidechain: any,
        agentId: any,
        isMeta: any,
        subtype: any,
        message: fc.oneof(any, fc.record({ id: any, content: any, usage: any }, { requiredKeys: [] })),
        toolUseResult: any,
        attachment: any,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, fc.jsonValue()), { maxLength: 12 }), (lines) => {
        const { steps } = read(lines);
        expect(steps.length).toBeLessThanOrEqual(lines.length);
        expect(steps.map(({ idx }) => idx)).toEqual(steps.map((_, index) => index + 1));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../../../../src/core/run/trajectory/formats/codexRollout';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const item = (payload: object) => ({ timestamp: '2026-01-01T00:00:01Z', type: 'response_item', payload });
const event = (payload: object) => ({ timestamp: '2026-01-01T00:00:02Z', type: 'event_msg', payload });
const meta = (payload: object) => ({ timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload });
const said = (role: string, text: string) => item({ type: 'message', role, content: [{ type: 'output_text', text }] });
const call = (id: string, command: string) =>
  item({ type: 'function_call', name: 'shell', call_id: id, arguments: JSON.stringify({ command }) });
const output = (id: string, text: string) => item({ type: 'function_call_output', call_id: id, output: text });
const count = (total: number, last: number) =>
  event({
    type: 'token_count',
    info: {
      total_token_usage: { input_tokens: total, output_tokens: 1 },
      last_token_usage: { input_tokens: last, output_tokens: 1 },
    },
  });

const read = (...lines: unknown[]) => readRecords(codexRollout, recordsOf(lines, { kind: 'lines' }));

describe('a Codex rollout', () => {
  it('is told by its lines', () => {
    const sample = (...values: unknown[]) => codexRollout.detect({ path: 'r.jsonl', values, text: '' });
    expect(sample(meta({ id: 's', cli_version: '0.50.0' }))).toEqual({ cut: { kind: 'lines' }, version: '0.50.0' });
    expect(sample({ type: 'thread.started', thread_id: 't' })).toBeNull();
  });

  it('joins a reply, its calls and their outputs, though these come late and mixed', () => {
    const { steps } = read(
      said('user', 'do it'),
      said('assistant', 'first'),
      call('a', 'ls'),
      call('b', 'pwd'),
      count(10, 10),
      output('b', 'B'),
      said('assistant', 'second'),
      output('a', 'A'),
    );
    expect(steps.map(({ role, thought }) => [role, thought])).toEqual([
      ['user', 'do it'],
      ['agent', 'first'],
      ['agent', 'second'],
    ]);
    expect(steps[1]?.observations.map(({ callId, text }) => [callId, text])).toEqual([
      ['b', 'B'],
      ['a', 'A'],
    ]);
  });

  it('tells once what an item and an event both say, and twice what was said twice', () => {
    const { steps } = read(
      event({ type: 'user_message', message: 'hi' }),
      said('user', 'hi'),
      said('assistant', 'ok'),
      event({ type: 'agent_message', message: 'ok' }),
      said('user', 'hi'),
      event({ type: 'user_message', message: 'hi' }),
      event({ type: 'agent_message', message: 'only as event' }),
    );
    expect(steps.map(({ thought }) => thought)).toEqual(['hi', 'ok', 'hi', 'only as event']);
  });

  it('tells once what a completed item says a third time, and finds its call by its id', () => {
    const completed = (of: object) => event({ type: 'item_completed', item: of });
    const ran = { type: 'CommandExecution', id: 'a', aggregated_output: 'all of it', exit_code: 1 };
    const { steps } = read(
      said('user', 'hi'),
      completed({ type: 'UserMessage', id: '1', content: [{ type: 'text', text: 'hi' }] }),
      said('assistant', 'ok'),
      event({ type: 'agent_message', message: 'ok' }),
      completed({ type: 'AgentMessage', id: '2', content: [{ type: 'Text', text: 'ok' }] }),
      call('a', 'ls'),
      completed(ran),
      output('a', 'all'),
      completed({ type: 'Plan', id: '3', text: 'a plan' }),
      completed({ ...ran, id: 'of no call', command: ['make'] }),
    );
    expect(steps.map(({ thought }) => thought)).toEqual(['hi', 'ok', 'a plan', '']);
    expect(steps[1]?.observations).toMatchObject([{ callId: 'a', text: 'all of it', exitCode: 1, shownChars: 3 }]);
    expect(steps[3]?.calls).toMatchObject([{ id: 'of no call', name: 'exec_command', args: { command: ['make'] } }]);
  });

  it('takes the whole output of the event, and says how much of it the model saw', () => {
    const end = { type: 'exec_command_end', call_id: 'a', aggregated_output: '0123456789', exit_code: 2 };
    const { steps } = read(call('a', 'x'), output('a', 'Exit code: 2'), event(end));
    expect(steps[0]?.observations[0]).toMatchObject({ exitCode: 2, isError: true });
    const long = read(call('a', 'x'), output('a', '01'), event({ ...end, duration: { secs: 1, nanos: 5e8 } }));
    expect(long.steps[0]?.observations[0]).toMatchObject({ text: '0123456789', shownChars: 2, totalChars: 10 });
    expect(long.steps[0]?.environmentMs).toBe(1500);
  });

  it('reads outputs of older versions, exit codes in their heads, and free text of a patch', () => {
    const patch = '*** Begin Patch\n*** Update File: a/b.py\n@@\n-x\n+y\n*** End Patch';
    const { steps } = read(
      call('a', 'x'),
      output('a', JSON.stringify({ output: 'text\n', metadata: { exit_code: 1 } })),
      item({ type: 'custom_tool_call', name: 'apply_patch', call_id: 'p', input: patch }),
      item({ type: 'custom_tool_call_output', call_id: 'p', output: 'Exit code: 0\nWall time: 1\nOutput:\nDone' }),
    );
    expect(steps[0]?.observations[0]).toMatchObject({ text: 'text\n', exitCode: 1, isError: true });
    expect(steps[1]?.observations[0]).toMatchObject({ exitCode: 0, isError: false });
    expect(steps[1]).toMatchObject({ filesTouched: ['a/b.py'], calls: [{ args: patch, kind: 'edit' }] });
  });

  it('keeps arguments that are no JSON, and says why', () => {
    const { steps } = read(item({ type: 'function_call', name: 'shell', call_id: 'a', arguments: '{"command": ' }));
    expect(steps[0]?.calls[0]).toMatchObject({ args: null, rawArgs: '{"command": ' });
    expect(steps[0]?.calls[0]?.parseError).toBeTruthy();
  });

  it('counts tokens by the running total, a repeated line once, a total begun anew on top', () => {
    const { head } = read(said('assistant', 'a'), count(100, 100), count(100, 100), count(150, 50), count(20, 20));
    expect(head.totals).toMatchObject({ prompt: 170, apiCalls: 3, visibleSteps: 3 });
  });

  it('says how it ended', () => {
    const status = (...payloads: object[]) => read(...payloads.map(event)).head.status;
    expect(status({ type: 'task_started' }, { type: 'task_complete' })).toBe('submitted');
    expect(status({ type: 'task_complete' }, { type: 'task_started' })).toBe('aborted');
    expect(status({ type: 'turn_aborted', reason: 'interrupted' })).toBe('aborted');
    expect(status({ type: 'error', codex_error_info: 'context_window_exceeded' })).toBe('limit_context');
    expect(status({ type: 'agent_message', message: 'x' })).toBe('unknown');
  });

  it('says that a fork holds copied context, and whose session a sub-agent is', () => {
    const fork = read(meta({ id: 'c', forked_from_id: 'p' }), said('user', 'x'), said('user', 'y'));
    expect(fork.steps.map(({ notices }) => notices.map(({ kind }) => kind))).toEqual([['copied-context'], []]);
    const sub = read(meta({ id: 'c', source: { subagent: { thread_spawn: { parent_thread_id: 'p', depth: 2 } } } }));
    expect(sub.head.agents).toMatchObject([{ kind: 'subagent', depth: 2 }]);
  });

  it('shows an unknown line, a broken one and both lines of a compaction', () => {
    const broken = { ref: { file: 'f', start: 0, end: 1, at: [] }, place: '', value: null, broken: 'cut off' };
    const compacted = { type: 'compacted', timestamp: '', payload: { message: 'summary' } };
    const lines = recordsOf([compacted, event({ type: 'context_compacted' }), event({ type: 'new' })], {
      kind: 'lines',
    });
    const { steps } = readRecords(codexRollout, [...lines, broken]);
    expect(steps.map(({ notices }) => notices.map(({ kind }) => kind))).toEqual([
      ['compaction', 'compaction'],
      ['not-read'],
      ['not-read'],
    ]);
  });

  it('reads any lines without a crash', () => {
    const payload = fc.oneof(
      fc.jsonValue(),
      fc.record({
        type: fc.constantFrom('message', 'token_count', 'error', 'x_end'),
        call_id: fc.jsonValue(),
        info: fc.jsonValue(),
      }),
    );
    const line = fc.record({
      type: fc.constantFrom('response_item', 'event_msg', 'session_meta', '__proto__'),
      payload,
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.jsonValue())), (lines) => {
        expect(read(...lines).head.format).toBe('codex-rollout');
      }),
    );
  });
});

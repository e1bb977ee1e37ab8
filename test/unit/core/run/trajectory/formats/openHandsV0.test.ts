import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openHandsV0Output, openHandsV0Saved } from '../../../../../../src/core/run/trajectory/formats/openHandsV0';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const response = (id: string, content: string, calls: readonly string[]) => ({
  id,
  model: 'm',
  choices: [
    {
      message: {
        content,
        tool_calls: calls.map((call) => ({
          id: call,
          function: { name: 'execute_bash', arguments: '{"command":"ls"}' },
        })),
      },
    },
  ],
  usage: { prompt_tokens: 100, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 40 } },
});

const run = (id: number, call: string, reply: object, command = 'ls') => ({
  id,
  timestamp: '2025-01-01T00:00:01.000000',
  source: 'agent',
  action: 'run',
  args: { command, thought: 'why' },
  tool_call_metadata: { function_name: 'execute_bash', tool_call_id: call, model_response: reply },
});

const ran = (cause: number, call: string, code: number, suffix = '') => ({
  id: cause + 100,
  timestamp: '2025-01-01T00:00:03.500000',
  cause,
  observation: 'run',
  content: `out of ${call}`,
  extras: { metadata: { exit_code: code, suffix } },
  tool_call_metadata: { tool_call_id: call },
});

const read = (...events: unknown[]) => readRecords(openHandsV0Saved, recordsOf(events, { kind: 'array' }));

const readLine = (line: object) => {
  const [record] = recordsOf([line], { kind: 'lines' });
  const part = record === undefined ? undefined : openHandsV0Output.split?.(record);
  return {
    instanceId: part?.instanceId,
    records: part?.records ?? [],
    ...readRecords(openHandsV0Output, part?.records ?? []),
  };
};
const finish = { id: 1, action: 'finish', source: 'agent', args: { final_thought: 'done' } };

describe('an OpenHands V0 trajectory', () => {
  it('puts the actions of one reply into one step, with text and tokens once, and observations by their cause', () => {
    const reply = response('r1', 'both', ['a', 'b']);
    const { head, steps } = read(run(1, 'a', reply), run(2, 'b', reply), ran(2, 'b', 0), ran(1, 'a', 1));
    expect(steps).toHaveLength(1);
    expect(steps[0]).toMatchObject({ thought: 'both', usage: { prompt: 100, cached: 40, completion: 5 } });
    expect(steps[0]?.calls.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(steps[0]?.observations.map(({ callId, exitCode, isError }) => [callId, exitCode, isError])).toEqual([
      ['b', 0, false],
      ['a', 1, true],
    ]);
    expect(head.totals.prompt).toBe(100);
  });

  it('reads naive times as UTC, and the time between action and observation as the environment', () => {
    const { head, steps } = read(run(1, 'a', response('r', '', ['a'])), ran(1, 'a', 0));
    expect(steps[0]).toMatchObject({ startedAt: Date.UTC(2025, 0, 1, 0, 0, 1), environmentMs: 2500 });
    expect(head.warnings).toContain('Times have no zone: read as UTC.');
  });

  it('takes code -1 for a command that did not end', () => {
    const out = read(run(1, 'a', {}), ran(1, 'a', -1, '\n[The command timed out after 120 seconds.]'));
    expect(out.steps[0]?.observations[0]).toMatchObject({ exitCode: null, isError: null, timedOut: true });
  });

  it('hides events of the machinery and counts them', () => {
    const noise = [
      { id: 1, action: 'recall', source: 'user', args: {} },
      { id: 2, cause: 1, observation: 'recall', content: 'x', extras: {} },
      { id: 3, observation: 'agent_state_changed', content: '', extras: { agent_state: 'error' } },
      { id: 4, observation: null, content: '' },
    ];
    const { head, steps } = read(...noise);
    expect(steps).toEqual([]);
    expect(head).toMatchObject({ status: 'env_error', rawStatus: 'error' });
    expect(head.warnings.join()).toContain('4 records without a step');
  });

  it('takes older pairs, and an observation whose cause is nowhere', () => {
    const pair = [
      { action: 'run', args: { command: 'ls', thought: 'look' } },
      { observation: 'run', content: 'a', extras: { exit_code: 0 } },
    ];
    const { records, steps } = readLine({
      instance_id: 'i',
      history: [pair, { id: 9, cause: 77, observation: 'run', content: 'late' }],
    });
    expect(records.map(({ ref }) => ref.at)).toEqual([['instance_id'], ['history', 0], ['history', 1]]);
    expect(steps[0]).toMatchObject({
      thought: 'look',
      calls: [{ name: 'run', args: { command: 'ls' } }],
      observations: [{ text: 'a', exitCode: 0 }],
    });
    expect(steps[1]).toMatchObject({ role: 'system', observations: [{ text: 'late', callId: '77' }] });
  });

  it('tells how it ended by the error, the finish and the patch', () => {
    const status = (line: object) => readLine({ history: [finish], ...line }).head.status;
    expect(status({})).toBe('submitted');
    expect(status({ test_result: { git_patch: '' } })).toBe('submitted_empty');
    expect(status({ test_result: { git_patch: 'diff' } })).toBe('submitted');
    expect(status({ error: 'Agent reached maximum iteration' })).toBe('limit_turns');
    expect(status({ error: 'AgentStuckInLoopError: Agent got stuck in a loop' })).toBe('stuck');
    expect(status({ error: 'litellm.APIError' })).toBe('api_error');
    expect(status({ error: 'docker is gone' })).toBe('env_error');
    expect(readLine({ history: [] }).head.status).toBe('unknown');
  });

  it('takes a cost of 0 for not recorded where no call has one', () => {
    const cost = (metrics: object) => readLine({ history: [finish], metrics }).head.totals;
    expect(cost({ accumulated_cost: 0, costs: [] })).toMatchObject({ costUsd: null, costSource: 'unknown' });
    expect(cost({ accumulated_cost: 0.5, costs: [{ cost: 0.5 }] })).toMatchObject({
      costUsd: 0.5,
      costSource: 'reported',
      apiCalls: 1,
    });
  });

  it('keeps a broken line as a step that says so', () => {
    const broken = { ref: { file: 'f', start: 0, end: 1, at: [] }, place: '', value: null, broken: 'cut off' };
    const records = openHandsV0Output.split?.(broken).records ?? [];
    expect(readRecords(openHandsV0Output, records).steps[0]?.notices).toEqual([{ kind: 'not-read', text: 'cut off' }]);
  });

  it('reads any events without a crash', () => {
    const event = fc.record(
      {
        id: fc.jsonValue(),
        cause: fc.jsonValue(),
        action: fc.constantFrom('run', 'message', 'finish', '__proto__', 'recall'),
        observation: fc.constantFrom('run', 'error', null),
        args: fc.jsonValue(),
        content: fc.jsonValue(),
        tool_call_metadata: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(event, fc.tuple(event, event), fc.jsonValue())), (events) => {
        expect(read(...events).head.format).toBe('openhands-v0');
        expect(readLine({ history: events, metrics: events[0] }).head.format).toBe('openhands-v0-output');
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openHandsV1 } from '../../../../../../src/core/run/trajectory/formats/openHandsV1';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const base = (id: string, kind: string) => ({ id, kind, source: 'agent', timestamp: '2026-01-01T00:00:00' });
const action = (id: string, reply: string, more: object = {}) => ({
  ...base(id, 'ActionEvent'),
  thought: [{ type: 'text', text: `thought of ${reply}` }],
  action: { kind: 'TerminalAction', command: 'ls' },
  tool_name: 'terminal',
  tool_call_id: `call-${id}`,
  tool_call: { arguments: '{"command": "ls"}' },
  llm_response_id: reply,
  ...more,
});
const observed = (id: string, actionId: string, observation: object) => ({
  ...base(id, 'ObservationEvent'),
  source: 'environment',
  action_id: actionId,
  tool_call_id: `call-${actionId}`,
  observation: { content: [{ type: 'text', text: `of ${actionId}` }], ...observation },
});
const state = (key: string, value: unknown) => ({ ...base('s', 'ConversationStateUpdateEvent'), key, value });
const read = (...events: unknown[]) => readRecords(openHandsV1, recordsOf(events, { kind: 'lines' }));

describe('an OpenHands V1 conversation', () => {
  it('puts parallel calls of one reply into one step, with what came back to each', () => {
    const { steps } = read(
      { ...base('m', 'MessageEvent'), source: 'user', llm_message: { role: 'user', content: [{ text: 'do it' }] } },
      action('1', 'r1'),
      action('2', 'r1'),
      observed('3', '2', { exit_code: -1, timeout: true }),
      observed('4', '1', { exit_code: 3, is_error: false }),
      action('5', 'r2', { action: { kind: 'FileEditorAction', command: 'create', path: '/a.py' } }),
    );
    expect(steps.map(({ role, thought }) => [role, thought])).toEqual([
      ['user', 'do it'],
      ['agent', 'thought of r1'],
      ['agent', 'thought of r2'],
    ]);
    expect(steps[1]?.observations).toMatchObject([
      { callId: 'call-2', text: 'of 2', exitCode: null, timedOut: true },
      { callId: 'call-1', text: 'of 1', exitCode: 3, isError: true },
    ]);
    expect(steps[2]?.filesTouched).toEqual(['/a.py']);
  });

  it('gives an error of the agent, which names the call alone, to its action', () => {
    const error = { ...base('e', 'AgentErrorEvent'), tool_call_id: 'call-1', error: 'no such tool' };
    const { steps } = read(action('1', 'r', { action: null }), error);
    expect(steps).toHaveLength(1);
    expect(steps[0]?.observations).toMatchObject([{ text: 'no such tool', isError: true }]);
    expect(steps[0]?.notices).toEqual([{ kind: 'format-error', text: 'no such tool' }]);
  });

  it('keeps the last sums of all uses of a model, and says how it ended', () => {
    const stats = (tokens: number) => ({
      usage_to_metrics: {
        agent: { model_name: 'm', accumulated_cost: 0.25, accumulated_token_usage: { prompt_tokens: tokens } },
        condenser: { model_name: 'm', accumulated_cost: 0.25, accumulated_token_usage: { prompt_tokens: 1 } },
      },
    });
    const { head } = read(state('stats', stats(10)), state('stats', stats(30)), state('execution_status', 'finished'));
    expect(head).toMatchObject({ status: 'submitted', totals: { prompt: 31, costUsd: 0.5, costSource: 'reported' } });
    const ended = (...events: unknown[]) => read(...events).head.status;
    expect(ended(state('execution_status', 'stuck'))).toBe('stuck');
    expect(ended({ ...base('e', 'ConversationErrorEvent'), code: 'MaxIterationsReached' })).toBe('limit_turns');
    expect(ended(action('1', 'r', { action: { kind: 'FinishAction' } }))).toBe('submitted');
    expect(ended(action('1', 'r'))).toBe('unknown');
  });

  it('says what was condensed, and what it does not know; parents in a circle are nothing to it', () => {
    const { steps } = read(
      { ...base('1', 'Condensation'), parent_id: '2', summary: 'short' },
      { ...base('2', 'NewEvent'), parent_id: '1' },
    );
    expect(steps.map(({ notices }) => notices.map(({ kind }) => kind))).toEqual([['condensation'], ['not-read']]);
  });

  it('is a folder of events per conversation, in their order, with the base state first', () => {
    const found = openHandsV1.folder?.([
      'b/events/event-00001-y.json',
      'b/events/event-00000-x.json',
      'b/base_state.json',
      'c/base_state.json',
      'other.txt',
    ]);
    expect(found?.trajectories.map(({ id, parts }) => [id, parts.map(({ path }) => path)])).toEqual([
      ['b', ['b/base_state.json', 'b/events/event-00000-x.json', 'b/events/event-00001-y.json']],
    ]);
    expect(openHandsV1.folder?.(['a.json', 'events/readme.md'])).toBeNull();
  });

  it('reads any events without a crash', () => {
    const event = fc.record(
      {
        id: fc.jsonValue(),
        kind: fc.constantFrom(
          'ActionEvent',
          'ObservationEvent',
          'MessageEvent',
          'ConversationStateUpdateEvent',
          '__proto__',
        ),
        key: fc.constantFrom('stats', 'full_state', 'agent'),
        value: fc.jsonValue(),
        thought: fc.jsonValue(),
        action: fc.jsonValue(),
        observation: fc.jsonValue(),
        tool_call: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(event, fc.jsonValue())), (events) => {
        expect(read(...events).head.format).toBe('openhands-v1');
      }),
    );
  });
});

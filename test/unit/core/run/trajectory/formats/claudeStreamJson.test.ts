import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueAt } from '../../../../../../src/core/run/trajectory/fields';
import { claudeStreamJson } from '../../../../../../src/core/run/trajectory/formats/claudeStreamJson';
import type { Trajectory } from '../../../../../../src/core/run/trajectory/trajectory';
import { type ReadTrajectory, readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const init = { type: 'system', subtype: 'init', session_id: 's', model: 'm1', claude_code_version: '2.1.0' };
const usage = { input_tokens: 3, cache_creation_input_tokens: 2, cache_read_input_tokens: 5, output_tokens: 7 };
const reply = (id: string, content: unknown, parent: string | null = null) => ({
  type: 'assistant',
  session_id: 's',
  parent_tool_use_id: parent,
  message: { id, model: 'm1', stop_reason: null, content, usage: { ...usage, output_tokens: 1 } },
});
const text = (words: string) => [{ type: 'text', text: words }];

const read = (lines: readonly unknown[]): ReadTrajectory =>
  readRecords(claudeStreamJson, recordsOf(lines, { kind: 'lines' }));

const ended = (result: Record<string, unknown>): Trajectory =>
  read([init, reply('a', text('hi')), { type: 'result', session_id: 's', ...result }]).head;

describe('Claude Code streams', () => {
  it.each([
    [{ subtype: 'success', is_error: false }, 'submitted', 'success'],
    [{ subtype: 'success', is_error: true }, 'api_error', 'success (is_error)'],
    [{ subtype: 'error_max_turns', is_error: true }, 'limit_turns', 'error_max_turns'],
    [{ subtype: 'error_max_budget_usd' }, 'limit_cost', 'error_max_budget_usd'],
    [{ subtype: 'error_during_execution', is_error: true }, 'aborted', 'error_during_execution'],
    [{ subtype: 'constructor' }, 'unknown', 'constructor'],
    [{ result: 'Done.' }, 'submitted', null],
    [{}, 'unknown', null],
  ])('a result of %j is %s', (result, status, rawStatus) => {
    expect(ended(result)).toMatchObject({ status, rawStatus });
  });

  it('without a result line the run was ended, and its sums are of first words alone', () => {
    const { head } = read([init, reply('a', text('hi'))]);
    expect(head).toMatchObject({ status: 'aborted', rawStatus: null, totals: { completion: 1, incomplete: true } });
    expect(head.warnings[0]).toContain('no result line');
  });

  it('the result counts more than the messages, and its models more than its own usage', () => {
    const models = {
      a: { inputTokens: 1, outputTokens: 20, cacheReadInputTokens: 3, cacheCreationInputTokens: 4 },
      b: { inputTokens: 10, outputTokens: 2 },
    };
    expect(ended({ subtype: 'success', usage }).totals).toMatchObject({ prompt: 10, cached: 5, completion: 7 });
    expect(ended({ subtype: 'success', usage, modelUsage: models, total_cost_usd: 0.5 }).totals).toMatchObject({
      prompt: 18,
      cached: 3,
      cacheWrite: 4,
      completion: 22,
      costUsd: 0.5,
      costSource: 'reported',
      incomplete: false,
    });
  });

  it('messages of a sub-agent are its own lane, made by the call that they name', () => {
    const { head, steps } = read([
      init,
      reply('a', [{ type: 'tool_use', id: 't1', name: 'Task', input: { prompt: 'look', subagent_type: 'Explore' } }]),
      reply('b', text('looking'), 't1'),
      reply('c', text('done')),
    ]);
    expect(head.agents[1]).toEqual({
      agentId: 'call-t1',
      parentCallId: 't1',
      depth: 1,
      kind: 'subagent',
      name: 'Explore',
    });
    expect(steps.map(({ agentId, parentStep }) => [agentId, parentStep])).toEqual([
      ['main', null],
      ['call-t1', 1],
      ['main', null],
    ]);
  });

  it('is told from a kept session', () => {
    const detect = (values: readonly unknown[]) => claudeStreamJson.detect({ path: 'x', values, text: '' });
    expect(detect([{ ...reply('a', []), sessionId: 's', parentUuid: null, isSidechain: false }])).toBeNull();
    expect(detect([[init]])?.cut).toEqual({ kind: 'array' });
    expect(detect([init])?.version).toBe('2.1.0');
    expect(detect([[42]])).toBeNull();
    expect(detect([])).toBeNull();
  });

  it('no value of any kind breaks it', () => {
    const any = fc.jsonValue();
    const hostile = fc.record(
      {
        type: fc.constantFrom('system', 'assistant', 'user', 'result'),
        subtype: fc.oneof(any, fc.constant('init')),
        parent_tool_use_id: fc.oneof(any, fc.constantFrom('a', 'main', '__proto__')),
        message: any,
        modelUsage: any,
        usage: any,
        result: any,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, any), { maxLength: 10 }), (lines) => {
        const { head } = read(lines);
        const ends = lines.some((line) => valueAt(line, 'type') === 'result');
        expect(ends || head.status === 'aborted').toBe(true);
      }),
    );
  });
});

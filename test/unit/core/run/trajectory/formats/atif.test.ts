import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atif } from '../../../../../../src/core/run/trajectory/formats/atif';
import { mutations } from '../../../../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../../../../fakes/readTrajectory';

const cut = { kind: 'document', arrays: ['steps', 'subagent_trajectories'] } as const;
const read = (document: unknown) => readRecords(atif, recordsOf(document, cut));

const agentStep = (step_id: number, more: object = {}) => ({
  step_id,
  source: 'agent',
  message: `m${step_id}`,
  ...more,
});
const root = (more: object = {}) => ({
  schema_version: 'ATIF-v1.7',
  session_id: 's',
  trajectory_id: 't',
  agent: { name: 'a', version: '1', model_name: 'some/model' },
  ...more,
});

const child = {
  ...root({ trajectory_id: 'child', agent: { name: 'helper', version: '1' } }),
  steps: [agentStep(1), agentStep(2, { timestamp: '2026-01-01T00:00:09Z' })],
  subagent_trajectories: [{ ...root({ trajectory_id: 'grandchild' }), steps: [agentStep(1)] }],
};

const parent = root({
  steps: [
    {
      step_id: 1,
      source: 'user',
      message: [
        { type: 'text', text: 'Do' },
        { type: 'image', source: { path: 'a.png' } },
      ],
    },
    agentStep(2, {
      timestamp: '2026-01-01T00:00:00',
      tool_calls: [{ tool_call_id: 'c', function_name: 'delegate', arguments: { to: 'helper' } }],
      observation: {
        results: [{ source_call_id: 'c', content: 'done', subagent_trajectory_ref: [{ trajectory_id: 'child' }] }],
      },
      metrics: { prompt_tokens: 10, completion_tokens: 2, cost_usd: 0.5, extra: { reasoning_tokens: 1 } },
      llm_call_count: 2,
    }),
  ],
  subagent_trajectories: [child],
});

describe('ATIF', () => {
  it('sub-agents that stand in the document are lanes below the call that began them', () => {
    const { head, steps } = read(parent);
    expect(head.agents).toEqual([
      { agentId: 'main', parentCallId: null, depth: 0, kind: 'main', name: 'a' },
      { agentId: 'child', parentCallId: 'c', depth: 1, kind: 'subagent', name: 'helper' },
      { agentId: 'grandchild', parentCallId: null, depth: 2, kind: 'subagent', name: 'a' },
    ]);
    expect(steps.map((step) => step.agentId)).toEqual(['main', 'main', 'child', 'child', 'grandchild']);
    expect(steps.map((step) => step.rawRefs[0]?.at)).toEqual([
      [],
      [],
      ['steps', 0],
      ['steps', 1],
      ['subagent_trajectories', 0, 'steps', 0],
    ]);
    expect(head.warnings).toEqual([]);
    expect(head).toMatchObject({ id: 't', version: '1.7', model: 'some/model' });
    expect(head).toMatchObject({ startedAt: Date.UTC(2026, 0, 1), endedAt: Date.UTC(2026, 0, 1, 0, 0, 9) });
  });

  it('a step has its calls, what they gave, its tokens and its cost', () => {
    const { steps } = read(parent);
    expect(steps[0]).toMatchObject({ role: 'user', thought: 'Do' });
    expect(steps[0]?.notices).toEqual([{ kind: 'not-read', text: expect.stringContaining('a.png') }]);
    expect(steps[1]).toMatchObject({
      calls: [{ id: 'c', name: 'delegate', kind: 'spawn', args: { to: 'helper' }, rawArgs: '{"to":"helper"}' }],
      observations: [{ callId: 'c', text: 'done', isError: null }],
      usage: { prompt: 10, cached: null, completion: 2, reasoning: 1 },
      costUsd: 0.5,
    });
  });

  it('without final_metrics the sums are computed, and incomplete where a step has none', () => {
    expect(read(parent).head.totals).toMatchObject({
      prompt: 10,
      costUsd: 0.5,
      costSource: 'computed',
      visibleSteps: 4,
      apiCalls: null,
      incomplete: true,
    });
    const one = { ...parent, subagent_trajectories: [] };
    expect(read(one).head.totals).toMatchObject({ apiCalls: 2, incomplete: false });
    const told = { ...parent, final_metrics: { total_prompt_tokens: 0, total_cost_usd: 0.75, total_steps: 2 } };
    expect(read(told).head.totals).toMatchObject({ prompt: 0, completion: 2, costUsd: 0.75, costSource: 'reported' });
    expect(read(root({ steps: [agentStep(1)] })).head.totals).toMatchObject({
      prompt: null,
      costUsd: null,
      costSource: 'unknown',
    });
  });

  it('says what is elsewhere, out of order, or of a version to come', () => {
    const ref = { session_id: 'x', trajectory_path: 'sub/x.json' };
    const { head } = read({
      ...root({ schema_version: 'ATIF-v2.0', continued_trajectory_ref: 'next.json' }),
      steps: [agentStep(1), agentStep(7, { observation: { results: [{ subagent_trajectory_ref: [ref] }] } })],
      final_metrics: { total_steps: 9 },
    });
    expect(head.warnings).toEqual([
      expect.stringContaining('ATIF-v2.0'),
      'Continued in next.json.',
      'final_metrics.total_steps is 9; the file holds 2.',
      'steps[1].step_id is 7, not 2.',
      'Steps of sub-agents are not in this file: sub/x.json.',
    ]);
  });

  it('one reference alone, as written before lists, and agents that name each other or the main one, do no harm', () => {
    const result = (ref: object) => ({ observation: { results: [{ subagent_trajectory_ref: ref }] } });
    const { head } = read({
      ...root(),
      steps: [agentStep(1, result({ session_id: 'b' })), agentStep(2, result({ session_id: 'main' }))],
      subagent_trajectories: [{ trajectory_id: 'b', steps: [agentStep(1, result([{ trajectory_id: 'b' }]))] }],
    });
    expect(head.agents.map((lane) => [lane.agentId, lane.depth])).toEqual([
      ['main', 0],
      ['b', 1],
    ]);
  });

  it('nests as deep as it likes', () => {
    let deep: object = { trajectory_id: 'x', steps: [agentStep(1)] };
    for (let level = 0; level < 3000; level++)
      deep = { trajectory_id: `x${level}`, steps: [], subagent_trajectories: [deep] };
    expect(read(root({ steps: [], subagent_trajectories: [deep] })).steps).toHaveLength(1);
  });

  it('arguments that are no object, a source that is not known, and a step that is none are said', () => {
    const { steps } = read(
      root({
        steps: [agentStep(1, { tool_calls: [{ function_name: 'x', arguments: '{"a"' }] }), { source: 'tool' }, 7],
      }),
    );
    expect(steps[0]?.calls[0]).toMatchObject({ id: null, args: null, rawArgs: '{"a"', parseError: expect.any(String) });
    expect(steps.slice(1).map((step) => [step.role, step.notices[0]?.kind])).toEqual([
      ['system', 'not-read'],
      ['system', 'not-read'],
    ]);
  });

  it('no value makes it throw', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 4 }), { maxLength: 6 }),
        fc.jsonValue({ maxDepth: 4 }),
        (steps, other) => {
          const { steps: built } = read({ ...root({ steps }), final_metrics: other, subagent_trajectories: other });
          expect(built.length).toBeGreaterThanOrEqual(steps.length);
        },
      ),
    );
    for (const spoilt of mutations(parent, 400)) expect(() => read(spoilt)).not.toThrow();
  });
});

describe('ATIF in several files', () => {
  it('takes the summaries that stand beside it in their order, and nothing else', () => {
    const endings = ['.summarization-1-answers.json', '.cont-1.json', '.summarization-1-summary.json', '.txt'];
    expect(atif.siblings?.(endings).map(({ path }) => path)).toEqual([
      '.summarization-1-summary.json',
      '.summarization-1-answers.json',
    ]);
  });

  it('a file of a sub-agent is the lane that a step named, even where its run stands before its name', () => {
    const ref = { session_id: 'sub', trajectory_path: 'trajectory.summarization-1-summary.json' };
    const step = (source: string, more: object = {}) => ({ step_id: 1, source, message: 'm', ...more });
    const main = {
      schema_version: 'ATIF-v1.5',
      steps: [step('system', { observation: { results: [{ subagent_trajectory_ref: [ref] }] } })],
    };
    const cut = { kind: 'document', arrays: ['steps', 'subagent_trajectories'] } as const;
    const child = { schema_version: 'ATIF-v1.5', steps: [step('agent')] };
    const { head, steps } = readRecords(atif, [
      ...recordsOf(main, cut, 'run.trajectory.json'),
      ...recordsOf(child, cut, 'run.trajectory.summarization-1-summary.json'),
    ]);
    expect(steps.map(({ agentId }) => agentId)).toEqual(['main', 'sub']);
    expect(head.agents.map(({ agentId, kind }) => [agentId, kind])).toEqual([
      ['main', 'main'],
      ['sub', 'summariser'],
    ]);
    expect(head.warnings).toEqual([]);
  });
});

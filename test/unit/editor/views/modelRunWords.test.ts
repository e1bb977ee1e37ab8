import { describe, expect, it } from 'vitest';
import { modelContextOf, modelGroup, modelItemRows, modelRunRows } from '../../../../src/editor/views/modelRunRows';
import {
  againOf,
  modelItemDescription,
  modelRunDescription,
  modelStatusText,
  outcomeOfModelRun,
  spendWords,
} from '../../../../src/editor/views/modelRunWords';
import { modelItem, modelRun } from '../../../fakes/shownModelRun';

const ended = { state: 'ended', status: 'submitted', rawStatus: 'Submitted', calls: 4, costUsd: 0.21 } as const;

describe('the spend of a run of a model', () => {
  it('stands beside the budget, and says where no price is known', () => {
    expect(spendWords({ spentUsd: 0.42, budgetUsd: 2 })).toBe('$0.42 of $2.00');
    expect(spendWords({ spentUsd: 0.42, budgetUsd: null })).toBe('$0.42');
    expect(spendWords({ spentUsd: null, budgetUsd: 2 })).toBe('price unknown');
  });

  it('stands in the status item with how far all runs are', () => {
    const items = [modelItem(ended), modelItem({ ...ended, instanceId: 'b' }), modelItem({ instanceId: 'c' })];
    const one = modelRun({ items, spentUsd: 0.42, budgetUsd: 2 });
    expect(modelStatusText([one], false)).toBe('$(hubot) 2 of 3, $0.42 of $2.00');
    expect(modelStatusText([one, modelRun({ items, spentUsd: null })], false)).toBe('$(hubot) 4 of 6, price unknown');
  });
});

describe('what is said of an attempt', () => {
  it('while it runs: what it does, its calls, its cost', () => {
    const running = modelItem({ state: 'running', doing: 'asking the model', calls: 3, costUsd: 0.0123 });
    expect(modelItemDescription(running)).toBe('asking the model · 3 calls · $0.0123');
    expect(modelItemDescription({ ...running, costUsd: null })).toBe('asking the model · 3 calls · price unknown');
    expect(modelItemDescription(modelItem({}))).toBe('waiting');
  });

  it('after its end: how it ended', () => {
    expect(modelItemDescription(modelItem(ended))).toBe('submitted · 4 calls · $0.21');
    expect(modelItemDescription(modelItem({ ...ended, status: 'limit_turns', state: 'kept' }))).toBe(
      'turn limit · 4 calls · $0.21 · kept',
    );
  });

  it('a reached budget, in which reply, and that the run was kept', () => {
    const item = modelItem({ ...ended, status: 'limit_cost', calls: 3, costUsd: 0.51 });
    const run = modelRun({ items: [item], budgetUsd: 0.5, spentUsd: 0.51, end: { kind: 'done' } });
    expect(outcomeOfModelRun(run)).toMatch(/^Budget 0\.50 reached in reply 3; run kept, status limit_cost\. /);
    expect(modelItemRows(run)[0]?.tooltip).toContain('Budget 0.50 reached in reply 3; run kept, status limit_cost');
  });

  it('that a budget ended it because nobody knows the price, and what helps', () => {
    const item = modelItem({ ...ended, status: 'limit_cost', calls: 1, costUsd: null });
    const run = modelRun({ items: [item], budgetUsd: 2, spentUsd: null, end: { kind: 'done' } });
    expect(outcomeOfModelRun(run)).toMatch(/^Ended after reply 1: its price is unknown, .* into the models file/);
  });

  it('that a stop cut it off, and that it can be run again', () => {
    const items = [modelItem({ doing: 'asking the model', calls: 1 }), modelItem({ instanceId: 'b' })];
    const run = modelRun({ items, end: { kind: 'stopped', text: 'Stopped' } });
    expect(modelItemRows(run).map(({ description }) => description)).toEqual([
      ...['', 'not finished · 1 call · $0.00', 'not begun'],
    ]);
    expect(outcomeOfModelRun(run)).toBe(
      'Stopped. No attempt ended, $0.00. 1 attempt not finished. 1 attempt not begun',
    );
    expect(modelContextOf(modelRunRows([run], [], 0)[0] as never)).toBe('model.run.ended.failed');
    expect(againOf(modelRun({ items }))).toEqual([]);
  });

  it('why a run was stopped, and what was not begun', () => {
    const items = [modelItem(ended), modelItem({ instanceId: 'b' })];
    const run = modelRun({ items, spentUsd: 0.21, end: { kind: 'stopped', text: 'Stopped by you.' } });
    expect(outcomeOfModelRun(run)).toBe('Stopped by you. 1 submitted, $0.21. 1 attempt not begun');
    const asks = modelRun({ items: [], end: { kind: 'failed', message: 'No engine. Is it running?' } });
    expect(outcomeOfModelRun(asks)).toMatch(/^No engine. Is it running\? Nothing was run/);
  });
});

describe('the rows of runs of models', () => {
  it('are a group of their own, which is not there where there are none', () => {
    expect(modelGroup([], [])).toEqual([]);
    expect(modelGroup([modelRun({})], [])[0]).toMatchObject({ label: 'Model runs', description: '1 running' });
  });

  it('stand with what goes on first, then what was left unfinished', () => {
    const rows = modelRunRows(
      [modelRun({ id: 'a', title: 'ended', end: { kind: 'done' } }), modelRun({ id: 'b', title: 'goes on' })],
      [{ runId: 'left', done: 1, total: 3, at: '2026-01-02T03:04:05Z', backend: 'docker' }],
      Date.parse('2026-01-02T03:09:05Z'),
    );
    expect(rows.map(({ label }) => label)).toEqual(['goes on', 'left', 'ended']);
    expect(rows[1]?.description).toBe('not finished · 1 of 3 done · begun 5 min ago');
  });

  it('name the attempt where there are several, and what failed', () => {
    const items = [
      modelItem({ ...ended, runId: 'r', trajectory: '/t.json' }),
      modelItem({ ...ended, runId: 'r-a2', attempt: 2, status: 'api_error', fault: '401 from the provider' }),
    ];
    const run = modelRun({ runIds: ['r', 'r-a2'], items, spentUsd: 0.42, end: { kind: 'done' } });
    const rows = modelItemRows(run);
    expect(rows.map(({ label }) => label)).toEqual(['spandrel-14 #1', 'spandrel-14 #2']);
    expect(rows[1]?.tooltip).toContain('401 from the provider');
    expect(modelRunDescription(run)).toBe('ended · 2 of 2 · $0.42 · 1 without a patch');
    expect(rows.map(modelContextOf)).toEqual(['model.item.ended.trajectory', 'model.item.ended']);
    expect(modelContextOf(modelRunRows([run], [], 0)[0] as never)).toBe('model.run.ended.failed');
  });
});

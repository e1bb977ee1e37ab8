import { describe, expect, it } from 'vitest';
import { contextOf, itemRows, runRows } from '../../../../src/editor/views/evaluationRows';
import type { EndedItem } from '../../../../src/protocol/evaluationRuns';
import { evaluationRun } from '../../../fakes/evaluationRun';

const key = { instanceId: 'acme__rocket-7', model: 'm', repeat: 1 };
const ended: EndedItem = {
  ...key,
  instanceId: 'acme__rocket-8',
  outcome: { kind: 'none', reason: 'time-out' },
  reason: 'the tests took longer than 60 s',
  folder: '/study/logs/8',
};
const going = evaluationRun(
  { total: 5, done: 1, noVerdict: 1, waiting: 3, running: [{ ...key, phase: 'running the tests', sinceMs: 8_000 }] },
  null,
  'kestrel-1',
  [ended],
);

describe('what is below a run', () => {
  it('is what is running, how many wait, then what ended without a verdict and why', () => {
    expect(itemRows(going).map(({ kind, label, description }) => [kind, label, description])).toEqual([
      ['running', 'rocket-7', 'running the tests · 8 s'],
      ['waiting', '3 waiting', ''],
      ['ended', 'rocket-8', 'no verdict: time-out'],
    ]);
    expect(itemRows(going)[2]?.tooltip).toContain('longer than 60 s');
  });

  it('keeps the key of a row while the item goes on, so that a selection stays', () => {
    const keys = (sinceMs: number) =>
      itemRows(evaluationRun({ running: [{ ...key, phase: sinceMs > 5 ? 'pulling' : 'running', sinceMs }] })).map(
        (row) => row.key,
      );
    expect(keys(1)).toEqual(keys(9_000));
  });

  it('has a key of its own for each row, also for an item that is tried again', () => {
    const again = evaluationRun({ running: [{ ...ended, phase: 'preparing', sinceMs: 1 }] }, null, '', [ended]);
    const keys = itemRows(again).map((row) => row.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('names the repeat where there are several', () => {
    const repeated = { ...going, repeats: 5 };
    expect(itemRows(repeated)[0]?.label).toBe('rocket-7 #1');
    expect(itemRows(repeated)[0]?.spoken).toBe('acme__rocket-7, m, repeat 1, running the tests, since 8 s');
  });

  it('begins with why the engine was given up', () => {
    const stopped = evaluationRun({ total: 2, waiting: 2 }, { kind: 'failed', message: 'No engine answers.' });
    expect(itemRows(stopped).map(({ label }) => label)).toEqual(['No engine answers.', '2 not evaluated']);
  });

  it('is heard in words, with the full id', () => {
    expect(itemRows(going).map(({ spoken }) => spoken)).toEqual([
      'acme__rocket-7, m, running the tests, since 8 s',
      '3 evaluations not begun yet',
      'acme__rocket-8, m, no verdict: time-out: the tests took longer than 60 s',
    ]);
  });
});

describe('the rows at the top', () => {
  it('are what goes on, what was left unfinished, then what ended, the last one first', () => {
    const at = '2026-01-02T03:04:05Z';
    const unfinished = { runId: 'heron-2', title: 'heron-2', datasetPath: '', total: 40, done: 12, at };
    const done = (title: string) => evaluationRun({}, { kind: 'done', flaky: null }, title);
    const rows = runRows([done('first'), going, done('second')], [unfinished], Date.parse(at) + 7_200_000);
    expect(rows.map(({ label }) => label)).toEqual(['kestrel-1', 'heron-2', 'second', 'first']);
    expect(rows[1]?.description).toBe('not finished · 12 of 40 done · begun 2 h ago');
  });

  it('let no name of outside data be an icon', () => {
    expect(runRows([evaluationRun({}, null, '$(zap)')], [], 0)[0]?.label).not.toContain('$(');
  });

  it('tell menus what can be done with them', () => {
    const contexts = [
      going,
      evaluationRun({ state: 'paused' }),
      evaluationRun({ total: 2, done: 2 }, { kind: 'done', flaky: null }),
      evaluationRun({ total: 2, done: 2, noVerdict: 1 }, { kind: 'done', flaky: null }),
    ].map((run) => runRows([run], [], 0).map(contextOf)[0]);
    expect(contexts).toEqual([
      'evaluation.run.running',
      'evaluation.run.paused',
      'evaluation.run.ended',
      'evaluation.run.ended.open',
    ]);
  });
});

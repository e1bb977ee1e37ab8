import { describe, expect, it } from 'vitest';
import { sortedRows, tableColumns } from '../../../../../src/core/study/trajectoryTable/tableColumns';
import { facts, tableRowOf } from './rows';

const words = (row: ReturnType<typeof tableRowOf>) =>
  Object.fromEntries(Object.values(tableColumns).map(({ name, words: of }) => [name, of(row)]));

describe('the columns of a table of trajectories', () => {
  it('say what is known, and nothing where nothing is', () => {
    const row = tableRowOf('wren-1/owl__owl-14.traj', {
      ...{ instanceId: 'owl__owl-14', runId: 'wren-1', attempt: 2, model: 'm' },
      ...{ outcome: { kind: 'resolved' }, outcomeFrom: 'file' },
      facts: facts({ steps: 1200, apiCalls: 0, costUsd: 0.0123, startedAt: 5000, endedAt: 650_000, patchLength: 0 }),
    });
    expect(words(row)).toMatchObject({
      ...{ run: 'wren-1 #2', instance: 'owl-14', status: 'submitted', outcome: 'resolved (file)', steps: '1,200' },
      ...{ calls: '0', tokens: '', cost: '$0.0123', time: '10 m 45 s', model: 'm', patch: 'empty' },
    });
  });

  it('tell a copy or a fork by the name of its file', () => {
    const row = tableRowOf('wren-1/owl__owl-14.fork-4.traj.json', { instanceId: 'owl__owl-14' });
    expect(words(row)['instance']).toBe('owl-14 fork-4');
  });

  it('name a trajectory that the study does not know by its file', () => {
    const row = tableRowOf('night/heron.traj', { facts: null, fault: 'JSON ends early' });
    expect(words(row)).toMatchObject({ run: 'night', instance: 'heron.traj', status: 'unreadable', patch: '' });
  });

  it('sort by numbers as numbers, unknown ones last in either direction', () => {
    const rows = [9, null, 10].map((costUsd, at) => tableRowOf(`${at}`, { facts: facts({ costUsd }) }));
    const names = (descending: boolean) => sortedRows(rows, { by: 'cost', descending }).map(({ name }) => name);
    expect([names(false), names(true)]).toEqual([
      ['0', '2', '1'],
      ['2', '0', '1'],
    ]);
    const runs = ['r10', 'r9'].map((runId) => tableRowOf(runId, { runId }));
    expect(sortedRows(runs, { by: 'run', descending: false }).map(({ name }) => name)).toEqual(['r9', 'r10']);
    expect(sortedRows(runs, null)).toBe(runs);
  });
});

import { describe, expect, it } from 'vitest';
import { tableFilter } from '../../../../../src/core/study/trajectoryTable/tableFilter';
import { facts, tableRowOf } from './rows';

const rows = [
  tableRowOf('wren/owl-14.traj', {
    ...{ instanceId: 'owl__owl-14', runId: 'wren-1', model: 'big model', outcome: { kind: 'resolved' } },
    facts: facts({ steps: 12, costUsd: 0.5, startedAt: 0, endedAt: 60_000, patchLength: 40 }),
  }),
  tableRowOf('wren/owl-17.traj', {
    ...{ instanceId: 'owl__owl-17', runId: 'wren-1', outcome: { kind: 'unresolved', reason: 'tests' } },
    facts: facts({ steps: 30, status: 'limit_turns', rawStatus: 'LimitsExceeded', patchLength: 0 }),
  }),
  tableRowOf('tit/owl-17.traj', { runId: 'tit', outcome: { kind: 'none', reason: 'time-out' } }),
  tableRowOf('tit/heron.traj', { facts: null, fault: 'heron.traj, byte 40,112: JSON ends early' }),
];

const found = (line: string): readonly string[] => {
  const filter = tableFilter(line);
  if (!filter.ok) throw new Error(filter.error);
  return rows.filter(filter.value).map(({ name }) => name);
};

describe('the filter of a table of trajectories', () => {
  it.each([
    ['', ['wren/owl-14.traj', 'wren/owl-17.traj', 'tit/owl-17.traj', 'tit/heron.traj']],
    ['outcome:resolved', ['wren/owl-14.traj']],
    ['outcome:unresolved', ['wren/owl-17.traj']],
    ['outcome:no-verdict', ['tit/owl-17.traj']],
    ['outcome:time-out', ['tit/owl-17.traj']],
    ['outcome:not-evaluated', ['tit/heron.traj']],
    ['outcome:resolved,unresolved', ['wren/owl-14.traj', 'wren/owl-17.traj']],
    ['-outcome:resolved run:wren', ['wren/owl-17.traj']],
    ['status:limit', ['wren/owl-17.traj']],
    ['status:"turn limit"', ['wren/owl-17.traj']],
    ['status:limitsexceeded', ['wren/owl-17.traj']],
    ['is:unreadable', ['tit/heron.traj']],
    ['is:damaged', ['tit/heron.traj']],
    ['steps:>12', ['wren/owl-17.traj']],
    ['steps:12..30', ['wren/owl-14.traj', 'wren/owl-17.traj']],
    ['cost:0.5', ['wren/owl-14.traj']],
    ['time:>=60', ['wren/owl-14.traj']],
    ['model:"big model"', ['wren/owl-14.traj']],
    ['patch:empty', ['wren/owl-17.traj']],
    ['OWL-17 tit', ['tit/owl-17.traj']],
    ['outcome:', ['wren/owl-14.traj', 'wren/owl-17.traj', 'tit/owl-17.traj', 'tit/heron.traj']],
  ])('%s', (line, names) => expect(found(line)).toEqual(names));

  it('says what it does not know, and what there is', () => {
    expect(tableFilter('outcom:resolved')).toMatchObject({
      ok: false,
      error: expect.stringMatching(/mean "outcome:"/),
    });
    expect(tableFilter('steps:many')).toMatchObject({ ok: false, error: expect.stringMatching(/steps:>12/) });
    expect(tableFilter('constructor:x').ok).toBe(false);
  });
});

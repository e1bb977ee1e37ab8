import { describe, expect, it } from 'vitest';
import { tableColumns } from '../../../../../src/core/study/trajectoryTable/tableColumns';
import { withoutOutcome } from '../../../../../src/core/study/trajectoryTable/withoutOutcome';
import { facts, tableRowOf } from './rows';

describe('a row whose outcome is hidden', () => {
  const resolved = tableRowOf('a.traj', {
    ...{ outcome: { kind: 'resolved' }, outcomeFrom: 'file', facts: facts({ resolved: true, steps: 7 }) },
  });
  const unresolved = tableRowOf('a.traj', {
    ...{ outcome: { kind: 'unresolved', reason: 'tests' }, outcomeFrom: 'study' },
    facts: facts({ resolved: false, steps: 7 }),
  });

  it('tells two outcomes apart by nothing, and keeps what the file says of the run', () => {
    const told = withoutOutcome(resolved);
    expect(told).toEqual(withoutOutcome(unresolved));
    expect(tableColumns.outcome.words(told)).toBe('hidden until your verdict');
    expect(told.facts?.steps).toBe(7);
  });

  it('of a file that can not be read stays without facts', () => {
    expect(withoutOutcome(tableRowOf('b.traj', { facts: null })).facts).toBeNull();
  });
});

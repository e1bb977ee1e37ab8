import { describe, expect, it } from 'vitest';
import type { InstanceRun } from '../../../../../src/core/study/instanceRuns';
import { runRow } from '../../../../../src/core/study/page/runRow';

const run = (fields: Partial<InstanceRun> = {}): InstanceRun => ({
  key: 'a',
  kind: 'prediction',
  runId: 'a',
  model: 'a',
  attempt: 1,
  instanceId: 'o__n-1',
  predictionsPath: '/p',
  patchHash: 'h',
  patchBytes: 10,
  evaluations: [],
  outcome: { kind: 'resolved' },
  ...fields,
});

describe('a row of the matrix', () => {
  it('says "passes, but wrong" and "fails, but right"', () => {
    expect(runRow(run(), null, null, [{ overall: 'wrong' }]).differs).toBe(true);
    expect(
      runRow(run({ outcome: { kind: 'unresolved', reason: 'tests' } }), null, null, [{ overall: 'right' }]).differs,
    ).toBe(true);
    expect(
      runRow(run({ outcome: { kind: 'none', reason: 'time-out' } }), null, null, [{ overall: 'wrong' }]).differs,
    ).toBe(false);
  });

  it('counts people apart, "cannot judge" too, and shows a dash where nobody answered', () => {
    expect(runRow(run(), null, null, []).people).toBe('–');
    expect(runRow(run(), null, null, [{ overall: 'right' }, { overall: 'right' }, { overall: null }]).people).toBe(
      'right 2 of 3, cannot judge 1 of 3',
    );
  });

  it('has no figure where none is known', () => {
    const row = runRow(run({ outcome: null }), null, null, []);
    expect([row.failToPass, row.patch, row.outcome]).toEqual([null, 'unknown', 'not-evaluated']);
  });

  it('names prose and empty patches', () => {
    expect(runRow(run(), null, { isPatch: false, files: 0, added: 0, removed: 0 }, []).patch).toBe('not a patch');
    expect(runRow(run({ patchBytes: 0 }), null, null, []).patch).toBe('0 bytes');
  });
});

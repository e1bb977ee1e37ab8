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

  it('says which file the outcome is from, and what two files say that differ', () => {
    const source = {
      format: 'swebench-report',
      file: '/s/report.json',
      field: 'o__n-1.resolved',
      rules: 'SWE-bench',
      outcome: { kind: 'resolved' },
    } as const;
    const other = { ...source, file: '/s/a.r1.json', outcome: { kind: 'unresolved', reason: 'tests' } } as const;
    const contradiction = { shown: source, other, words: 'report.json says resolved, a.r1.json says unresolved.' };
    const evaluation = {
      runId: 'a',
      model: 'a',
      instanceId: 'o__n-1',
      repeat: 1,
      folder: '/s',
      rules: null,
      outcome: source.outcome,
      report: null,
      patchHash: null,
      hasLog: false,
      source,
      others: [other],
    };
    const row = runRow(run({ evaluations: [evaluation], contradiction }), null, null, []);
    expect(row.source).toBe('report.json (o__n-1.resolved), rules SWE-bench; 1 other source beside it');
    expect(row.contradiction).toBe(contradiction.words);
    expect(runRow(run(), null, null, [])).toMatchObject({ source: '', contradiction: '' });
  });

  it('never compares code as a patch, and numbers the attempts of one file', () => {
    const row = runRow(run({ key: 'a#2', attempt: 2, patchKind: 'code' }), null, null, []);
    expect(row).toMatchObject({
      label: 'a #2',
      patch: 'code, 10 bytes',
      canCompare: false,
      isCode: true,
      canJudge: true,
    });
  });

  it('names prose and empty patches', () => {
    expect(runRow(run(), null, { isPatch: false, files: 0, added: 0, removed: 0 }, []).patch).toBe('not a patch');
    expect(runRow(run({ patchBytes: 0 }), null, null, []).patch).toBe('0 bytes');
  });

  it('has the rule set and the rule that decided beside its outcome', () => {
    const source = { format: 'r', file: '/s/report.json', field: 'x', rules: 'SWE-bench', outcome: null } as const;
    const evaluation = {
      runId: 'a',
      model: 'a',
      instanceId: 'o__n-1',
      repeat: 1,
      folder: '/s',
      rules: null,
      outcome: null,
      report: null,
      patchHash: null,
      hasLog: true,
    } as const;
    const decided = { rules: 'swebench-v4', rule: 'v4.tests', reason: '1 test failed' };
    const rowOf = (entry: object, by: typeof decided | null) =>
      runRow(run({ evaluations: [{ ...evaluation, ...entry }] }), null, null, [], by);
    expect(rowOf({ rules: 'live' }, decided)).toMatchObject({ rules: 'live', why: 'v4.tests: 1 test failed' });
    expect(rowOf({}, decided).rules).toBe('swebench-v4');
    expect(rowOf({ source }, { ...decided, rule: 'report.found' }).rules).toBe('SWE-bench');
    expect(rowOf({ source }, null)).toMatchObject({ rules: 'SWE-bench', why: '' });
    expect(runRow(run(), null, null, [], null)).toMatchObject({ rules: '', why: '' });
  });
});

describe('what was measured beside the tests', () => {
  const ratio = { value: 0.4, interval: null, n: 4, reason: 'fewer than 5 rounds' };
  const optimisation = { score: 1 as const, reason: 'quick', model: ratio, gold: ratio, warnings: ['the base drifts'] };

  it('is the optimisation score with what speaks against it, and nothing where nobody timed', () => {
    const row = runRow(run(), null, null, [], null, {
      optimisation: { ...optimisation, warnings: ['the base drifts'] },
    });
    expect(row.optimisation).toBe(
      "optimisation score 1: quick; gold takes 40% of the base's time (no interval: fewer than 5 rounds, n = 4)",
    );
    expect(row.timingWarnings).toEqual(['the base drifts']);
    expect(runRow(run(), null, null, [])).toMatchObject({ optimisation: '', timingWarnings: [], coverage: '' });
  });
});

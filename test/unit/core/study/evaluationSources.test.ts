import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../src/core/evaluation/outcome';
import { contradicts, mergeSources, type SourcedEvaluation } from '../../../../src/core/study/evaluationSources';

const resolved: Outcome = { kind: 'resolved' };
const unresolved: Outcome = { kind: 'unresolved', reason: 'tests' };
const timeOut: Outcome = { kind: 'none', reason: 'time-out' };

const said = (
  rank: SourcedEvaluation['rank'],
  outcome: Outcome | null,
  more: Partial<SourcedEvaluation['entry']> = {},
): SourcedEvaluation => ({
  rank,
  source: { format: 'f', file: `/study/${rank}.json`, field: 'resolved', rules: 'SWE-bench', outcome },
  entry: {
    runId: 'r1',
    model: 'heron',
    instanceId: 'a__b-1',
    repeat: 1,
    folder: `/study/${rank}`,
    rules: null,
    outcome,
    report: null,
    patchHash: null,
    hasLog: false,
    ...more,
  },
});

describe('mergeSources', () => {
  it('shows the report of the instance where the list of the run says otherwise, and names both', () => {
    const [one, ...more] = mergeSources([said('run', unresolved), said('instance', resolved)]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({ outcome: resolved, source: { file: '/study/instance.json' } });
    expect(one?.contradiction?.words).toBe(
      'instance.json says resolved (resolved), run.json says unresolved (resolved); the report of the instance counts before the list of the run.',
    );
    expect(one?.others?.map(({ file }) => file)).toEqual(['/study/run.json']);
  });

  it('says nothing of a contradiction where sources agree, or one of them has no answer', () => {
    const agreed = mergeSources([said('instance', resolved), said('run', resolved), said('run', null)]);
    expect(agreed).toHaveLength(1);
    expect(agreed[0]).not.toHaveProperty('contradiction');
    const open = mergeSources([said('instance', null), said('run', resolved)]);
    expect(open[0]).toMatchObject({ outcome: resolved, source: { file: '/study/run.json' } });
  });

  it("counts a list's word before files that say nothing of an outcome", () => {
    const error: Outcome = { kind: 'none', reason: 'error', detail: 'a log without a report' };
    const [one] = mergeSources([said('weak', error, { hasLog: true }), said('run', resolved)]);
    expect(one).toMatchObject({ outcome: resolved, hasLog: true, folder: '/study/weak' });
    expect(one).not.toHaveProperty('contradiction');
    const [late] = mergeSources([said('trace', timeOut), said('run', resolved)]);
    expect(late?.contradiction?.words).toContain("the log counts before the run's list");
  });

  it('takes our "no verdict" and a harness\'s "unresolved" for one fact, but not its "resolved"', () => {
    expect(mergeSources([said('record', timeOut), said('instance', unresolved)])[0]).not.toHaveProperty(
      'contradiction',
    );
    expect(mergeSources([said('record', timeOut), said('instance', resolved)])[0]).toHaveProperty('contradiction');
  });

  it('keeps apart what is of another patch, repeat or attempt', () => {
    const found = mergeSources([
      said('instance', resolved, { patchHash: 'h1' }),
      said('instance', unresolved, { patchHash: 'h2' }),
      said('instance', unresolved, { repeat: 2 }),
      said('instance', unresolved, { attempt: 2 }),
    ]);
    expect(found).toHaveLength(4);
    expect(found.some((entry) => entry.contradiction)).toBe(false);
  });

  it('sees two scores that differ, and gives the value', () => {
    const score = (value: number): Outcome => ({ kind: 'scored', name: 'reward', value, max: null });
    const [one] = mergeSources([said('instance', score(1)), said('instance', score(0))]);
    expect(one).toMatchObject({ score: 1, contradiction: { other: { outcome: score(0) } } });
    expect(contradicts(score(1), resolved)).toBe(false);
  });

  it('loses no source', () => {
    const outcome = fc.constantFrom<Outcome | null>(resolved, unresolved, timeOut, null);
    const rank = fc.constantFrom<SourcedEvaluation['rank']>('record', 'instance', 'trace', 'run', 'weak');
    const entry = fc.record({
      instanceId: fc.constantFrom('x', 'y'),
      patchHash: fc.constantFrom('h1', 'h2', null),
      repeat: fc.constantFrom(1, 2),
    });
    const one = fc.tuple(rank, outcome, entry).map(([r, o, e]) => said(r, o, e));
    fc.assert(
      fc.property(fc.array(one), (found) => {
        const merged = mergeSources(found);
        const sources = merged.flatMap((each) => [each.source, ...(each.others ?? [])]);
        expect(new Set(sources)).toEqual(new Set(found.map(({ source }) => source)));
        expect(sources).toHaveLength(found.length);
      }),
    );
  });
});

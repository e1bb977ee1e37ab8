import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { errorTypes } from '../../../../src/core/evaluation/errorType';
import type { Outcome } from '../../../../src/core/evaluation/outcome';
import {
  type ComparedInstance,
  type ComparedSide,
  comparedSets,
  compareRuns,
  passesFilter,
  setOf,
} from '../../../../src/core/study/runComparison';

const outcome = fc.constantFrom<Outcome | null>(
  { kind: 'resolved' },
  { kind: 'unresolved', reason: 'tests' },
  { kind: 'unresolved', reason: 'ungradeable' },
  { kind: 'none', reason: 'empty' },
  { kind: 'none', reason: 'time-out' },
  { kind: 'none', reason: 'infrastructure' },
  { kind: 'scored', name: 'reward', value: 0.5, max: 1 },
  null,
);
const finding = fc.record({
  type: fc.constantFrom(...errorTypes),
  rule: fc.constant('r'),
  line: fc.constant(null),
  text: fc.constant(null),
});
const side: fc.Arbitrary<ComparedSide> = fc.record({
  inRun: fc.boolean(),
  outcome,
  error: fc.option(finding),
});
const instance: fc.Arbitrary<ComparedInstance> = fc.record({ instanceId: fc.string(), a: side, b: side });
const sum = (counts: readonly { readonly n: number }[]): number => counts.reduce((total, { n }) => total + n, 0);

const of = (kind: 'resolved' | 'unresolved'): ComparedSide => ({
  inRun: true,
  outcome: kind === 'resolved' ? { kind } : { kind, reason: 'tests' },
  error: null,
});

describe('two runs compared', () => {
  it('puts every instance into exactly one set, and says why of each that is not comparable', () => {
    fc.assert(
      fc.property(fc.array(instance), (instances) => {
        const compared = compareRuns(instances);
        expect(compared.n).toBe(instances.length);
        expect(Object.values(compared.sets).reduce((a, b) => a + b, 0)).toBe(instances.length);
        expect(sum(compared.reasons)).toBe(compared.sets['not-comparable']);
        for (const set of comparedSets)
          expect(instances.filter((one) => passesFilter(one, { set, from: null, to: null }))).toHaveLength(
            compared.sets[set],
          );
      }),
    );
  });

  it('counts every known type once on each side, and flows that add up to what is known on both', () => {
    fc.assert(
      fc.property(fc.array(instance), (instances) => {
        const { a, b, flows, flowTotal } = compareRuns(instances);
        for (const counts of [a, b]) expect(sum(counts.types) + counts.unknown).toBe(instances.length);
        expect(sum(flows)).toBe(flowTotal);
        expect(flowTotal).toBe(instances.filter((one) => one.a.error && one.b.error).length);
        for (const { from, to, n } of flows)
          expect(instances.filter((one) => passesFilter(one, { set: null, from, to }))).toHaveLength(n);
      }),
    );
  });

  it('names the sets by who resolved', () => {
    const set = (a: ComparedSide, b: ComparedSide) => setOf({ instanceId: 'i', a, b });
    expect(set(of('resolved'), of('resolved'))).toBe('both');
    expect(set(of('resolved'), of('unresolved'))).toBe('only-a');
    expect(set(of('unresolved'), of('resolved'))).toBe('only-b');
    expect(set(of('unresolved'), of('unresolved'))).toBe('neither');
  });

  it('never folds "no verdict" into "unresolved": the instance is not comparable, and the reason says whose', () => {
    const empty: ComparedSide = { inRun: true, outcome: { kind: 'none', reason: 'empty' }, error: null };
    const absent: ComparedSide = { inRun: false, outcome: null, error: null };
    const { sets, reasons } = compareRuns([
      { instanceId: '1', a: empty, b: of('resolved') },
      { instanceId: '2', a: of('unresolved'), b: absent },
      { instanceId: '3', a: of('unresolved'), b: absent },
    ]);
    expect(sets['not-comparable']).toBe(3);
    expect(reasons).toEqual([
      { reason: 'B has no prediction', n: 2 },
      { reason: 'A no verdict: empty', n: 1 },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignSteps, type StepSpan } from '../../../../../../src/core/run/trajectory/align/alignSteps';
import type { Anchor, AnchoredStep } from '../../../../../../src/core/run/trajectory/align/stepAnchors';
import { runs } from '../../../../../fakes/runs';

const anchor = fc.record({
  kind: fc.constantFrom<Anchor['kind'][]>('submits', 'edits', 'tests', 'reads'),
  what: fc.constantFrom('a.py', 'b.py', 'c.py', '*', ''),
});
const trajectory = (most: number) =>
  fc
    .array(
      fc.record({
        anchors: fc.uniqueArray(anchor, { maxLength: 3, selector: ({ kind, what }) => kind + what }),
        edit: fc.option(fc.constantFrom('x', 'y'), { nil: null }),
        failed: fc.boolean(),
      }),
      { maxLength: most },
    )
    .map((steps): AnchoredStep[] => steps.map((step, at) => ({ idx: at + 1, ...step })));

const numbers = (spans: readonly (StepSpan | null)[]): readonly number[] =>
  spans.flatMap((span) => (span ? Array.from({ length: span.to - span.from + 1 }, (_, i) => span.from + i) : []));

const upTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);

describe('two trajectories aligned', () => {
  it('keep every step, once, in its order', () => {
    fc.assert(
      fc.property(trajectory(40), trajectory(40), (a, b) => {
        const { rows } = alignSteps(a, b);
        expect(numbers(rows.map((row) => row.a))).toEqual(upTo(a.length));
        expect(numbers(rows.map((row) => row.b))).toEqual(upTo(b.length));
        for (const row of rows) expect(row.a !== null || row.b !== null).toBe(true);
      }),
      { numRuns: runs(200) },
    );
  });

  it('match only steps that share what the row says', () => {
    const says = (steps: readonly AnchoredStep[], span: StepSpan, { kind, what }: Anchor) =>
      steps[span.from - 1]?.anchors.some((own) => own.kind === kind && own.what === what);
    fc.assert(
      fc.property(trajectory(30), trajectory(30), (a, b) => {
        for (const row of alignSteps(a, b).rows) {
          if (!row.a || !row.b) continue;
          if (row.anchor === null) throw new Error('Two steps stand beside each other and share nothing.');
          expect([says(a, row.a, row.anchor), says(b, row.b, row.anchor)]).toEqual([true, true]);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('a trajectory beside itself has a counterpart for every step that does something, and nothing parts', () => {
    fc.assert(
      fc.property(trajectory(40), (steps) => {
        const { rows, filesDiffer } = alignSteps(steps, steps);
        expect(filesDiffer).toBeNull();
        for (const row of rows) {
          const alone = row.a ?? row.b;
          if (row.a && row.b) expect([row.a, row.differs]).toEqual([row.b, false]);
          else expect(steps[(alone?.from ?? 0) - 1]?.anchors).toEqual([]);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  const step = (idx: number, what: string, more: Partial<AnchoredStep> = {}): AnchoredStep => {
    const [kind, file = ''] = what.split(' ');
    return {
      idx,
      anchors: what ? [{ kind: kind as Anchor['kind'], what: file }] : [],
      edit: null,
      failed: false,
      ...more,
    };
  };
  const shown = ({ rows }: ReturnType<typeof alignSteps>) =>
    rows.map((row) => [row.a && `${row.a.from}-${row.a.to}`, row.b && `${row.b.from}-${row.b.to}`, row.anchor?.kind]);

  it('put pieces of one file together, keep what has no counterpart, and weigh edits over reading', () => {
    const a = [step(1, 'reads q.py'), step(2, 'reads q.py'), step(3, 'edits q.py', { edit: 'A' }), step(4, 'submits')];
    const b = [step(1, 'edits q.py', { edit: 'B' }), step(2, 'reads q.py'), step(3, ''), step(4, 'submits')];
    expect(shown(alignSteps(a, b))).toEqual([
      ['1-2', null, 'reads'],
      ['3-3', '1-1', 'edits'],
      [null, '2-2', 'reads'],
      [null, '3-3', undefined],
      ['4-4', '4-4', 'submits'],
    ]);
  });

  it('say from where on the files differ: at the first edit that is not the same on both sides', () => {
    const a = [step(1, 'edits q.py', { edit: 'same' }), step(2, 'reads r.py'), step(3, 'edits r.py', { edit: 'A' })];
    const b = [step(1, 'edits q.py', { edit: 'same' }), step(2, 'reads r.py'), step(3, 'tests *'), step(4, 'submits')];
    const { rows, filesDiffer } = alignSteps(a, b);
    expect(rows[filesDiffer ?? -1]?.a).toEqual({ from: 3, to: 3 });
    expect(rows.map(({ isFirstEdit }) => isFirstEdit)).toEqual([true, false, true, false, false]);
    expect(alignSteps(a.slice(0, 2), b.slice(0, 2)).filesDiffer).toBeNull();
  });

  it('hold 10,000 steps on either side, alike or not', () => {
    const many = (from: number) => upTo(10_000).map((idx) => step(idx, idx % 3 === 0 ? '' : `reads f${idx + from}.py`));
    const { rows } = alignSteps(many(0), many(99));
    expect(rows.filter((row) => row.a && row.b).length).toBeGreaterThan(6000);
    const loop = upTo(10_000).map((idx) => step(idx, 'tests *'));
    expect(alignSteps(loop, loop).rows.every(({ a: left, b: right }) => left?.from === right?.from)).toBe(true);
  });
});

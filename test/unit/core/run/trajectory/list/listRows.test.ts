import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listRows, moveRow } from '../../../../../../src/core/run/trajectory/list/listRows';
import { countSteps, everyStep, passes } from '../../../../../../src/core/run/trajectory/list/stepFilter';
import { stepEntry } from '../../../../../fakes/stepEntry';

const lost = { notices: [{ kind: 'missing-reply', text: 'The reply of one call was not kept.' }] } as const;
const steps = [
  stepEntry(1, { role: 'user', kind: 'text' }),
  stepEntry(2, { kind: 'edit' }),
  stepEntry(3, { ...lost, kind: 'test', isError: true }),
  stepEntry(4, { agentId: 'sub' }),
  stepEntry(5, { kind: 'edit', isError: true }),
];
const rows = (filter: Partial<typeof everyStep>) => [...listRows(steps, { ...everyStep, ...filter })];

describe('the rows of a list of steps', () => {
  it('hold every step, and lost replies before the step that came after them', () => {
    expect(rows({})).toEqual([1, 2, -3, 3, 4, 5]);
  });

  it('hold the steps that pass alone; lost replies count as errors', () => {
    expect(rows({ kind: 'edit' })).toEqual([2, 5]);
    expect(rows({ kind: 'error' })).toEqual([-3, 3, 5]);
    expect(rows({ kind: 'run' })).toEqual([4]);
    expect(rows({ agentId: 'sub' })).toEqual([4]);
    expect(rows({ only: [5, 1] })).toEqual([1, 5]);
    expect(rows({ kind: 'test', agentId: 'sub' })).toEqual([]);
  });

  it('are counted by kind for one agent, and by agent', () => {
    const counts = countSteps(steps, 'main');
    expect(counts.kinds).toEqual({ all: 4, edit: 2, run: 0, test: 1, error: 2 });
    expect(counts.agents).toEqual([
      { agentId: 'main', steps: 4 },
      { agentId: 'sub', steps: 1 },
    ]);
  });

  it('are moved over step by step, past lost replies, to the ends and no further', () => {
    const all = listRows(steps, everyStep);
    const to = (idx: number, by: number) => all[moveRow(all, idx, { kind: 'by', steps: by })];
    expect([to(2, 1), to(3, -1), to(3, 1), to(5, 1), to(1, -1), to(1, 99), to(5, -99)]).toEqual([3, 2, 4, 5, 1, 5, 1]);
    expect(moveRow(all, 3, { kind: 'near' })).toBe(3);
    expect(moveRow(all, 1, { kind: 'end', back: false })).toBe(5);
    expect(moveRow(listRows([], everyStep), 1, { kind: 'near' })).toBe(-1);
  });

  it('lead from a hidden step to the nearest after it, else before it', () => {
    const edits = listRows(steps, { ...everyStep, kind: 'edit' });
    expect([1, 3, 4].map((idx) => edits[moveRow(edits, idx, { kind: 'near' })])).toEqual([2, 5, 5]);
    const tests = listRows(steps, { ...everyStep, kind: 'test' });
    expect(tests[moveRow(tests, 5, { kind: 'near' })]).toBe(3);
    expect(edits[moveRow(edits, 3, { kind: 'by', steps: -1 })]).toBe(2);
  });

  it('any filter and move lead to a row that passes', () => {
    const entry = fc.record({
      kind: fc.constantFrom('edit', 'shell', 'test'),
      isError: fc.boolean(),
      lost: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(entry, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('all', 'edit', 'error'),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: -5, max: 5 }),
        (given, kind, idx, by) => {
          const made = given.map((one, at) => stepEntry(at + 1, { ...(one.lost ? lost : {}), ...one } as object));
          const filter = { ...everyStep, kind } as typeof everyStep;
          const list = listRows(made, filter);
          const row = moveRow(list, idx, { kind: 'by', steps: by });
          const step = made[(list[row] ?? 0) - 1];
          const any = made.some(passes(filter));
          expect(row >= 0).toBe(any);
          if (any) expect(step !== undefined && passes(filter)(step)).toBe(true);
        },
      ),
    );
  });
});

import { describe, expect, it } from 'vitest';
import {
  outcomeOfRun,
  runDescription,
  runSpoken,
  statusSpoken,
  statusTable,
  statusText,
} from '../../../../src/editor/views/evaluationWords';
import { evaluationRun } from '../../../fakes/evaluationRun';

const minute = 60_000;

describe('a run in the tree', () => {
  const going = { total: 40, done: 12, resolved: 7, unresolved: 4, noVerdict: 1, leftMs: 3 * minute };

  it('says how far it is, what came out and how long it takes', () => {
    expect(runDescription(evaluationRun(going))).toBe('12/40 · ✓7 ✗4 ◌1 · 3 min left');
  });

  it('promises no time where none is known, or while it is paused', () => {
    expect(runDescription(evaluationRun({ ...going, leftMs: null }))).toBe('12/40 · ✓7 ✗4 ◌1');
    expect(runDescription(evaluationRun({ ...going, state: 'paused' }))).toBe('paused · 12/40 · ✓7 ✗4 ◌1');
  });

  it('says no time where it takes longer than was expected', () => {
    expect(runDescription(evaluationRun({ ...going, leftMs: 0 }))).toBe('12/40 · ✓7 ✗4 ◌1');
  });

  it('is heard in words, signs left out', () => {
    expect(runSpoken(evaluationRun(going))).toBe(
      'kestrel-1, running, 12 of 40 done, 1 no verdict, 4 unresolved, 7 resolved, 3 min left',
    );
  });

  it('says that it was cancelled or stopped, not that it ended', () => {
    expect(runDescription(evaluationRun(going, { kind: 'cancelled' }))).toMatch(/^cancelled · 12\/40/);
    expect(runDescription(evaluationRun(going, { kind: 'failed', message: 'gone' }))).toMatch(/^stopped · /);
  });
});

describe('what came out', () => {
  const done = { total: 5, done: 5, resolved: 2, unresolved: 2, noVerdict: 1 };

  it('names first what failed', () => {
    expect(outcomeOfRun(evaluationRun(done, { kind: 'done', flaky: null }))).toBe(
      '1 no verdict, 2 unresolved, 2 resolved',
    );
  });

  it('says where repeats disagree, and that they agree', () => {
    const said = (predictions: number, tests: number) =>
      outcomeOfRun(evaluationRun(done, { kind: 'done', flaky: { predictions, tests } }));
    expect(said(1, 3)).toMatch(/^3 flaky tests; repeats disagree on 1 prediction; 1 no verdict/);
    expect(said(2, 0)).toMatch(/^repeats disagree on 2 predictions; /);
    expect(said(0, 0)).toMatch(/^no flaky test seen; /);
  });

  it('counts what was not evaluated, and says why it stopped', () => {
    const stopped = evaluationRun({ ...done, total: 9 }, { kind: 'failed', message: 'The engine is gone.' });
    expect(outcomeOfRun(stopped)).toBe(
      'stopped: The engine is gone. 1 no verdict, 2 unresolved, 2 resolved; 4 not evaluated.',
    );
    expect(outcomeOfRun(evaluationRun({ total: 9, done: 0 }, { kind: 'cancelled' }))).toBe(
      'nothing was evaluated; 9 not evaluated',
    );
  });
});

describe('the status item', () => {
  const first = evaluationRun({ total: 40, done: 12, leftMs: 3 * minute });
  const second = evaluationRun({ id: 'run-2', total: 10, done: 1, leftMs: 8 * minute });

  it('turns while something runs, and stands still where all is paused', () => {
    expect(statusText([first], true)).toBe('$(sync~spin) 12/40 · 3 min left');
    expect(statusText([evaluationRun({ total: 4, done: 1, state: 'paused' })], true)).toBe(
      '$(debug-pause) 1/4 · paused',
    );
  });

  it('stands still for who wants no motion', () => {
    expect(statusText([first], false)).toBe('$(sync) 12/40 · 3 min left');
  });

  it('sums several runs; the time left is that of the longest, none where one is unknown', () => {
    expect(statusText([first, second], true)).toBe('$(sync~spin) 13/50 · 8 min left');
    expect(statusText([first, evaluationRun({ total: 10, leftMs: null })], true)).toBe('$(sync~spin) 12/50');
    expect(statusSpoken([first, second])).toBe('Touchstone evaluations: 13 of 50 done, 8 min left');
  });

  it('lets no name of a run become a link, an icon or a column', () => {
    const hostile = evaluationRun({ total: 1 }, null, 'a|b [x](command:y) $(zap)\n| c |');
    const rows = statusTable([hostile]).split('\n');
    expect(rows).toHaveLength(3);
    expect(rows[2]).not.toMatch(/[^\\]\]|\]\(|\$\(|a\|b/);
    expect(rows[2]?.split(/(?<!\\)\|/)).toHaveLength(8);
  });
});

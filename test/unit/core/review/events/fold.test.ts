import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activeTime, withActivity } from '../../../../../src/core/review/events/activeTime';
import type { TouchstoneEvent } from '../../../../../src/core/review/events/event';
import { fold } from '../../../../../src/core/review/events/fold';
import { subjectHash } from '../../../../../src/core/review/events/subject';
import { sha256 } from '../../../../../src/io/store/sha256';
import { runs } from '../../../../fakes/runs';
import { chainOf, judged } from './chain';

const verdict = (id: string, overall: unknown, more = {}) => ({
  id,
  type: 'verdict',
  body: judged('p1', overall, more),
});
const amend = (id: string, overall: unknown, supersedes: string[]) => ({
  ...{ id, type: 'amend' },
  body: judged('p1', overall, { supersedes }),
});

const only = (events: readonly TouchstoneEvent[]) => {
  const { items } = fold(events);
  expect(items).toHaveLength(1);
  return items[0]!;
};

describe('folding events', () => {
  it('takes the amendment for the verdict, and keeps both in the history', () => {
    const item = only(chainOf([verdict('a', 'wrong'), amend('b', 'right', ['a'])]).events);
    expect(item.live?.event.id).toBe('b');
    expect(item.history.map(({ event }) => event.id)).toEqual(['a', 'b']);
  });

  it('believes the supersedes graph before the clocks of two machines', () => {
    const first = chainOf([{ ...verdict('a', 'wrong'), ts: '2026-11-30T15:00:00Z' }]).events;
    const second = chainOf([{ ...amend('b', 'right', ['a']), ts: '2026-11-30T14:00:00Z' }], 'r1', 'desk-01').events;
    const item = only([...second, ...first]);
    expect(item.live?.event.id).toBe('b');
    expect(item.history.map(({ event }) => event.id)).toEqual(['a', 'b']);
  });

  it('reads offsets: the later instant is the later event', () => {
    const one = { ...verdict('a', 'wrong'), ts: '2026-11-30T15:00:00+03:00' };
    const two = { ...verdict('b', 'right'), ts: '2026-11-30T14:00:00+01:00' };
    expect(only(chainOf([two, one]).events).history.map(({ event }) => event.id)).toEqual(['a', 'b']);
  });

  it('shows two verdicts of one rater as a conflict, until one is resolved away', () => {
    const left = chainOf([verdict('a', 'right')]).events;
    const right = chainOf([verdict('b', 'wrong')], 'r1', 'desk-01').events;
    expect(only([...left, ...right])).toMatchObject({ conflict: true, live: null });
    const resolve = chainOf(
      [{ id: 'c', type: 'resolve', body: judged('p1', 'right', { supersedes: ['b'] }) }],
      'r1',
      'x-01',
    );
    expect(only([...left, ...right, ...resolve.events])).toMatchObject({
      conflict: false,
      live: { event: { id: 'a' } },
    });
  });

  it('retracts, and rates again', () => {
    const retract = { id: 'b', type: 'retract', body: judged('p1', undefined, { supersedes: ['a'] }) };
    expect(only(chainOf([verdict('a', 'right'), retract]).events)).toMatchObject({ live: null, conflict: false });
    const again = only(chainOf([verdict('a', 'right'), retract, verdict('c', 'wrong')]).events);
    expect(again.live?.event.id).toBe('c');
  });

  it('lets the newest amendment stand alone, however often a verdict was amended', () => {
    const thrice = [verdict('a', 'wrong'), amend('b', 'right', ['a']), amend('c', 'wrong', ['b'])];
    expect(only(chainOf(thrice).events)).toMatchObject({ conflict: false, live: { event: { id: 'c' } } });
    const again = only(chainOf([...thrice, amend('d', 'right', ['c'])]).events);
    expect(again).toMatchObject({ conflict: false, live: { event: { id: 'd' } } });
  });

  it('goes back to the word before where an amendment is retracted', () => {
    const retract = (id: string, taken: string) => ({
      ...{ id, type: 'retract' },
      body: judged('p1', undefined, { supersedes: [taken] }),
    });
    const said = [verdict('a', 'wrong'), amend('b', 'right', ['a']), amend('c', 'wrong', ['b']), retract('d', 'c')];
    expect(only(chainOf(said).events).live?.event.id).toBe('b');
    expect(only(chainOf([...said, retract('e', 'b')]).events).live?.event.id).toBe('a');
    const none = only(chainOf([...said, retract('e', 'b'), retract('f', 'a')]).events);
    expect(none).toMatchObject({ conflict: false, live: null, heads: [] });
  });

  it('keeps apart raters, presentations and major versions', () => {
    const repeat = { id: 'b', type: 'verdict', body: judged('p2', 'wrong') };
    const later = {
      id: 'c',
      type: 'verdict',
      body: judged('p1', 'wrong', { rubric: { id: 'patch-review', version: '2.0.0' } }),
    };
    const mine = chainOf([verdict('a', 'right'), repeat, later]).events;
    const theirs = chainOf([verdict('d', 'wrong')], 'r2').events;
    expect(fold([...mine, ...theirs]).items.map(({ live }) => live?.event.id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it("lets nobody take out another rater's verdict", () => {
    const mine = chainOf([verdict('a', 'right')]).events;
    const theirs = chainOf([amend('b', 'wrong', ['a'])], 'r2').events;
    const live = fold([...mine, ...theirs]).items.map((item) => item.live?.event.id);
    expect(live).toEqual(['a', 'b']);
  });

  it('remembers a skip, and counts what it cannot read', () => {
    const skipped = { id: 'a', type: 'skip', body: judged('p1', undefined) };
    const broken = { id: 'x', type: 'verdict', body: { subject: 7 } };
    const folded = fold(chainOf([skipped, broken, { type: 'study.open' }]).events);
    expect(folded.items[0]).toMatchObject({ skipped: true, live: null });
    expect(folded).toMatchObject({ unreadable: ['x'], others: 1 });
  });

  it('ends on cycles and on names of events that are not there', () => {
    const cycle = [amend('a', 'right', ['b']), amend('b', 'wrong', ['a']), amend('c', 'right', ['c', 'nowhere'])];
    expect(only(chainOf(cycle).events).history).toHaveLength(3);
  });

  it('gives the same whatever the order of files, and drops nothing', () => {
    const plan = fc.array(fc.record({ over: fc.option(fc.nat(7)), wrong: fc.boolean(), second: fc.nat(59) }), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(plan, fc.infiniteStream(fc.nat()), (steps, random) => {
        const events = chainOf(
          steps.map(({ over, wrong, second }, index) => ({
            ...amend(`e${index}`, wrong ? 'wrong' : 'right', over === null || over >= index ? [] : [`e${over}`]),
            ts: `2026-11-30T12:00:${String(second).padStart(2, '0')}Z`,
          })),
        ).events;
        const shuffled = [...events].sort(() => (Number(random.next().value) % 2 ? 1 : -1));
        expect(fold(shuffled)).toEqual(fold(events));
        expect(fold(events).items.flatMap(({ history }) => history)).toHaveLength(events.length);
      }),
      { numRuns: runs(60) },
    );
  });
});

describe('the subject', () => {
  const prediction = {
    unit: 'prediction',
    benchmark: 'b',
    instance: 'i',
    base: 'c',
    patch: 'p',
    trajectory: null,
  } as const;

  it('is the SHA-256 of its RFC 8785 form', () => {
    const form = '{"base":"c","benchmark":"b","instance":"i","patch":"p","trajectory":null,"unit":"prediction"}';
    expect(subjectHash(prediction, sha256)).toBe(sha256(form));
  });

  it('does not depend on what else an object holds', () => {
    expect(subjectHash({ ...prediction, model: 'm' } as never, sha256)).toBe(subjectHash(prediction, sha256));
  });
});

describe('active time', () => {
  const at = (...times: number[]) => times.map((time) => ({ reason: 'keys' as const, start: time, end: time }));

  it('counts gaps up to the threshold, and leaves longer ones out whole', () => {
    expect(activeTime(at(0, 20_000, 50_000, 200_000, 210_000), 30_000)).toBe(60_000);
    expect(activeTime(at(0, 20_000, 50_000, 200_000, 210_000), 300_000)).toBe(210_000);
  });

  it('counts overlapping segments once and passes over impossible ones', () => {
    const segments = [
      { reason: 'focus' as const, start: 0, end: 10_000 },
      { reason: 'keys' as const, start: 5_000, end: 8_000 },
      { reason: 'keys' as const, start: 9_000, end: 2_000 },
    ];
    expect(activeTime(segments, 30_000)).toBe(10_000);
  });

  it('grows with the threshold and never passes the last sign of life', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000)), fc.nat(600_000), fc.nat(600_000), (times, low, more) => {
        let segments: ReturnType<typeof withActivity> = [];
        for (const time of [...times].sort((a, b) => a - b)) segments = withActivity(segments, 'keys', time);
        const short = activeTime(segments, low);
        const long = activeTime(segments, low + more);
        return short <= long && long <= Math.max(0, ...times);
      }),
    );
  });

  it('joins signs of life that lie close together', () => {
    let segments: ReturnType<typeof withActivity> = [];
    for (let time = 0; time < 60_000; time += 100) segments = withActivity(segments, 'scroll', time);
    expect(segments).toEqual([{ reason: 'scroll', start: 0, end: 59_900 }]);
  });
});

import { describe, expect, it } from 'vitest';
import { PendingSteps } from '../../../../../../src/core/run/trajectory/formats/pendingSteps';
import type { RawRecord } from '../../../../../../src/core/run/trajectory/trajectoryFormat';

const record = (value: unknown, bytes = 1): RawRecord => ({
  ref: { file: 'f', start: 0, end: bytes, at: [] },
  place: '',
  value,
  broken: null,
});
const values = (groups: readonly { readonly records: readonly RawRecord[] }[]) =>
  groups.map(({ records }) => records.map(({ value }) => value));

describe('steps that wait for answers', () => {
  it('are given in order, once all calls are answered and another step follows', () => {
    const steps = new PendingSteps();
    const first = steps.open('agent', record('asks'));
    steps.call(first, 'c');
    steps.open('agent', record('next'));
    expect(steps.done()).toEqual([]);
    expect(steps.answer('c', record('answers'))).toBe(true);
    expect(values(steps.done())).toEqual([['asks', 'answers']]);
    expect(steps.answer('c', record('too late'))).toBe(false);
    expect(values(steps.rest())).toEqual([['next']]);
    expect(steps.given).toBe(2);
  });

  it('wait no longer where many follow, or where they hold many bytes', () => {
    const many = new PendingSteps();
    many.call(many.open('agent', record('asks')), 'c');
    for (let n = 0; n < 63; n += 1) many.open('agent', record(n));
    expect(many.done()).toEqual([]);
    many.open('agent', record(63));
    expect(many.done().length).toBe(64);

    const large = new PendingSteps();
    large.call(large.open('agent', record('asks', 2 ** 24)), 'c');
    large.open('agent', record('next', 2 ** 24));
    expect(values(large.done())).toEqual([['asks']]);
  });

  it('take no more records than a bound, however many come', () => {
    const steps = new PendingSteps();
    const step = steps.open('agent', record('asks'));
    steps.call(step, 'c');
    let taken = 0;
    while (taken < 10_000 && steps.answer('c', record(taken), false)) taken += 1;
    expect(taken).toBe(1_999);
    expect([steps.last, steps.has(step), steps.ownerOf('c')]).toEqual([null, false, null]);
  });
});

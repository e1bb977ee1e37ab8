import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capacityOf } from '../../../../../src/core/run/schedule/capacity';
import { ExpectedTimes } from '../../../../../src/core/run/schedule/expectedTimes';
import { Schedule } from '../../../../../src/core/run/schedule/schedule';

interface Item {
  readonly name: string;
  readonly instanceId: string;
  readonly repeat: number;
  readonly cost: { readonly cpus: number; readonly memoryBytes: number };
}

const item = (instanceId: string, repeat = 1, name = `${instanceId}.${repeat}`, memoryBytes = 1): Item => ({
  name,
  instanceId,
  repeat,
  cost: { cpus: 1, memoryBytes },
});

const scheduleOf = (workers: number, items: readonly Item[], earlier: Readonly<Record<string, number>> = {}) => {
  const times = new ExpectedTimes(new Map(Object.entries(earlier)));
  const schedule = new Schedule<Item>(capacityOf({ cpus: null, memoryBytes: 10 }, workers), times);
  for (const one of items) schedule.add(one);
  return schedule;
};

/** Starts and ends one after the other; the order of the starts. */
const orderOf = (schedule: Schedule<Item>): string[] => {
  const names: string[] = [];
  for (let next = schedule.next(); next !== null; next = schedule.next()) {
    names.push(next.name);
    schedule.ended(next, null);
  }
  return names;
};

describe('a schedule', () => {
  it('takes the first repeats of all instances before any second one, the longest first', () => {
    const items = [item('a'), item('b'), item('c'), item('a', 2), item('b', 2), item('c', 2)];
    const order = orderOf(scheduleOf(1, items, { a: 1, b: 9, c: 5 }));
    expect(order).toEqual(['b.1', 'c.1', 'a.1', 'b.2', 'c.2', 'a.2']);
  });

  it('a later round knows what the first one took', () => {
    const schedule = scheduleOf(1, [item('a'), item('b'), item('a', 2), item('b', 2)]);
    for (const ms of [10, 500]) {
      const next = schedule.next();
      if (next) schedule.ended(next, ms);
    }
    expect(orderOf(schedule)).toEqual(['b.2', 'a.2']);
  });

  it('two attempts of an instance do not run side by side where others wait', () => {
    const schedule = scheduleOf(2, [item('a', 1, 'a one'), item('a', 1, 'a two'), item('b', 1, 'b one')]);
    expect([schedule.next()?.name, schedule.next()?.name, schedule.next()]).toEqual(['a one', 'b one', null]);
    const alone = scheduleOf(2, [item('a', 1, 'a one'), item('a', 1, 'a two')]);
    expect([alone.next()?.name, alone.next()?.name]).toEqual(['a one', 'a two']);
  });

  it('waits for memory rather than letting small ones pass a large one for ever', () => {
    const schedule = scheduleOf(4, [item('a', 1, 'a', 6), item('b', 1, 'b', 6), item('c', 2, 'c', 1)]);
    const first = schedule.next();
    expect([first?.name, schedule.next()]).toEqual(['a', null]);
    if (first) schedule.ended(first, null);
    expect([schedule.next()?.name, schedule.next()?.name]).toEqual(['b', 'c']);
  });

  it('what goes on from an earlier process is first, what is tried again last', () => {
    const schedule = scheduleOf(1, [item('a'), item('b', 2)]);
    const retried = schedule.next();
    if (retried) schedule.again(retried);
    schedule.add(item('z', 3), true);
    expect(orderOf(schedule)).toEqual(['z.3', 'b.2', 'a.1']);
  });

  it('pauses, holds, goes on, and stops with what waited', () => {
    const schedule = scheduleOf(1, [item('a'), item('b'), item('c')]);
    schedule.pause();
    expect([schedule.state, schedule.next()]).toEqual(['paused', null]);
    schedule.resume();
    schedule.hold(true);
    expect([schedule.state, schedule.next()]).toEqual(['running', null]);
    schedule.hold(false);
    const running = schedule.next();
    expect(schedule.stop().map(({ name }) => name)).toEqual(['b.1', 'c.1']);
    expect([schedule.state, schedule.next(), schedule.isOver]).toEqual(['stopping', null, false]);
    if (running) schedule.again(running);
    expect([schedule.state, schedule.isOver]).toEqual(['ended', true]);
  });

  it('tells the time left from what waits and what runs', () => {
    const schedule = scheduleOf(2, [item('a'), item('b'), item('c')], { a: 10_000, b: 10_000, c: 4_000 });
    schedule.next();
    expect(schedule.leftMs(() => 6_000)).toBe(10_000);
    expect(scheduleOf(2, [item('a')]).leftMs(() => 0)).toBeNull();
  });

  const jobs = fc.array(
    fc.record({
      instance: fc.integer({ min: 0, max: 4 }),
      repeat: fc.integer({ min: 1, max: 3 }),
      memory: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 30 },
  );
  const steps = fc.array(fc.constantFrom('start', 'end', 'again', 'pause', 'resume', 'withdraw'), { maxLength: 80 });

  it('whatever is asked of it, it never takes more than fits, and every item ends once', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 5 }), steps, (given, workers, actions) => {
        const items = given.map(({ instance, repeat, memory }, n) => item(`i${instance}`, repeat, `${n}`, memory));
        const schedule = scheduleOf(workers, items);
        const ended: string[] = [];
        const end = (one: Item) => {
          schedule.ended(one, 5);
          ended.push(one.name);
        };
        for (const action of actions) {
          const [first] = schedule.running();
          if (action === 'start') schedule.next();
          else if (action === 'pause') schedule.pause();
          else if (action === 'resume') schedule.resume();
          else if (action === 'end' && first) end(first);
          else if (action === 'again' && first) schedule.again(first);
          else if (action === 'withdraw') {
            const one = items.find((each) => schedule.withdraw(each));
            if (one) ended.push(one.name);
          }
          const running = schedule.running();
          const memory = running.reduce((sum, { cost }) => sum + cost.memoryBytes, 0);
          expect(running.length <= workers && (running.length <= 1 || memory <= 10)).toBe(true);
        }
        schedule.resume();
        while (!schedule.isOver) {
          schedule.next();
          const [first] = schedule.running();
          if (first) end(first);
        }
        expect(ended.sort()).toEqual(items.map(({ name }) => name).sort());
      }),
    );
  });
});

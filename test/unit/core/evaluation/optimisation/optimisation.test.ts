import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  optimisationOf,
  outcomeOfOptimisation,
  untimed,
} from '../../../../../src/core/evaluation/optimisation/optimisation';
import { optimisationWords } from '../../../../../src/core/evaluation/optimisation/optimisationWords';
import { timeRatio } from '../../../../../src/core/evaluation/optimisation/timeRatio';
import { readTimings, type TimedRun, type Timings } from '../../../../../src/core/evaluation/optimisation/timings';

type Wall = number | null;

const run = (round: number, tree: TimedRun['tree'], wall: Wall, changes: Partial<TimedRun> = {}): TimedRun => ({
  ...{ round, tree, place: 1, wall, user: null, sys: null, testExit: tree === 'base' ? 1 : 0, timedOut: false },
  ...changes,
});

/** Rounds of base, gold and model; the first one warms up with times of its own. */
const timings = (base: readonly Wall[], gold: readonly Wall[], model: readonly Wall[]): Timings => ({
  timed: 'tests',
  cutShort: false,
  runs: [
    ...(['base', 'gold', 'model'] as const).map((tree) => run(0, tree, 99)),
    ...base.map((wall, i) => run(i + 1, 'base', wall)),
    ...gold.map((wall, i) => run(i + 1, 'gold', wall)),
    ...model.map((wall, i) => run(i + 1, 'model', wall)),
  ],
});

const ten = (seconds: number, spread = 0.01) => Array.from({ length: 10 }, (_, i) => seconds * (1 + spread * (i % 3)));

const score = (measured: Timings, passes = true) => optimisationOf(measured, passes, { threshold: 0.8 });

describe('the optimisation score', () => {
  it('is 1 below the threshold, and the round that warms up does not count', () => {
    const scored = score(timings(ten(1), ten(0.3), ten(0.5)));
    expect(scored.score).toBe(1);
    expect(scored.model.value).toBeCloseTo(0.5, 2);
    expect(scored.gold.value).toBeCloseTo(0.3, 2);
    expect(scored.medians.base).toBeLessThan(2);
    expect(scored.warnings).toEqual([]);
    expect(outcomeOfOptimisation(scored)).toEqual({ kind: 'resolved' });
    expect(optimisationWords(scored)).toMatch(/^optimisation score 1: its tests take 50% of the base's time \(95%/);
  });

  it('is 0 at the threshold or above, and where the tests fail however quick they are', () => {
    expect(score(timings([1, 1, 1, 1, 1], ten(0.3), [0.8, 0.8, 0.8, 0.8, 0.8])).score).toBe(0);
    const failed = score(timings(ten(1), ten(0.3), ten(0.1)), false);
    expect(failed).toMatchObject({ score: 0, reason: 'its tests did not pass in the timed job' });
    expect(outcomeOfOptimisation(failed).kind).toBe('unresolved');
  });

  it('is not known where too little was measured', () => {
    expect(score(timings([1, 1], [1, 1], [0.5, 0.5]))).toMatchObject({
      score: null,
      reason: 'not known: only 2 rounds were timed',
    });
    const without = score(timings([null, null, null], ten(0.3), ten(0.5)));
    expect(without).toMatchObject({ score: null, reason: 'not known: no round has a time of both' });
    expect(outcomeOfOptimisation(without)).toMatchObject({ kind: 'none', reason: 'error' });
    expect(untimed('gone', { threshold: 0.8 })).toMatchObject({ score: null, reason: 'gone' });
  });

  it('warns where gold is no quicker, the interval reaches over the threshold, or the base drifts', () => {
    const words = (measured: Timings) => score(measured).warnings.join('\n');
    expect(words(timings(ten(1), ten(1), ten(0.5)))).toContain('gold itself takes 100');
    const wavering = Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? 0.5 : 1.1));
    expect(words(timings(ten(1), ten(0.3), wavering))).toContain('another run may give the other score');
    const slower = Array.from({ length: 10 }, (_, i) => (i < 5 ? 1 : 2));
    expect(words(timings(slower, ten(0.3), ten(0.5)))).toContain('the base itself became 100% slower');
    expect(words(timings(ten(0.01), ten(0.003), ten(0.005)))).toContain('most of that is starting them');
  });

  it('a base that ran out of time counts with its limit; a model that does has 0', () => {
    const late = (tree: TimedRun['tree'], measured: Timings): Timings => ({
      ...measured,
      runs: measured.runs.map((one) => (one.tree === tree ? { ...one, timedOut: true, testExit: null } : one)),
    });
    const hanging = score(late('base', timings(ten(20), ten(0.3), ten(0.5))));
    expect(hanging.score).toBe(1);
    expect(hanging.warnings.join()).toContain('runs of the base ran out of time');
    expect(score(late('model', timings(ten(1), ten(0.3), ten(20)))).score).toBe(0);
  });
});

describe('the ratio of medians', () => {
  it('is drawn anew with the same seed: twice the same interval', () => {
    const pairs = ten(1, 0.1).map((base, i) => ({ base, other: base * (0.5 + 0.01 * i) }));
    expect(timeRatio(pairs)).toEqual(timeRatio(pairs));
  });

  it('holds its value within its interval, which only widens with the spread', () => {
    const seconds = fc.double({ min: 0.01, max: 100, noNaN: true });
    const pairs = fc.array(fc.record({ base: seconds, other: seconds }), { minLength: 5, maxLength: 15 });
    fc.assert(
      fc.property(pairs, (rounds) => {
        const { value, interval } = timeRatio(rounds, { generator: 'mulberry32', seed: 1, resamples: 400 });
        expect(interval).not.toBeNull();
        expect(interval?.low).toBeLessThanOrEqual(interval?.high ?? 0);
        expect(value).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
    const steady = timeRatio(Array.from({ length: 10 }, () => ({ base: 2, other: 1 })));
    expect(steady).toMatchObject({ value: 0.5, interval: { low: 0.5, high: 0.5 }, n: 10, reason: null });
  });

  it('has no interval under five rounds, and says so', () => {
    expect(timeRatio([{ base: 2, other: 1 }])).toMatchObject({
      value: 0.5,
      interval: null,
      reason: 'fewer than 5 rounds',
    });
  });
});

describe('timings.json', () => {
  it('that the script writes is read', () => {
    const text =
      '{"timed":"tests","cutShort":false,"runs":[\n{"round":0,"tree":"base","place":1,"wall":1.234567,"user":0.1,' +
      '"sys":null,"testExit":1,"timedOut":false}\n]}\n';
    const read = readTimings(text);
    expect(read.ok && read.value.runs[0]?.wall).toBe(1.234567);
  });

  it.each([
    ['no JSON', '{"timed"', 'no JSON'],
    ['another tree', '{"timed":"tests","cutShort":false,"runs":[{"round":0,"tree":"x"}]}', 'runs.0'],
    ['a list', '[]', 'the document'],
    [
      'a time below nothing',
      JSON.stringify({ timed: 'tests', cutShort: false, runs: [run(1, 'base', -1)] }),
      'runs.0.wall',
    ],
  ])('that holds %s is refused with the place', (_, text, words) => {
    const read = readTimings(text);
    expect(read.ok ? '' : read.error).toContain(words);
  });

  it('of any content never throws, nor does its score', () => {
    const document = fc.record({
      timed: fc.constantFrom('tests', 'script'),
      cutShort: fc.boolean(),
      runs: fc.array(
        fc.record({
          round: fc.nat({ max: 6 }),
          tree: fc.constantFrom('base', 'gold', 'model'),
          place: fc.integer({ min: 1, max: 3 }),
          wall: fc.option(fc.double({ min: 0, max: 50, noNaN: true })),
          user: fc.constant(null),
          sys: fc.constant(null),
          testExit: fc.option(fc.integer()),
          timedOut: fc.boolean(),
        }),
      ),
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          document.map((value) => JSON.stringify(value)),
        ),
        fc.boolean(),
        (text, passes) => {
          const read = readTimings(text);
          if (!read.ok) return;
          const { score: value } = score(read.value, passes);
          expect([0, 1, null]).toContain(value);
        },
      ),
      { numRuns: 60 },
    );
  });
});

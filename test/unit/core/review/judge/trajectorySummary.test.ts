import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../../../fakes/fixedSeed';
import { summariseTrajectory } from '../../../../../src/core/review/judge/trajectorySummary';
import { blankStep } from '../../../../../src/core/run/trajectory/blank';
import type { Step } from '../../../../../src/core/run/trajectory/step';

const step = (idx: number, length: number): Step => ({
  ...blankStep({ agentId: 'main', records: [], facts: {} }, idx),
  role: 'agent',
  thought: `thought ${idx} ${'t'.repeat(length)}`,
  observations: [
    {
      callId: null,
      text: 'o'.repeat(length),
      shownChars: null,
      totalChars: null,
      exitCode: 1,
      isError: null,
      timedOut: null,
    },
  ],
});
const steps = (count: number, length: number): readonly Step[] =>
  Array.from({ length: count }, (_, at) => step(at + 1, length));

test('a short run is shown whole', () => {
  const { text, shown, of } = summariseTrajectory(steps(3, 10), 10_000);
  expect(shown).toEqual([1, 2, 3]);
  expect(text.length).toBe(of);
  expect(text).toContain('result (exit 1): oooooooooo');
});

test('of a long run the ends stay, the middle is left out and said, and steps keep their numbers', () => {
  const { text, shown, all } = summariseTrajectory(steps(200, 4000), 2500);
  expect(all).toHaveLength(200);
  expect(shown).toContain(1);
  expect(shown).toContain(200);
  const [, first, last, count] = /## steps (\d+) to (\d+) are left out here \((\d+)\)/.exec(text) ?? [];
  expect(Number(last) - Number(first) + 1).toBe(Number(count));
  expect(shown.length + Number(count)).toBe(200);
});

test('no run is longer than it may be, and what is shown is what is said to be', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(3000), fc.integer({ min: 1000, max: 20_000 }), (count, length, most) => {
      const { text, shown } = summariseTrajectory(steps(count, length), most);
      expect(text.length).toBeLessThanOrEqual(most);
      expect([...text.matchAll(/^## step (\d+)/gm)].map((found) => Number(found[1]))).toEqual(shown);
    }),
    { numRuns: 60 },
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainEntry, StepEntries } from '../../../../../src/core/run/trajectory/stepEntries';
import type { StepEntry } from '../../../../../src/core/run/trajectory/trajectoryIndex';

const number = fc.option(fc.double({ noNaN: true }), { nil: null });
const texts = fc.array(fc.oneof(fc.string(), fc.nat()), { maxLength: 3 });
const place = fc.record({
  ref: fc.record({ file: fc.string(), start: fc.maxSafeNat(), end: fc.maxSafeNat(), at: texts }),
  place: fc.string(),
});
const entry: fc.Arbitrary<Omit<StepEntry, 'idx'>> = fc.record({
  agentId: fc.string(),
  parentStep: number,
  role: fc.constantFrom('agent', 'user', 'system'),
  kind: fc.constantFrom('text', 'edit', 'other'),
  startedAt: number,
  endedAt: number,
  durationMs: number,
  environmentMs: number,
  preview: fc.string(),
  tokens: number,
  completion: number,
  costUsd: number,
  exitCode: number,
  isError: fc.boolean(),
  records: fc.array(place, { maxLength: 4 }),
  facts: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
  notices: fc.array(fc.record({ kind: fc.constant('hook' as const), text: fc.string() }), { maxLength: 2 }),
});

it('gives every entry back as it was taken, however many there are', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 200 }), (taken) => {
      const entries = new StepEntries();
      const steps = taken.map((one, at) => ({ ...one, idx: at + 1 }));
      for (const step of steps) entries.push(step);
      expect(entries.list.map(plainEntry)).toEqual(steps);
      expect(JSON.stringify(entries.list)).toBe(JSON.stringify(steps.map(plainEntry)));
    }),
  );
});

it('lets go of the last ones, and takes others in their place', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 80 }),
      fc.nat(80),
      fc.array(entry, { maxLength: 80 }),
      (taken, at, more) => {
        const entries = new StepEntries();
        const length = Math.min(at, taken.length);
        for (const one of taken) entries.push({ ...one, idx: entries.length + 1 });
        entries.cut(length);
        for (const one of more) entries.push({ ...one, idx: entries.length + 1 });
        const left = [...taken.slice(0, length), ...more].map((one, index) => ({ ...one, idx: index + 1 }));
        expect(entries.list.map(plainEntry)).toEqual(left);
      },
    ),
  );
});

it('keeps more than 256 names apart', () => {
  const entries = new StepEntries();
  const [one] = fc.sample(entry, 1);
  if (!one) throw new Error('nothing to take');
  for (let at = 0; at < 1000; at++) entries.push({ ...one, idx: at + 1, agentId: `agent ${at % 700}` });
  expect(entries.list.map(({ agentId }) => agentId)).toEqual(
    Array.from({ length: 1000 }, (_, at) => `agent ${at % 700}`),
  );
});

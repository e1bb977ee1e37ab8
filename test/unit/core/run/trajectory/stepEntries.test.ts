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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../../src/core/evaluation/outcome';
import type { InstanceRun } from '../../../../../src/core/study/instanceRuns';
import { drawQueue } from '../../../../../src/core/study/queues/drawQueue';
import { type QueueFacts, type QueueId, queueIds, standsIn } from '../../../../../src/core/study/queues/queueFacts';
import { sha256 } from '../../../../../src/io/store/sha256';

const outcomes: readonly (Outcome | null)[] = [{ kind: 'resolved' }, { kind: 'unresolved' }, null] as never;

const row = (name: string, outcome: Outcome | null): InstanceRun => ({
  ...{ key: 'r', kind: 'prediction', runId: 'r', model: 'm', attempt: 1, instanceId: name, predictionsPath: '/p' },
  ...{ patchHash: 'h', patchBytes: 1, evaluations: [], outcome },
});

const facts = (
  name: string,
  said: Partial<Omit<QueueFacts, 'row'>> & { readonly outcome?: number } = {},
): QueueFacts => ({
  row: row(name, outcomes[said.outcome ?? 0] ?? null),
  ...{ judges: said.judges ?? [], people: said.people ?? [], contradicts: said.contradicts ?? false },
  suspicions: said.suspicions ?? [],
});

const side = fc.constantFrom('right' as const, 'wrong' as const);
const anyFacts = fc
  .array(
    fc.record({
      outcome: fc.nat({ max: 2 }),
      judges: fc.array(side, { maxLength: 2 }),
      people: fc.array(fc.option(side), { maxLength: 3 }),
      contradicts: fc.boolean(),
      suspicions: fc.array(fc.constant('2 files of tests changed'), { maxLength: 1 }),
    }),
    { maxLength: 40 },
  )
  .map((all) => all.map((said, at) => facts(`i-${at}`, said)));

const draw = (queue: QueueId, mix = 0, seed = 's') => ({ queue, mix, seed, sha256 });
const names = (drawn: readonly { readonly row: InstanceRun }[]) => drawn.map(({ row: { instanceId } }) => instanceId);

describe('what stands in a queue', () => {
  it('disagrees where tests, judges or people say right and wrong; "cannot judge" takes no side', () => {
    expect(standsIn('disagreement', facts('a', { judges: ['wrong'] }))).toBe(true);
    expect(standsIn('disagreement', facts('a', { people: ['right', 'wrong'], outcome: 2 }))).toBe(true);
    expect(standsIn('disagreement', facts('a', { judges: ['right'], people: [null] }))).toBe(false);
    expect(standsIn('disagreement', facts('a', { judges: ['right'], outcome: 2 }))).toBe(false);
  });

  it('is suspicious only where it passes', () => {
    expect(standsIn('suspicious', facts('a', { suspicions: ['x'] }))).toBe(true);
    expect(standsIn('suspicious', facts('a', { suspicions: ['x'], outcome: 1 }))).toBe(false);
  });

  it('has no verdict as long as nobody gave one, whatever it was', () => {
    expect(standsIn('no-verdict', facts('a'))).toBe(true);
    expect(standsIn('no-verdict', facts('a', { people: [null] }))).toBe(false);
  });
});

describe('a queue that is drawn', () => {
  it('holds each of its items once, and every one of them that stands in it', () => {
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...queueIds), (all, queue) => {
        const drawn = names(drawQueue(all, draw(queue)));
        expect(new Set(drawn).size).toBe(drawn.length);
        const standing = all.filter((each) => standsIn(queue, each)).map(({ row: { instanceId } }) => instanceId);
        expect([...drawn].sort()).toEqual([...standing].sort());
      }),
    );
  });

  it('mixes agreeing items in with their probability; those that disagree are there for certain', () => {
    const all = Array.from({ length: 2000 }, (_, at) => facts(`i-${at}`, at % 4 === 0 ? { judges: ['wrong'] } : {}));
    const drawn = drawQueue(all, draw('disagreement', 0.3));
    const mixed = drawn.filter(({ probability }) => probability !== 1);
    expect(drawn.length - mixed.length).toBe(500);
    expect(mixed.every(({ probability }) => probability === 0.3)).toBe(true);
    expect(Math.abs(mixed.length / 1500 - 0.3)).toBeLessThan(0.05);
    // Weighted by one over their probability they stand for all agreeing items.
    expect(Math.abs(mixed.length / 0.3 - 1500)).toBeLessThan(200);
  });

  it('with everything mixed in tells by the order of none whether it disagrees', () => {
    const all = Array.from({ length: 400 }, (_, at) => facts(`i-${at}`, at < 200 ? { judges: ['wrong'] } : {}));
    const drawn = names(drawQueue(all, draw('disagreement', 1)));
    const early = drawn.slice(0, 200).filter((name) => Number(name.slice(2)) < 200).length;
    expect(early).toBeGreaterThan(70);
    expect(early).toBeLessThan(130);
  });

  it('is the same whatever the order of the files, and another by another seed', () => {
    fc.assert(
      fc.property(anyFacts, (all) => {
        const one = drawQueue(all, draw('disagreement', 0.5));
        const other = drawQueue([...all].reverse(), draw('disagreement', 0.5));
        expect(names(other)).toEqual(names(one));
      }),
    );
    const all = Array.from({ length: 30 }, (_, at) => facts(`i-${at}`));
    expect(names(drawQueue(all, draw('no-verdict', 0, 'a')))).not.toEqual(
      names(drawQueue(all, draw('no-verdict', 0, 'b'))),
    );
  });

  it('begins with what fewest people have judged', () => {
    const all = [facts('two', { people: ['right', 'wrong'] }), facts('none', { judges: ['wrong'] })];
    expect(names(drawQueue(all, draw('disagreement')))).toEqual(['none', 'two']);
    expect(names(drawQueue(all, draw('all')))).toEqual(['two', 'none']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timelineOf } from '../../../../../../src/core/run/trajectory/timeline/timeline';
import type { AgentLane } from '../../../../../../src/core/run/trajectory/trajectory';
import { stepEntry } from '../../../../../fakes/stepEntry';

const lane = (agentId: string, depth = 0): AgentLane => ({
  agentId,
  parentCallId: null,
  depth,
  kind: depth === 0 ? 'main' : 'subagent',
  name: null,
});

const timed = (idx: number, startedAt: number, endedAt: number, given = {}) =>
  stepEntry(idx, { startedAt, endedAt, durationMs: endedAt - startedAt, ...given });

describe('a timeline', () => {
  it("parts a step's time between the model and the environment, with its exit code", () => {
    const { axis, lanes, container } = timelineOf(
      [lane('main')],
      [
        timed(1, 0, 400, { environmentMs: 100 }),
        timed(2, 500, 1000, { environmentMs: 250, isError: true, exitCode: 2 }),
      ],
      100,
    );
    expect(axis).toEqual({ kind: 'time', start: 0, end: 1000 });
    expect(lanes[0]?.bars.map(({ from, to }) => [from, to])).toEqual([
      [0, 30],
      [50, 75],
    ]);
    expect(container?.map(({ from, to, failed, exitCode }) => [from, to, failed, exitCode])).toEqual([
      [30, 40, false, null],
      [75, 100, true, 2],
    ]);
  });

  it('puts lost replies between the step before and the one that came after them', () => {
    const notices = [
      { kind: 'missing-reply', text: 'gone' },
      { kind: 'format-error', text: 'a' },
      { kind: 'format-error', text: 'b' },
    ] as const;
    const { lost } = timelineOf([lane('main')], [timed(1, 0, 200), timed(2, 600, 1000, { notices })], 100);
    expect(lost).toMatchObject([{ from: 20, to: 60, count: 2, first: 2 }]);
  });

  it('gives steps the same width where times are not recorded, and no container of which nothing is known', () => {
    const { axis, lanes, container } = timelineOf(
      [lane('main')],
      [1, 2, 3, 4].map((idx) => stepEntry(idx)),
      100,
    );
    expect(axis).toEqual({ kind: 'steps', steps: 4, pauseMs: null });
    expect(lanes[0]?.bars.map(({ from, to }) => [from, to])).toEqual([
      [0, 25],
      [25, 50],
      [50, 75],
      [75, 100],
    ]);
    expect(container).toBeNull();
  });

  it('gives steps the same width where one pause would take all of it, and says how long it is', () => {
    const year = 365 * 86_400_000;
    const steps = [timed(1, 0, 1000), timed(2, 2000, 3000), timed(3, year, year + 1000)];
    expect(timelineOf([lane('main')], steps, 100).axis).toEqual({ kind: 'steps', steps: 3, pauseMs: year - 3000 });
    const slow = [timed(1, 0, 1000), timed(2, 1_200_000, 1_201_000)];
    expect(timelineOf([lane('main')], slow, 100).axis.kind).toBe('time');
  });

  it('has a lane for each agent that speaks, with its depth, also for one that the head does not name', () => {
    const steps = [timed(1, 0, 10), timed(2, 10, 20, { agentId: 'sub' }), timed(3, 20, 30, { agentId: 'other' })];
    const { lanes } = timelineOf([lane('main'), lane('sub', 1), lane('silent', 1)], steps, 100);
    expect(lanes.map(({ agentId, depth }) => [agentId, depth])).toEqual([
      ['main', 0],
      ['sub', 1],
      ['other', 0],
    ]);
  });

  it('never holds more bars than pixels, loses no step and no failure, whatever the times', () => {
    const time = fc.option(fc.integer({ min: 0, max: 10_000 }));
    fc.assert(
      fc.property(
        fc.array(fc.record({ startedAt: time, endedAt: time, isError: fc.boolean() }), {
          minLength: 1,
          maxLength: 400,
        }),
        fc.integer({ min: 1, max: 50 }),
        (given, width) => {
          const steps = given.map((one, at) => stepEntry(at + 1, one));
          const { lanes } = timelineOf([lane('main')], steps, width);
          const bars = lanes.flatMap((one) => one.bars);
          expect(bars.length).toBeLessThanOrEqual(width + 1);
          expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(steps.length);
          expect(bars.some(({ failed }) => failed)).toBe(steps.some(({ isError }) => isError));
          for (const { from, to } of bars) expect(from >= 0 && from <= to && to <= width).toBe(true);
        },
      ),
    );
  });
});

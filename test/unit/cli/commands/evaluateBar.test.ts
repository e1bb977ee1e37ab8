import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barLine, sparseLine } from '../../../../src/cli/commands/evaluateBar';
import { EvaluateScreen, type Streams } from '../../../../src/cli/commands/evaluateScreen';
import type { RunProgress } from '../../../../src/core/run/schedule/runProgress';

const progress = (changes: Partial<RunProgress> = {}): RunProgress => ({
  id: 'try-1',
  runId: 'try',
  state: 'running',
  total: 40,
  done: 10,
  kept: 2,
  resolved: 6,
  unresolved: 3,
  scored: 0,
  noVerdict: 1,
  running: [{ instanceId: 'a__b-1', model: 'm', repeat: 1, phase: 'running the tests', sinceMs: 5 }],
  waiting: 29,
  elapsedMs: 1000,
  leftMs: 125_000,
  fault: null,
  ...changes,
});

describe('the bar', () => {
  it('says what is done, how it came out, and what is left', () => {
    expect(barLine(progress(), 120, false)).toBe(
      '[#####...............] 10/40  6 resolved  3 unresolved  1 no verdict  1 running  2 min left',
    );
    expect(barLine(progress({ done: 40, running: [], leftMs: 0 }), 120, false)).toBe(
      '[####################] 40/40  6 resolved  3 unresolved  1 no verdict',
    );
    expect(barLine(progress({ state: 'paused', leftMs: null }), 120, false)).toContain('10/40  paused  6 resolved');
  });

  it('never fills a line, whatever the width and the numbers', () => {
    const n = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 200 }), n, n, n, (columns, done, resolved, leftMs) => {
        const line = barLine(progress({ done, resolved, leftMs, total: done + 5 }), columns, false);
        expect(line.length).toBeLessThan(Math.max(columns, `${done}/${done + 5}`.length));
      }),
    );
    expect(barLine(progress(), 30, false)).toBe('10/40  6 resolved');
  });

  it('has colours, and none where none are wanted', () => {
    expect(barLine(progress(), 120, true)).toContain('\u001b[32m6 resolved\u001b[39m');
    expect(barLine(progress(), 120, false)).not.toContain('\u001b');
  });
});

const screenOf = (isTerminal: boolean, json: boolean) => {
  const printed: string[] = [];
  const streams: Streams = {
    out: (text) => printed.push(`out ${text}`),
    err: (text) => printed.push(`err ${text}`),
    isTerminal,
    columns: () => 40,
    withColor: false,
  };
  return { screen: new EvaluateScreen(streams, json), printed };
};

const bar = 'err 10/40  6 resolved  3 unresolved';
const clear = 'err \r\u001b[2K';

describe('the screen', () => {
  it('on a terminal takes the bar away before a line and draws it again after, five times a second at most', () => {
    const { screen, printed } = screenOf(true, false);
    screen.progress(progress());
    screen.progress(progress({ done: 11 }));
    screen.result('a line\n');
    screen.end();
    expect(printed).toEqual([bar, clear, 'out a line\n', bar.replace('10/', '11/'), clear]);
  });

  it('elsewhere with --json tells it as JSON lines, the last one where the run ended', () => {
    const { screen, printed } = screenOf(false, true);
    for (let done = 10; done < 20; done++) screen.progress(progress({ done }));
    screen.result('{}\n');
    screen.phase('preparing');
    screen.end();
    const told = printed.filter((line) => line.startsWith('err ')).map((line) => JSON.parse(line.slice(4)));
    expect(told.map(({ progress: { done } }) => done)).toEqual([10, 19]);
    expect(printed).toContain('out {}\n');
  });

  it('elsewhere says what is being done, and no bar', () => {
    const { screen, printed } = screenOf(false, false);
    screen.progress(progress());
    screen.phase('a__b-1 m: pulling \u001b[2J');
    screen.end();
    expect(printed).toEqual(['err a__b-1 m: pulling \\u{1b}[2J\n']);
    expect(sparseLine(progress())).toBe('10/40, 6 resolved, 3 unresolved, 1 no verdict, 1 running, 2 min left');
  });
});

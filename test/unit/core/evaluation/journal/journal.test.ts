import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJournal } from '../../../../../src/core/evaluation/journal/readJournal';
import { runStateOf } from '../../../../../src/core/evaluation/journal/runState';
import type { JournalEvent } from '../../../../../src/core/evaluation/record';
import { itemName } from '../../../../../src/core/run/schedule/runBoard';

const wish = {
  datasetPath: '/d.jsonl',
  predictions: { kind: 'files', paths: ['/a.jsonl', '/b.jsonl'] },
  instanceIds: [],
  runId: null,
  rules: 'swebench-v5',
  timeoutMs: 1000,
  workers: null,
  repeats: 2,
  again: 'no-verdict',
  settings: { images: { a: 'b' }, testCommands: {}, repositories: {}, repository: { kind: 'bundle', path: '/b' } },
  backend: 'docker',
  endpoint: null,
} as const;

const opened = (resumed = false): JournalEvent => ({
  kind: 'opened',
  at: '2026-11-30T10:00:00Z',
  wish,
  runs: ['r'],
  total: 4,
  kept: 1,
  resumed,
});

const event = (kind: 'intent' | 'started' | 'result' | 'removed', instanceId: string): JournalEvent => ({
  kind,
  instanceId,
  model: 'm',
  repeat: 1,
  at: '2026-11-30T10:00:01Z',
  patchSha256: 'x',
  rules: 'swebench-v5',
});

const text = (events: readonly JournalEvent[]): string => events.map((one) => `${JSON.stringify(one)}\n`).join('');
const nameOf = (instanceId: string) => itemName({ instanceId, model: 'm', repeat: 1 });

describe('a journal', () => {
  it('is read as it was written, the wish too', () => {
    const events = [
      opened(),
      event('intent', 'a'),
      { kind: 'paused', at: 'x' },
      { kind: 'closed', at: 'y', reason: 'done' },
    ];
    expect(readJournal(text(events as JournalEvent[]))).toEqual({ events, broken: 0 });
  });

  it('a torn last line, an empty one and what is no event cost nothing else', () => {
    const whole = text([opened(), event('intent', 'a')]);
    const torn = text([event('result', 'a')]).slice(0, 20);
    const { events, broken } = readJournal(`${whole}\n{"kind":"else"}\n[]\nnull\n${torn}`);
    expect([events.map(({ kind }) => kind), broken]).toEqual([['opened', 'intent'], 4]);
  });

  it('cut anywhere, all events before the cut are read', () => {
    const all = [opened(), event('intent', 'ä'), event('started', 'ä'), event('result', 'ä'), event('removed', 'ä')];
    const whole = text(all);
    fc.assert(
      fc.property(fc.nat(whole.length), (at) => {
        const ends = whole.slice(0, at).split('\n').length - 1;
        const { events } = readJournal(whole.slice(0, at));
        expect(events.length - ends).toBeLessThanOrEqual(1);
        expect(events).toEqual(all.slice(0, events.length));
        expect(events.length).toBeGreaterThanOrEqual(ends);
      }),
    );
  });

  it('folds to what is open and what has a result since the run began', () => {
    const state = runStateOf([
      opened(),
      event('intent', 'a'),
      event('result', 'a'),
      event('intent', 'b'),
      opened(true),
      event('intent', 'c'),
      event('result', 'c'),
    ]);
    expect([...state.results.keys()]).toEqual([nameOf('a'), nameOf('c')]);
    expect([...state.open.keys()]).toEqual([nameOf('b')]);
    expect([state.began?.kept, state.closed]).toEqual([1, null]);
  });

  it('begins anew with an opening that resumes nothing', () => {
    const closed: JournalEvent = { kind: 'closed', at: 'x', reason: 'cancelled' };
    const before = runStateOf([opened(), event('result', 'a'), closed]);
    expect([before.closed, before.results.size]).toEqual(['cancelled', 1]);
    const after = runStateOf([opened(), event('result', 'a'), closed, opened()]);
    expect([after.closed, after.results.size]).toEqual([null, 0]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Remote } from '../../../../src/protocol/rpc';
import type { Submission, SubmitResult, VerdictHostApi, VerdictItem } from '../../../../src/protocol/verdict';
import { Desk } from '../../../../webview/verdict/desk';
import type { Kept } from '../../../../webview/verdict/deskState';
import { withTyped } from '../../../../webview/verdict/textEvidence';
import { contextWith, rubricOf } from '../../core/review/patchReview';

const rubric = rubricOf('patch-review');

const itemWith = (more: Partial<VerdictItem> = {}): VerdictItem => ({
  ...{ subject: 's', presentation: 'p1', instanceId: 'i07', label: 'A', queue: 'Mine', statement: 'words' },
  ...{ position: { index: 2, total: 6 }, pace: { medianMs: 52_000, today: 5, leftMs: 240_000 } },
  ...{ hidden: ['model', 'judge'], shown: ['gold'], rubric, rubricHash: 'd'.repeat(64), context: contextWith() },
  ...{ draft: null, saved: null, history: [], revealed: null, activeMs: 0 },
  ...more,
});

const savedItem = (answers: Submission['answers']): VerdictItem =>
  itemWith({
    saved: { event: 'e1', at: '2026-11-30T14:02:11+01:00', answers },
    revealed: [{ name: 'Tests', value: 'resolved', mark: 'resolved', detail: null }],
  });

/** A desk over a host that answers as told; the clock and the kept state are in hand. */
const deskWith = (answers: Partial<Record<keyof VerdictHostApi, (argument: never) => unknown>> = {}) => {
  const calls: [string, unknown][] = [];
  const clock = { ms: 0 };
  let kept: unknown = null;
  const focused: string[] = [];
  const host = new Proxy({} as Remote<VerdictHostApi>, {
    get: (_target, name: string) => async (argument: never) => {
      calls.push([name, argument]);
      const answer = answers[name as keyof VerdictHostApi];
      return answer ? answer(argument) : name === 'load' ? { kind: 'item', item: itemWith() } : null;
    },
  });
  const desk = new Desk({
    ...{ host, now: () => clock.ms, kept: () => kept, changed: () => undefined },
    keep: (state) => {
      kept = structuredClone(state);
    },
    focusText: (place) => focused.push(place),
  });
  return {
    desk,
    calls,
    clock,
    focused,
    keptNow: () => kept as Kept,
    named: (name: string) => calls.filter(([n]) => n === name),
  };
};

const settled = () => vi.advanceTimersByTimeAsync(0);
const keys = (desk: Desk, row: string) => {
  for (const key of row.split(' ')) desk.press(key);
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the verdict view', () => {
  it('rates by keys alone, submits, and says Saved only when the host did', async () => {
    let answer: (result: SubmitResult) => void = () => undefined;
    const { desk, named } = deskWith({
      next: () => ({ kind: 'none', message: 'Queue is empty' }),
      submit: () =>
        new Promise<SubmitResult>((resolve) => {
          answer = resolve;
        }),
    });
    await desk.load();
    keys(desk, 'y y 1 0 1 4 Ctrl+Enter');
    await settled();
    expect(desk.state).toMatchObject({ busy: true, mode: 'rating' });
    expect(desk.state.foot.text).not.toBe('Saved');
    expect(named('submit')).toHaveLength(1);
    const submission = named('submit')[0]?.[1] as Submission;
    expect(submission).toMatchObject({ presentation: 'p1', amends: null, confirmed: [] });
    answer({ kind: 'saved', item: savedItem(submission.answers) });
    await settled();
    expect(desk.state).toMatchObject({ mode: 'saved', busy: false, foot: { text: 'Saved', kind: 'saved' } });
    desk.press('n');
    expect(desk.state.answers).toEqual(submission.answers);
    desk.press('Ctrl+Enter');
    await settled();
    expect(named('next')).toHaveLength(1);
  });

  it('goes straight to the next item where nothing is revealed', async () => {
    const { desk } = deskWith({
      submit: ({ answers }: Submission) => ({ kind: 'saved', item: { ...savedItem(answers), revealed: null } }),
      next: () => ({ kind: 'item', item: itemWith({ presentation: 'p2' }) }),
    });
    await desk.load();
    keys(desk, 'y y 1 0 1 4 Ctrl+Enter');
    await settled();
    expect(desk.state).toMatchObject({ mode: 'rating', shown: { item: { presentation: 'p2' } } });
    expect(desk.state.foot).toEqual({ text: 'Saved', kind: 'saved' });
  });

  it('opens the counterexample where No needs one, and goes on after it', async () => {
    const { desk, focused } = deskWith();
    await desk.load();
    keys(desk, 'y n');
    expect(focused).toEqual(['evidence general']);
    const typed = { kind: 'text' as const, input: '[30-40,10-20]', expected: '0-10 20-30', got: '0-30 40-100' };
    desk.change(withTyped(desk.state.answers, 'general', 0, typed));
    desk.leaveText('general');
    expect(desk.state.stop).toMatchObject({ id: 'complete' });
  });

  it('names what is missing and goes there', async () => {
    const { desk, named } = deskWith();
    await desk.load();
    keys(desk, 'y y Ctrl+Enter');
    expect(desk.state.messages).toContain('overall: not answered.');
    expect(desk.state.stop).toMatchObject({ id: 'complete' });
    expect(named('submit')).toHaveLength(0);
  });

  it('keeps a draft shortly after a change, and says when', async () => {
    const { desk, named } = deskWith({ saveDraft: () => ({ at: '2026-11-30T14:02:31.000+01:00' }) });
    await desk.load();
    keys(desk, 'y y');
    await vi.advanceTimersByTimeAsync(1000);
    expect(named('saveDraft')).toHaveLength(1);
    expect(desk.state.foot).toEqual({ text: 'Draft saved 14:02:31', kind: 'saved' });
  });

  it('says why a save failed and keeps every answer', async () => {
    const message = 'Not saved: disk full. Draft kept; free space, then press again.';
    const { desk } = deskWith({ submit: () => ({ kind: 'notSaved', message }) });
    await desk.load();
    keys(desk, 'y y 1 0 1 4');
    const { answers } = desk.state;
    desk.press('Ctrl+Enter');
    await settled();
    expect(desk.state).toMatchObject({ mode: 'rating', busy: false, foot: { text: message, kind: 'error' }, answers });
  });

  it("asks the host's question and submits on a yes", async () => {
    const results = [
      { kind: 'ask', id: 'unopened', text: '1 file not opened. Submit anyway?' },
      { kind: 'refused', messages: ['no'] },
    ];
    const { desk, named } = deskWith({ submit: () => results.shift() });
    await desk.load();
    keys(desk, 'y y 1 0 1 4 Ctrl+Enter');
    await settled();
    expect(desk.state.panel).toMatchObject({ kind: 'ask', id: 'unopened' });
    desk.press('Ctrl+Enter');
    await settled();
    expect(named('submit')[1]?.[1]).toMatchObject({ confirmed: ['unopened'] });
    expect(desk.state.messages).toEqual(['no']);
  });

  it('amends with a reason, and not without (M8)', async () => {
    const { desk, named, focused } = deskWith({
      submit: ({ answers }: Submission) => ({ kind: 'saved', item: savedItem(answers) }),
    });
    await desk.load();
    keys(desk, 'y y 1 0 1 4 Ctrl+Enter');
    await settled();
    desk.press('u');
    expect(desk.state.panel).toEqual({ kind: 'undo', reason: '' });
    desk.beginAmend();
    keys(desk, 'd 5 Ctrl+Enter');
    expect(desk.state.messages).toEqual(['An amendment needs a reason.']);
    expect(focused.at(-1)).toBe('amend');
    desk.amendReason('sorted holes only');
    desk.press('Ctrl+Enter');
    await settled();
    expect(named('submit')[1]?.[1]).toMatchObject({
      amends: { event: 'e1', reason: 'sorted holes only' },
      answers: { taskDefect: ['tests_too_wide'] },
    });
    expect(desk.state.mode).toBe('saved');
  });

  it('drops an amendment on u, and the verdict stands as it was', async () => {
    const { desk } = deskWith({ load: () => ({ kind: 'item', item: savedItem({ ...emptied(), note: 'stands' }) }) });
    await desk.load();
    desk.press('u');
    desk.beginAmend();
    keys(desk, 'y y');
    desk.press('u');
    await settled();
    expect(desk.state).toMatchObject({ mode: 'saved', answers: { note: 'stands', criteria: {} } });
  });

  it('retracts and skips with a reason only', async () => {
    const { desk, named } = deskWith({
      retract: () => ({ kind: 'saved', item: itemWith() }),
      skip: () => ({ kind: 'saved', item: itemWith() }),
      next: () => ({ kind: 'none', message: 'Queue is empty' }),
      lastVerdict: () => savedItem(emptied()),
    });
    await desk.load();
    desk.press('u');
    await settled();
    await desk.retract();
    expect(desk.state.messages).toEqual(['A retraction needs a reason.']);
    desk.reason('a slip');
    await desk.retract();
    expect(named('retract')[0]?.[1]).toEqual({ presentation: 'p1', event: 'e1', reason: 'a slip' });
    desk.press('s');
    await desk.skip();
    expect(desk.state.messages).toEqual(['Skipping needs a reason.']);
    desk.reason('mine');
    desk.press('Ctrl+Enter');
    await settled();
    expect(named('skip')[0]?.[1]).toMatchObject({ reason: 'mine' });
    expect(desk.state.shown).toEqual({ kind: 'none', message: 'Queue is empty' });
  });

  it('says where there is nothing to undo, and what the host could not do', async () => {
    const { desk } = deskWith({ openStatement: () => Promise.reject(new Error('gone')) });
    await desk.load();
    desk.press('u');
    await settled();
    expect(desk.state.foot.text).toBe('No verdict of this session to undo.');
    desk.openStatement();
    await settled();
    expect(desk.state.foot).toEqual({ text: 'gone', kind: 'error' });
  });

  it('comes back after a reload with answers, place and time', async () => {
    const first = deskWith();
    await first.desk.load();
    first.clock.ms = 20_000;
    keys(first.desk, 'y y');
    const kept = first.keptNow();
    const { desk, clock, keptNow } = deskWith();
    desk.show({ kind: 'none', message: '' });
    Object.assign(desk, { ports: { ...(desk as unknown as { ports: object }).ports, kept: () => kept } });
    await desk.load();
    expect(desk.state).toMatchObject({ answers: kept.answers, stop: kept.stop, mode: 'rating' });
    clock.ms += 10_000;
    expect(desk.activeMs()).toBe(30_000);
    expect(keptNow().presentation).toBe('p1');
  });

  it('does not show what was kept of another item', async () => {
    const { desk } = deskWith({ load: () => ({ kind: 'item', item: itemWith({ presentation: 'p2' }) }) });
    Object.assign(desk, {
      ports: {
        ...(desk as unknown as { ports: object }).ports,
        kept: () => ({ presentation: 'p1', answers: {}, activity: [] }),
      },
    });
    await desk.load();
    expect(desk.state.answers.criteria).toEqual({});
  });

  it('leaves idle time out of the timer', async () => {
    const { desk, clock } = deskWith();
    await desk.load();
    clock.ms = 30_000;
    desk.press('y');
    clock.ms = 200_000;
    expect(desk.activeMs()).toBe(30_000);
    desk.press('y');
    clock.ms = 210_000;
    expect(desk.activeMs()).toBe(40_000);
  });

  it('takes evidence for the focused criterion, and shows an error from the host as words', async () => {
    const evidence = {
      kind: 'diff',
      path: 'a',
      side: 'model',
      range: null,
      contentHash: null,
      contextHashes: [],
      label: 'a 3',
    };
    const { desk, named } = deskWith({ addEvidence: () => evidence });
    await desk.load();
    desk.press('n');
    desk.press('e');
    await settled();
    expect(named('addEvidence')[0]?.[1]).toEqual({ presentation: 'p1', criterion: 'correct' });
    expect(desk.state.stop).toMatchObject({ id: 'complete' });
    const failing = deskWith({ load: () => Promise.reject(new Error('no worker')) });
    await failing.desk.load();
    expect(failing.desk.state.shown).toEqual({ kind: 'error', message: 'no worker' });
  });
});

function emptied(): Submission['answers'] {
  const blank = { given: null, evidence: [], severity: null, confidence: null };
  return {
    ...{ criteria: {}, overall: blank, confidence: null, taskDefect: [], failureMode: null },
    ...{ note: '', replies: {}, lockedStages: [] },
  };
}

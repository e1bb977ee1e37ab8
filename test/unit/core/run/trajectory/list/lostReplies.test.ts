import { describe, expect, it } from 'vitest';
import { lostReplies } from '../../../../../../src/core/run/trajectory/list/lostReplies';
import type { Notice } from '../../../../../../src/core/run/trajectory/step';
import { stepEntry } from '../../../../../fakes/stepEntry';

const of = (...kinds: readonly Notice['kind'][]) =>
  lostReplies(stepEntry(1, { notices: kinds.map((kind) => ({ kind, text: `said of ${kind}` })) }));

describe('replies lost before a step', () => {
  it('are counted by the format errors that stand for them', () => {
    expect(of('missing-reply', 'format-error', 'format-error')).toEqual({
      count: 2,
      text: '2 format errors, replies not stored',
    });
    expect(of('missing-reply', 'format-error')?.text).toBe('1 format error, reply not stored');
  });

  it('are said in the words of the file where nothing counts them', () => {
    expect(of('missing-reply')).toEqual({ count: 1, text: 'said of missing-reply' });
    expect(of('requery', 'requery')).toEqual({ count: 2, text: '2 replies asked for again' });
  });

  it('are none for a step whose own reply is there, or that is itself the lost one', () => {
    expect(of('format-error')).toBeNull();
    expect(of()).toBeNull();
    const notices = [{ kind: 'missing-reply', text: 'gone' }] as const;
    expect(lostReplies(stepEntry(1, { notices, preview: 'gone' }))).toBeNull();
    expect(lostReplies(stepEntry(1, { notices, role: 'system' }))).toBeNull();
  });
});

import type { StepEntry } from '../trajectoryIndex';

type Told = Pick<StepEntry, 'role' | 'preview' | 'notices'>;

/** Replies of the model that were asked for before a step and are not in the file. */
export interface LostReplies {
  readonly count: number;
  readonly text: string;
}

/**
 * Replies that were lost or asked for again before the reply of an agent's step; null where none. A step that is itself
 * nothing but a lost reply has no row of lost ones before it.
 */
export const lostReplies = ({ role, preview, notices }: Told): LostReplies | null => {
  if (role !== 'agent' || notices.length === 0) return null;
  const of = (kind: string) => notices.filter((notice) => notice.kind === kind);
  const [missing, unread, again] = [of('missing-reply'), of('format-error'), of('requery')];
  const first = missing[0] ?? again[0];
  if (first === undefined || first.text === preview) return null;
  if (missing.length === 0) return { count: again.length, text: `${words(again.length, 'reply')} asked for again` };
  if (unread.length === 0) return { count: missing.length, text: first.text };
  const one = unread.length === 1;
  return {
    count: unread.length,
    text: `${words(unread.length, 'format error')}, ${one ? 'reply' : 'replies'} not stored`,
  };
};

const words = (n: number, one: 'reply' | 'format error'): string =>
  n === 1 ? `1 ${one}` : `${n} ${one === 'reply' ? 'replies' : 'format errors'}`;

import { booleanAt, isFields, listAt, textAt, valueAt } from '../../fields';
import type { NoticeKind } from '../../step';
import { blocksOf, isResult, textOf } from './content';

/** What a line of a session or stream is to the reader. */
export type LineKind =
  | { readonly kind: 'said' }
  | { readonly kind: 'answers' }
  /** A step of its own; `turn`: it is a message, after which the model begins anew. */
  | {
      readonly kind: 'told';
      readonly role: 'user' | 'system';
      readonly turn: boolean;
      readonly notice: NoticeKind | null;
      readonly words: string | null;
    }
  | { readonly kind: 'skip'; readonly name: string };

const told = (
  role: 'user' | 'system',
  turn: boolean,
  notice: NoticeKind | null = null,
  words: string | null = null,
): LineKind => ({ kind: 'told', role, turn, notice, words });

const unread = (why: string): LineKind => told('system', false, 'not-read', why);

const assistantKind = (line: unknown): LineKind => {
  if (blocksOf(valueAt(line, 'message')) === null)
    return unread('a message of the model without content that is known');
  const synthetic = textAt(line, 'message', 'model') === '<synthetic>';
  const failed = booleanAt(line, 'isApiErrorMessage') === true;
  return failed || synthetic ? told('system', true, failed ? 'missing-reply' : null) : { kind: 'said' };
};

const compacted = 'What went before was replaced by this summary';

const userKind = (line: unknown): LineKind => {
  const blocks = blocksOf(valueAt(line, 'message'));
  if (blocks === null) return unread('a message of the user without content that is known');
  if (blocks.some((block) => !isFields(block) && typeof block !== 'string'))
    return unread('content of an unknown kind');
  if (booleanAt(line, 'isCompactSummary') === true) return told('system', true, 'compaction', compacted);
  if (blocks.some(isResult)) return { kind: 'answers' };
  return told(booleanAt(line, 'isMeta') === true ? 'system' : 'user', true);
};

const systemKind = (line: unknown): LineKind => {
  const subtype = textAt(line, 'subtype') ?? 'system';
  if (subtype === 'compact_boundary') return told('system', false, 'compaction');
  if (subtype === 'api_error' || subtype === 'error') return told('system', false, 'missing-reply');
  const hooked = listAt(line, 'hookErrors').length > 0 || booleanAt(line, 'preventedContinuation') === true;
  if (subtype === 'stop_hook_summary' && hooked)
    return told('system', false, 'hook', 'A hook failed or stopped the turn');
  if ((textAt(line, 'content') ?? '') !== '') return told('system', false);
  return { kind: 'skip', name: `system ${subtype}` };
};

const failedHooks =
  /^hook_(?:blocking_error|non_blocking_error|error_during_execution|cancelled|stopped_continuation)$/;

const attachmentKind = (line: unknown): LineKind => {
  const type = textAt(line, 'attachment', 'type') ?? 'of an unknown kind';
  if (failedHooks.test(type)) return told('system', false, 'hook');
  const queued = type === 'queued_command' && textAt(line, 'attachment', 'prompt') !== null;
  return queued ? told('user', false) : { kind: 'skip', name: `attachment ${type}` };
};

/** What this line of a Claude Code session or stream is. Any value may come. */
export const lineKindOf = (line: unknown): LineKind => {
  const type = textAt(line, 'type');
  if (type === null) return unread('no line of a session: it has no type');
  if (type === 'assistant') return assistantKind(line);
  if (type === 'user') return userKind(line);
  if (type === 'system') return systemKind(line);
  if (type === 'attachment') return attachmentKind(line);
  return { kind: 'skip', name: type };
};

/** Whether a user's line says that the turn was stopped by hand. */
export const isInterruption = (line: unknown): boolean =>
  textOf(blocksOf(valueAt(line, 'message')) ?? []).startsWith('[Request interrupted by user');

import { blankStep } from '../../blank';
import { type Fields, isFields, textAt, timeAt } from '../../fields';
import type { Notice, Observation, Step } from '../../step';
import type { RawRecord, StepGroup } from '../../trajectoryFormat';
import { hasFailedReply, messageText, miniMessageKind } from './miniMessage';
import { type MiniReply, miniReply } from './miniReply';
import { looksLikeResult, recordedResult, shownResult } from './miniResult';

const notRead = (text: string): Notice => ({ kind: 'not-read', text });

const timeOfMessage = (message: Fields): number | null =>
  timeAt(message, 'extra', 'timestamp') ?? timeAt(message, 'timestamp');

/** A run of a single turn ends so where nothing could be taken out of the reply. */
const isRefused = (message: Fields): boolean => textAt(message, 'extra', 'exit_status') === 'ExtractionFailed';

/** Puts the messages of one turn together. */
class MiniTurn {
  private reply: MiniReply | null = null;
  private role: Step['role'] | null = null;
  private said = '';
  private endedAt: number | null = null;
  private unkept = 0;
  private answers = 0;
  private readonly observations: Observation[] = [];
  private readonly notices: Notice[] = [];

  add(record: RawRecord): void {
    const message = record.value;
    if (record.note !== undefined) this.notices.push(notRead(record.note));
    if (record.broken !== null) this.notices.push(notRead(record.broken));
    else if (isFields(message)) this.take(message);
    else this.notices.push(notRead('A message is an object; this is none.'));
  }

  private take(message: Fields): void {
    const kind = miniMessageKind(message);
    this.endedAt = timeOfMessage(message) ?? this.endedAt;
    if (kind === 'reply') this.reply = miniReply(message);
    else if (kind === 'formatError') this.formatError(message);
    else if (kind === 'result')
      for (const each of recordedResult(message, this.callIdOf(message))) this.observations.push(each);
    else if (kind === 'other') this.notices.push(notRead('A message of a role that is not known.'));
    else this.spoken(message, kind);
    this.sayUnread(kind === 'reply' ? (this.reply?.unread ?? []) : messageText(message).unread);
  }

  /** The call that a message answers: by its id, else the first that none has answered yet. */
  private callIdOf(message: Fields): string | null {
    const next = this.reply?.calls[this.answers]?.id ?? null;
    this.answers += 1;
    return textAt(message, 'tool_call_id') ?? textAt(message, 'call_id') ?? next;
  }

  private formatError(message: Fields): void {
    if (hasFailedReply(message)) this.reply = miniReply(message);
    else this.unkept += 1;
    this.notices.push({ kind: 'format-error', text: messageText(message).text });
  }

  /** A message without marks: what a command gave, a format error of version 1, or somebody's words. */
  private spoken(message: Fields, kind: 'system' | 'user' | 'exit'): void {
    const { text } = messageText(message);
    if (this.reply === null) {
      this.role = kind === 'user' ? 'user' : 'system';
      this.said = text;
    } else if (isRefused(message) || (kind === 'user' && this.reply.calls.length === 0 && !looksLikeResult(text)))
      this.notices.push({ kind: 'format-error', text });
    else this.observations.push({ ...shownResult(text), callId: this.callIdOf(message) });
    const trace = textAt(message, 'extra', 'traceback');
    if (trace !== null) this.observations.push({ ...shownResult(trace), isError: true });
  }

  private sayUnread(kinds: readonly string[]): void {
    if (kinds.length > 0)
      this.notices.push(notRead(`Parts that are no text are in the raw bytes: ${kinds.join(', ')}.`));
  }

  step(blank: Step): Step {
    const { reply } = this;
    const received = reply?.receivedAt ?? null;
    const lost: readonly Notice[] =
      this.unkept === 0 ? [] : [{ kind: 'missing-reply', text: unkeptWords(this.unkept) }];
    return {
      ...blank,
      role: this.role ?? 'agent',
      startedAt: reply?.createdAt ?? received ?? this.endedAt,
      endedAt: this.endedAt,
      environmentMs: this.observations.length > 0 ? between(received, this.endedAt) : null,
      thought: reply?.thought ?? this.said,
      reasoning: reply?.reasoning ?? null,
      calls: reply?.calls ?? [],
      observations: this.observations,
      usage: reply?.usage ?? null,
      costUsd: reply?.costUsd ?? null,
      notices: [...lost, ...this.notices],
    };
  }
}

const between = (start: number | null, end: number | null): number | null =>
  start === null || end === null || end < start ? null : end - start;

const unkeptWords = (count: number): string =>
  count === 1
    ? 'The reply of one call of the model was not kept; its tokens and cost are not known.'
    : `The replies of ${count} calls of the model were not kept; their tokens and cost are not known.`;

/** The step of a turn's messages; the same for the index and for the display. */
export const buildMiniStep = (group: StepGroup, idx: number): Step => {
  const turn = new MiniTurn();
  for (const record of group.records) turn.add(record);
  return turn.step(blankStep(group, idx));
};

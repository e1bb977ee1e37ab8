import { activeTime, withActivity } from '../../src/core/review/events/activeTime';
import type { ActivityReason } from '../../src/core/review/events/activity';
import type { FormAnswers } from '../../src/core/review/form/answers';
import type { Remote } from '../../src/protocol/rpc';
import type { Shown, SubmitResult, VerdictHostApi } from '../../src/protocol/verdict';
import { type DeskState, type Foot, itemOf, keptOf, loading, showing } from './deskState';
import { withoutBlankText } from './textEvidence';

/** Milliseconds after the last change at which the draft is kept. */
const draftAfter = 400;
/** Idle threshold of the time shown, in milliseconds. */
const idleAfter = 60_000;

export interface DeskPorts {
  readonly host: Remote<VerdictHostApi>;
  /** Milliseconds from any start. */
  now(): number;
  /** State kept over a reload of the page. */
  kept(): unknown;
  keep(state: unknown): void;
  changed(): void;
  /** The text field of a place takes the focus, once it is drawn. */
  focusText(place: string): void;
}

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const clockTime = (at: string): string => /T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at;

/** What is on the desk, kept over reloads and as a draft, and the clock of the work on it. */
export class DeskCore {
  state: DeskState = loading;
  private openedAt = 0;
  private draftTimer: ReturnType<typeof setTimeout> | null = null;

  constructor(protected readonly ports: DeskPorts) {}

  say(text: string, kind: Foot['kind'] = 'info'): void {
    this.set({ foot: { text, kind } });
  }

  /** A sign of life at this moment. */
  note(reason: ActivityReason): void {
    if (this.state.mode === 'saved' || !itemOf(this.state)) return;
    this.state = { ...this.state, activity: withActivity(this.state.activity, reason, this.elapsed()) };
  }

  /** Active milliseconds as they stand now, for the timer. */
  activeMs(): number {
    const now = { reason: 'focus' as const, start: this.elapsed(), end: this.elapsed() };
    const { activity, mode } = this.state;
    return activeTime(mode === 'saved' ? activity : [...activity, now], idleAfter);
  }

  private elapsed(): number {
    return Math.max(0, Math.round(this.ports.now() - this.openedAt));
  }

  protected restartClock(): void {
    this.openedAt = this.ports.now();
  }

  /** Shows what came of a write; true where it was saved. */
  protected async settle(writing: Promise<SubmitResult>, word: string): Promise<boolean> {
    this.stopDraft();
    this.set({ busy: true, messages: [] });
    const result = await writing.catch((error: unknown) => ({ kind: 'notSaved' as const, message: wordsOf(error) }));
    this.set({ busy: false });
    if (result.kind === 'ask') this.set({ panel: { kind: 'ask', id: result.id, text: result.text } });
    else if (result.kind === 'refused') this.set({ messages: result.messages });
    else if (result.kind === 'notSaved') this.say(result.message, 'error');
    else this.begin(showing({ kind: 'item', item: result.item }, null), { text: word, kind: 'saved' });
    return result.kind === 'saved';
  }

  protected async showAnswer(answer: Promise<Shown>): Promise<void> {
    this.flushDraft();
    const shown = await answer.catch((error: unknown) => ({ kind: 'error' as const, message: wordsOf(error) }));
    this.begin(showing(shown, this.ports.kept()));
  }

  protected begin(state: DeskState, foot: Foot = state.foot): void {
    const until = state.activity.at(-1)?.end ?? 0;
    this.openedAt = this.ports.now() - until;
    this.state = { ...state, foot };
    this.note('focus');
    this.store();
  }

  protected set(change: Partial<DeskState>, answers: FormAnswers = this.state.answers): void {
    const changed = answers !== this.state.answers;
    this.state = { ...this.state, answers, ...change };
    if (changed) this.startDraft();
    this.store();
  }

  private store(): void {
    this.ports.keep(keptOf(this.state));
    this.ports.changed();
  }

  private startDraft(): void {
    this.stopDraft();
    if (this.state.mode === 'rating') this.draftTimer = setTimeout(() => this.flushDraft(), draftAfter);
  }

  private stopDraft(): void {
    if (this.draftTimer !== null) clearTimeout(this.draftTimer);
    this.draftTimer = null;
  }

  protected flushDraft(): void {
    const item = itemOf(this.state);
    if (this.draftTimer === null || !item) return;
    this.stopDraft();
    const { answers, activity } = this.state;
    const { presentation } = item;
    const draft = { presentation, answers: withoutBlankText(answers), activity };
    this.ports.host.saveDraft(draft).then(
      ({ at }) => this.say(`Draft saved ${clockTime(at)}`, 'saved'),
      (error: unknown) => this.say(`Draft not saved: ${wordsOf(error)}`, 'error'),
    );
  }

  protected readonly failed = (error: unknown): undefined => this.say(wordsOf(error), 'error') as undefined;
}

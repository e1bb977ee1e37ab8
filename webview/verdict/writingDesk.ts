import { DeskCore } from './deskCore';
import { itemOf } from './deskState';
import { withoutBlankText } from './textEvidence';

/** What is written of an item: submitted, amended, retracted, skipped. */
export class WritingDesk extends DeskCore {
  async submit(): Promise<void> {
    const item = itemOf(this.state);
    if (!item) return;
    const { amendReason, confirmed, mode, activity } = this.state;
    if (mode === 'amending' && amendReason.trim() === '') {
      this.set({ messages: ['An amendment needs a reason.'] });
      return this.ports.focusText('amend');
    }
    const answers = withoutBlankText(this.state.answers);
    const amends = mode === 'amending' && item.saved ? { event: item.saved.event, reason: amendReason } : null;
    const { presentation } = item;
    const submission = { presentation, answers, activity, amends, confirmed };
    if ((await this.settle(this.ports.host.submit(submission), 'Saved')) && !amends) await this.nextIfBare();
  }

  async confirm(id: string): Promise<void> {
    this.set({ panel: null, confirmed: [...this.state.confirmed, id] });
    await this.submit();
  }

  openPanel(kind: 'skip' | 'undo' | 'help'): void {
    this.set({ panel: kind === 'help' ? { kind } : { kind, reason: '' }, messages: [] });
    if (kind !== 'help') this.ports.focusText(kind);
  }

  closePanel(): void {
    this.set({ panel: null, messages: [] });
  }

  reason(reason: string): void {
    const { panel } = this.state;
    if (panel?.kind === 'skip' || panel?.kind === 'undo') this.set({ panel: { ...panel, reason } });
  }

  /** Back to the field: what is typed next must not act on the form. */
  private askReason(field: 'skip' | 'undo', message: string): void {
    this.set({ messages: [message] });
    this.ports.focusText(field);
  }

  amendReason(amendReason: string): void {
    this.set({ amendReason });
  }

  async skip(): Promise<void> {
    const { panel, activity } = this.state;
    const item = itemOf(this.state);
    if (panel?.kind !== 'skip' || !item) return;
    if (panel.reason.trim() === '') return this.askReason('skip', 'Skipping needs a reason.');
    const { presentation } = item;
    if (await this.settle(this.ports.host.skip({ presentation, reason: panel.reason, activity }), 'Skipped'))
      await this.next();
  }

  /** Begins to write over the stored verdict; what stands is changed only by submitting. */
  beginAmend(): void {
    const { panel } = this.state;
    const amendReason = panel?.kind === 'undo' ? panel.reason : '';
    this.restartClock();
    this.set({ mode: 'amending', panel: null, amendReason, activity: [], messages: [] });
    this.say('Amending. Change what is wrong, then submit.');
  }

  async retract(): Promise<void> {
    const { panel } = this.state;
    const item = itemOf(this.state);
    if (panel?.kind !== 'undo' || !item?.saved) return;
    if (panel.reason.trim() === '') return this.askReason('undo', 'A retraction needs a reason.');
    const { presentation, saved } = item;
    const taken = { presentation, event: saved.event, reason: panel.reason };
    const done = await this.settle(this.ports.host.retract(taken), 'Retracted');
    if (done && itemOf(this.state)?.saved) this.say('Retracted. What was said before stands again.', 'saved');
  }

  /** Goes on at once where the verdict revealed nothing that wants reading. */
  private async nextIfBare(): Promise<void> {
    if ((itemOf(this.state)?.revealed ?? []).length > 0) return;
    const { foot } = this.state;
    await this.next();
    this.say(foot.text, foot.kind);
  }

  async next(): Promise<void> {
    await this.showAnswer(this.ports.host.next(undefined));
  }
}

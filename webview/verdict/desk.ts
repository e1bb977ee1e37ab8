import { answerTo, type Evidence, type FormAnswers } from '../../src/core/review/form/answers';
import { formState } from '../../src/core/review/form/formState';
import { kindWords, takenAs } from '../../src/core/review/form/takesEvidence';
import type { KeyEffect } from '../../src/core/review/keys/keyState';
import { afterEvidence, firstStop, press } from '../../src/core/review/keys/press';
import type { Stop } from '../../src/core/review/keys/stops';
import type { Criterion } from '../../src/core/review/rubric/rubric';
import type { Shown, VerdictItem } from '../../src/protocol/verdict';
import { AidedDesk } from './aidedDesk';
import { itemOf, keyStateOf, placeKey, showing } from './deskState';
import { withEvidence, withOpenText } from './textEvidence';

const criterionOf = ({ rubric }: VerdictItem, id: string): Criterion | null =>
  id === 'overall' ? rubric.overall : (rubric.criteria.find((one) => one.id === id) ?? null);

/** The verdict view without its drawing: one item, what is answered, and what goes to the host. */
export class Desk extends AidedDesk {
  async load(): Promise<void> {
    await this.showAnswer(this.ports.host.load(undefined));
  }

  show(shown: Shown): void {
    this.flushDraft();
    this.begin(showing(shown, this.ports.kept()));
  }

  /** A key outside text fields, as `KeyboardEvent.key`; false where it means nothing here. */
  press(key: string): boolean {
    const item = itemOf(this.state);
    const { panel } = this.state;
    if (panel) return this.pressInPanel(key);
    if (!item || this.state.busy) return false;
    this.note('keys');
    const pressed = press(keyStateOf(this.state, item), key);
    this.set({ stop: pressed.state.stop }, pressed.state.answers);
    for (const effect of pressed.effects) this.act(effect, item);
    return pressed.handled;
  }

  goTo(stop: Stop): void {
    this.set({ stop });
  }

  /** Changed answers from a click or a text field. */
  change(answers: FormAnswers, stop: Stop = this.state.stop): void {
    this.note('keys');
    this.set({ stop, messages: [] }, answers);
  }

  async addEvidence(criterion: string): Promise<void> {
    const item = itemOf(this.state);
    if (!item) return;
    const { presentation } = item;
    const evidence = await this.ports.host.addEvidence({ presentation, criterion }).catch(this.failed);
    if (evidence) this.evidenceAdded(criterion, evidence);
    else if (evidence === null) this.say('Select lines in a comparison, a log or a file, or go to a step, first.');
  }

  /** A step that a suggestion names, as evidence of the question in focus, else of the overall one. */
  async addStep(idx: number): Promise<void> {
    const item = itemOf(this.state);
    if (!item || this.state.mode === 'saved') return;
    const { stop } = this.state;
    const asked = 'id' in stop ? criterionOf(item, stop.id) : null;
    const id = asked?.evidence.kinds.includes('step') ? asked.id : 'overall';
    const evidence = await this.ports.host.stepEvidence({ idx }).catch(this.failed);
    if (evidence) this.evidenceAdded(id, evidence);
    else if (evidence === null) this.say(`Step ${idx} isn't there any more.`);
  }

  evidenceAdded(criterion: string | null, evidence: Evidence): void {
    const item = itemOf(this.state);
    const { stop, mode } = this.state;
    const id = criterion ?? ('id' in stop ? stop.id : null);
    if (!item || mode === 'saved' || id === null) {
      this.say('Evidence belongs to a criterion: choose one first.');
      return;
    }
    const asked = criterionOf(item, id);
    const taken = asked ? takenAs(asked, evidence) : evidence;
    const refusal = this.refusalOf(asked, id, taken);
    if (refusal !== null || !taken) {
      this.say(refusal ?? '', 'error');
      return;
    }
    this.note('selection');
    this.change(withEvidence(this.state.answers, id, taken));
    this.leaveText(id);
    this.say(`Evidence added: ${taken.kind === 'text' ? 'text' : taken.label}`);
  }

  private refusalOf(asked: Criterion | null, id: string, taken: Evidence | null): string | null {
    if (taken) return this.isThere(id, taken) ? 'This evidence is there already.' : null;
    return `Not added: this question takes ${kindWords(asked?.evidence.kinds ?? [])}.`;
  }

  private isThere(id: string, evidence: Evidence): boolean {
    if (evidence.kind === 'text') return false;
    const { evidence: all } = answerTo(this.state.answers, id);
    return all.some((one) => one.kind !== 'text' && placeKey(one) === placeKey(evidence));
  }

  typeEvidence(criterion: string): void {
    this.set({ stop: { kind: 'criterion', id: criterion, point: null } }, withOpenText(this.state.answers, criterion));
    this.ports.focusText(`evidence ${criterion}`);
  }

  openEvidence(evidence: Evidence): void {
    this.ports.host.openEvidence(evidence).catch(this.failed);
  }

  openStatement(): void {
    this.ports.host.openStatement(undefined).catch(this.failed);
  }

  openInstructions(): void {
    this.ports.host.openInstructions(undefined).catch(this.failed);
  }

  /** Enter in the last field of a text: the focus goes on by itself. */
  leaveText(criterion: string): void {
    const item = itemOf(this.state);
    if (item) this.set({ stop: afterEvidence(keyStateOf(this.state, item), criterion).stop });
  }

  /** Takes back the verdict on screen, else the last one of this session. */
  async undo(): Promise<void> {
    if (this.state.mode === 'saved') return this.openPanel('undo');
    if (this.state.mode === 'amending') return this.abandonAmend();
    this.flushDraft();
    const item = await this.ports.host.lastVerdict(undefined).catch(this.failed);
    if (item === null) return this.say('No verdict of this session to undo.');
    if (!item) return;
    this.begin(showing({ kind: 'item', item }, null));
    if (item.saved) this.openPanel('undo');
  }

  private act(effect: KeyEffect, item: VerdictItem): void {
    if (effect.kind === 'addEvidence') void this.addEvidence(effect.criterion);
    else if (effect.kind === 'typeEvidence') this.typeEvidence(effect.criterion);
    else if (effect.kind === 'typeText') this.ports.focusText('id' in effect.stop ? effect.stop.id : effect.stop.kind);
    else if (effect.kind === 'submit') void this.submit();
    else if (effect.kind === 'advance') this.advance(item);
    else if (effect.kind === 'next') void this.next();
    else if (effect.kind === 'skip') this.openPanel('skip');
    else if (effect.kind === 'undo') void this.undo();
    else if (effect.kind === 'instructions') this.openPanel('help');
    else if (effect.kind === 'say') this.say(effect.text);
    else if (effect.kind === 'refused') this.refuse(effect.missing.map(({ text }) => text));
  }

  /** The list says it all; what the foot said before is past. */
  private refuse(messages: readonly string[]): void {
    this.set({ messages, foot: { text: '', kind: 'info' } });
  }

  private pressInPanel(key: string): boolean {
    const { panel } = this.state;
    if (key === 'Escape' || (panel?.kind === 'help' && key === '?')) this.closePanel();
    else if (key !== 'Ctrl+Enter') return false;
    else if (panel?.kind === 'skip') void this.skip();
    else if (panel?.kind === 'ask') void this.confirm(panel.id);
    return true;
  }

  private advance(item: VerdictItem): void {
    const { answers } = this.state;
    const stage = item.rubric.stages[answers.lockedStages.length];
    if (!stage || formState(item.rubric, answers, item.context).missing.length > 0) return;
    const next = { ...answers, lockedStages: [...answers.lockedStages, stage.id] };
    this.set({ stop: firstStop(item.rubric, next, item.context), messages: [] }, next);
    this.say(stage.locks ? 'Next stage opened; the answers before it are fixed.' : 'Next stage opened.');
    const opened = item.rubric.stages[next.lockedStages.length];
    if (opened) void this.ports.host.showPanes({ panes: opened.panes }).catch(this.failed);
  }

  private abandonAmend(): void {
    const item = itemOf(this.state);
    if (item?.saved) this.set({ mode: 'saved', answers: item.saved.answers, messages: [], activity: [] });
    this.say('Amendment dropped; the verdict stands as it was.');
  }
}

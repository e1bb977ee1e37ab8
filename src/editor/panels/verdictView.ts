import * as vscode from 'vscode';
import type { Evidence } from '../../core/review/form/answers';
import { rubricText } from '../../core/review/rubric/rubricText';
import { queueWords } from '../../core/study/queues/queueFacts';
import type { VerdictRequest } from '../../protocol/app';
import { type Remote, RpcConnection } from '../../protocol/rpc';
import { rowName } from '../../protocol/studyRows';
import type { Shown, SubmitResult, VerdictHostApi, VerdictItem, VerdictViewApi } from '../../protocol/verdict';
import { evidenceOfLine, type LinePlace, openEvidence } from '../documents/evidence';
import { textUri } from '../documents/uris';
import { setFocus } from '../platform/currentItem';
import { contextKeys, views } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { nextWaiting } from '../platform/waitingItems';
import { askUnopened } from './askUnopened';
import { type Asking, withRubric } from './chooseRubric';
import { evidenceAtHand, placesOf } from './formEvidence';
import { type Judged, keepJudged, keptJudged, verdictRequest } from './judged';
import { showJudged, showPanes } from './showJudged';
import { evidenceOfStep, openStepEvidence } from './stepEvidence';
import { suggestionsFor } from './suggestedModes';
import { channelOf, showPage } from './webviewPage';

const nothing: Shown = {
  kind: 'none',
  message: 'Nothing is open to be judged. Choose an item of the queue, or "Judge" at a prediction.',
};

/** Items that the way back remembers. */
const longestTrail = 100;

/** The verdict view: host side of `protocol/verdict.ts`. One item at a time; the worker keeps what is stored. */
export class VerdictView implements vscode.WebviewViewProvider {
  private view: Remote<VerdictViewApi> | undefined;
  private shown: Shown = nothing;
  private item: Judged | null = null;
  private last: Judged | null = null;
  /** What the form was open on before, the latest last. */
  private trail: readonly Judged[] = [];
  private request: VerdictRequest | null = null;

  constructor(private readonly services: Services) {
    services.judging.onDidChange(() => {
      if (services.judging.state === null) void this.ended();
    });
  }

  /** Judging was ended, here or in another window: what is not given yet is kept as a draft. */
  private async ended(): Promise<void> {
    await keepJudged(this.services, null);
    await vscode.commands.executeCommand('setContext', contextKeys.review, false);
    if (this.shown.kind !== 'none') this.tell(nothing);
  }

  resolveWebviewView(webviewView: vscode.WebviewView): void {
    showPage(webviewView.webview, this.services.context.extensionUri, 'verdict', 'Verdict');
    const connection = new RpcConnection<VerdictViewApi>(channelOf(webviewView.webview), this.hostApi());
    this.view = connection.remote;
    webviewView.onDidDispose(() => {
      connection.dispose();
      this.view = undefined;
      void setFocus(null);
    });
  }

  /** Opens the form on an item, what it is about beside: by the rubric for it, or the one that the person chooses. */
  async judge(item: Judged, asking: Asking = 'person'): Promise<void> {
    const judged = await withRubric(this.services, await this.services.judging.begin(item), asking);
    if (!judged) return;
    this.tell({ kind: 'none', message: `Opening ${item.instanceId}…` });
    await this.focus();
    this.tell(await this.openBeside(judged));
  }

  /** The item that was on the desk before this one. */
  async previous(): Promise<void> {
    const before = this.trail.at(-1);
    if (!before) {
      void tell('This is the first item that you opened in this window.');
      return;
    }
    this.item = null;
    this.trail = this.trail.slice(0, -1);
    await this.judge(before, 'nobody');
  }

  /** What the form is open on; null where it is closed. */
  get judged(): Judged | null {
    return this.shown.kind === 'item' ? this.item : null;
  }

  /** A view that is still loading drops what it is sent, and asks for what is shown now as its first act. */
  private tell(shown: Shown): void {
    this.shown = shown;
    this.view?.show(shown).catch(() => null);
  }

  /** Gives the view the keyboard; shows it where it is hidden. */
  private focus(): Thenable<unknown> {
    return vscode.commands.executeCommand(`${views.verdict}.focus`);
  }

  /** A comparison takes the keyboard as it opens. So the form comes after it: what is on screen has the keys. */
  private async openBeside(judged: Judged): Promise<Shown> {
    const item = await this.services.judging.begin(judged);
    await showJudged(item);
    const [shown] = await Promise.all([this.openItem(item), this.focus()]);
    return shown;
  }

  private async openItem(item: Judged): Promise<Shown> {
    const before = this.item;
    if (before && (before.instanceId !== item.instanceId || before.run?.patchHash !== item.run?.patchHash))
      this.trail = [...this.trail, before].slice(-longestTrail);
    this.item = item;
    await keepJudged(this.services, item);
    return this.open(await verdictRequest(this.services, item));
  }

  /** The item that was on the desk before the window was loaded anew; its draft comes with it. */
  private async restored(): Promise<Shown> {
    const item = await keptJudged(this.services);
    if (!item || this.shown !== nothing) return this.shown;
    return this.openItem(await this.services.judging.begin(item));
  }

  /** The selection, or the line that is named, goes to the criterion where the form stands, and the keyboard goes back there. */
  async addEvidence(place: LinePlace | null = null): Promise<void> {
    const evidence = place ? await evidenceOfLine(place.uri, place.line) : await evidenceAtHand(this.services);
    if (!evidence) {
      void tell('Select lines in a comparison, a test output or a file, or go to a step of a trajectory first.');
      return;
    }
    await this.focus();
    await this.view?.evidenceAdded({ criterion: null, evidence });
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.view?.press({ key });
  }

  private async open(request: VerdictRequest): Promise<Shown> {
    this.request = request;
    try {
      this.shown = { kind: 'item', item: await this.services.app.remote.openVerdict(request) };
    } catch (error) {
      this.shown = { kind: 'error', message: error instanceof Error ? error.message : String(error) };
      this.services.log.error(`verdict on ${request.instanceId}: ${String(error)}`);
    }
    await vscode.commands.executeCommand('setContext', contextKeys.review, this.shown.kind === 'item');
    return this.shown;
  }

  /** What was saved is shown in trees and pages at once; it is also what "undo" takes back. */
  private async settled(result: SubmitResult): Promise<SubmitResult> {
    if (result.kind !== 'saved') return result;
    this.last = this.item;
    this.shown = { kind: 'item', item: result.item };
    void this.services.study.refreshVerdicts();
    return result;
  }

  private async next(): Promise<Shown> {
    await this.services.study.refreshVerdicts();
    const waiting = await nextWaiting(this.services);
    const next = waiting && (await withRubric(this.services, waiting, 'nobody'));
    if (!next) {
      const { title } = queueWords[this.services.queue.value.queue];
      this.shown = { kind: 'none', message: `The queue "${title}" is empty: nothing in it waits for you.` };
      await this.services.judging.end();
      return this.shown;
    }
    return this.openBeside(next);
  }

  /** The last one of this session with its own comparison, so that nobody undoes in view of another patch. */
  private async lastVerdict(): Promise<VerdictItem | null> {
    if (!this.last) return null;
    const shown = await this.openBeside(this.last);
    return shown.kind === 'item' ? shown.item : null;
  }

  private async stepEvidence(idx: number): Promise<Evidence | null> {
    const unit = this.item?.unit;
    return unit?.kind === 'trajectory' ? evidenceOfStep(this.services, unit.ref, idx) : null;
  }

  /** The verdict on the patch that was there before, as it stands; what is beside it shows the patch of now. */
  private async openOther(): Promise<Shown> {
    const other = this.shown.kind === 'item' ? this.shown.item.otherPatch : undefined;
    if (!other || !this.request) return this.shown;
    const bound = other.patchHash === null ? 'no patch' : `patch ${other.patchHash.slice(0, 12)}`;
    const notice = `This verdict is bound to ${bound}. The comparison shows the patch that is here now.`;
    return this.open({ ...this.request, patchHash: other.patchHash, notice, position: null });
  }

  private hostApi(): VerdictHostApi {
    const { app } = this.services;
    return {
      load: async () => (this.shown === nothing ? this.restored() : this.shown),
      saveDraft: (draft) => app.remote.saveDraft(draft),
      addEvidence: () => evidenceAtHand(this.services),
      stepEvidence: ({ idx }) => this.stepEvidence(idx),
      suggestions: () => suggestionsFor(this.services, this.judged),
      openEvidence: async (evidence) => {
        if (!this.request) return null;
        if (evidence.kind === 'step') await openStepEvidence(this.services, evidence);
        else await openEvidence(this.request, evidence);
        return null;
      },
      places: ({ evidence }) => placesOf(this.services, this.request, evidence),
      showPanes: async ({ panes }) => {
        if (this.item) await showPanes(this.item, panes);
        // What opened has taken the keyboard; the answers go on in the form.
        await this.focus();
        return null;
      },
      openOther: () => this.openOther(),
      submit: async (submission) =>
        (await askUnopened(this.services, this.item, submission)) ??
        this.settled(await app.remote.submitVerdict(submission)),
      next: () => this.next(),
      skip: async (skipped) => {
        const { request } = this;
        const result = await app.remote.skipItem(skipped);
        if (result.kind === 'saved' && request && this.item && !this.item.unit)
          this.services.study.skipped.add(rowName(request));
        return this.settled(result);
      },
      retract: async (retraction) => this.settled(await app.remote.retractVerdict(retraction)),
      lastVerdict: () => this.lastVerdict(),
      openStatement: async () => {
        if (this.request)
          await vscode.window.showTextDocument(textUri(this.request, 'statement'), {
            preview: true,
            preserveFocus: true,
          });
        return null;
      },
      openInstructions: async () => this.openInstructions(),
      focusChanged: async ({ keys }) => {
        await setFocus(keys ? 'verdict' : null);
        return null;
      },
    };
  }

  private async openInstructions(): Promise<null> {
    if (this.shown.kind !== 'item') return null;
    const { rubric } = this.shown.item;
    const content = rubricText(rubric);
    const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' });
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    return null;
  }
}

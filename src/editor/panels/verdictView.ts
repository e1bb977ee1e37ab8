import * as vscode from 'vscode';
import type { VerdictRequest } from '../../protocol/app';
import { type Remote, RpcConnection } from '../../protocol/rpc';
import { rowName } from '../../protocol/studyRows';
import type { Shown, SubmitResult, VerdictHostApi, VerdictItem, VerdictViewApi } from '../../protocol/verdict';
import { evidenceFromEditor, openEvidence } from '../documents/evidence';
import { codeUri, textUri } from '../documents/uris';
import { setFocus } from '../platform/currentItem';
import { commands, contextKeys, views } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { nextWaiting } from '../platform/waitingItems';
import { type Judged, keepJudged, keptJudged, verdictRequest } from './judged';
import { channelOf, showPage } from './webviewPage';

const nothing: Shown = {
  kind: 'none',
  message: 'Nothing is open to be judged. Choose an item of the queue, or "Judge" at a prediction.',
};

/** The verdict view: host side of `protocol/verdict.ts`. One item at a time; the worker keeps what is stored. */
export class VerdictView implements vscode.WebviewViewProvider {
  private view: Remote<VerdictViewApi> | undefined;
  private shown: Shown = nothing;
  private item: Judged | null = null;
  private last: Judged | null = null;
  private request: VerdictRequest | null = null;

  constructor(private readonly services: Services) {}

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

  /** Opens the form on one prediction, its comparison beside. */
  async judge(item: Judged): Promise<void> {
    this.tell({ kind: 'none', message: `Opening ${item.instanceId}…` });
    await this.focus();
    this.tell(await this.openBeside(item));
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
  private async openBeside(item: Judged): Promise<Shown> {
    const { patchKind, predictionsPath, attempt, patchBytes } = item.run;
    if (patchKind === 'code' && predictionsPath !== null)
      await vscode.window.showTextDocument(codeUri(item, predictionsPath, attempt), { preview: true });
    else if (patchBytes !== 0) await vscode.commands.executeCommand(commands.compare, item);
    const [shown] = await Promise.all([this.openItem(item), this.focus()]);
    return shown;
  }

  private async openItem(item: Judged): Promise<Shown> {
    this.item = item;
    await keepJudged(this.services, item);
    return this.open(await verdictRequest(this.services, item));
  }

  /** The item that was on the desk before the window was loaded anew; its draft comes with it. */
  private async restored(): Promise<Shown> {
    const item = await keptJudged(this.services);
    return item && this.shown === nothing ? this.openItem(item) : this.shown;
  }

  /** The selection goes to the criterion where the form stands, and the keyboard goes back there. */
  async addEvidence(): Promise<void> {
    const evidence = evidenceFromEditor();
    if (!evidence) {
      void tell('Select lines in a comparison, a test output or a file first.');
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
    const next = await nextWaiting(this.services);
    if (!next) {
      this.shown = { kind: 'none', message: 'The queue is empty: every prediction of this study has your verdict.' };
      await keepJudged(this.services, null);
      await vscode.commands.executeCommand('setContext', contextKeys.review, false);
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

  private hostApi(): VerdictHostApi {
    const { app } = this.services;
    return {
      load: async () => (this.shown === nothing ? this.restored() : this.shown),
      saveDraft: (draft) => app.remote.saveDraft(draft),
      addEvidence: async () => evidenceFromEditor(),
      openEvidence: async (evidence) => {
        if (this.request) await openEvidence(this.request, evidence);
        return null;
      },
      submit: async (submission) => this.settled(await app.remote.submitVerdict(submission)),
      next: () => this.next(),
      skip: async (skipped) => {
        const { request } = this;
        const result = await app.remote.skipItem(skipped);
        if (result.kind === 'saved' && request) this.services.study.skipped.add(rowName(request));
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
    const content = `# ${rubric.title}\n\n${rubric.purpose}\n\n${rubric.instructions}\n`;
    const document = await vscode.workspace.openTextDocument({ content, language: 'markdown' });
    await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true });
    return null;
  }
}

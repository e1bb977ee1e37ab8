import * as vscode from 'vscode';
import { type Api, type Remote, RpcConnection } from '../../protocol/rpc';
import type { Item } from '../platform/currentItem';
import type { Services } from '../platform/services';
import { keptJudged, onJudged } from './judged';
import { channelOf, showPage } from './webviewPage';

/** What is looked at: the item on the desk, else the one that other surfaces are on; null: none. */
export interface LookedAt {
  readonly item: Item;
  readonly isJudged: boolean;
}

export const lookedAt = async (services: Services): Promise<LookedAt | null> => {
  const judged = await keptJudged(services);
  if (judged !== null) return { item: judged, isJudged: true };
  const item = services.current.value;
  return item && { item, isJudged: false };
};

/** How it is called where its name may be hidden: as the row is named. */
export const nameOfItem = ({ instanceId, run }: Item): string =>
  run === null ? instanceId : `${run.runId}, ${instanceId}`;

export type Shows<Shown> = Api & { show(shown: Shown): null };

/** What such a view shows, and what its page may ask for beyond it. */
export interface EvidencePage<Shown> {
  /** Its folder below `webview/`. */
  readonly page: string;
  readonly title: string;
  build(): Promise<Shown>;
  readonly actions: Api;
  failed(message: string): Shown;
  closed?(): void;
}

/** A view of evidence that follows the item on the desk. It holds nothing; of two that are built at once the later stands. */
export class EvidenceView<Shown, View extends Shows<Shown> = Shows<Shown>>
  implements vscode.WebviewViewProvider, vscode.Disposable
{
  private view: Remote<Shows<Shown>> | undefined;
  private place: vscode.WebviewView | undefined;
  private asked = 0;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly services: Services,
    private readonly page: EvidencePage<Shown>,
  ) {
    const refresh = () => void this.refresh();
    this.listening = vscode.Disposable.from(
      onJudged(refresh),
      services.current.onDidChange(refresh),
      services.study.onDidChange(refresh),
    );
  }

  /** The page, for what it offers beyond showing; undefined where it isn't on screen. */
  get remote(): Remote<View> | undefined {
    return this.view as Remote<View> | undefined;
  }

  /** What stands beside the view's title. */
  describe(text: string): void {
    if (this.place) this.place.description = text;
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    this.place = view;
    const { page, title, actions } = this.page;
    showPage(view.webview, this.services.context.extensionUri, page, title);
    const host: Api = { ...actions, load: () => this.build() };
    const connection = new RpcConnection<Shows<Shown>>(channelOf(view.webview), host);
    this.view = connection.remote;
    const showing = view.onDidChangeVisibility(() => void this.refresh());
    view.onDidDispose(() => {
      connection.dispose();
      showing.dispose();
      this.view = undefined;
      this.place = undefined;
      this.page.closed?.();
    });
  }

  dispose(): void {
    this.listening.dispose();
  }

  private async build(): Promise<Shown> {
    try {
      return await this.page.build();
    } catch (error) {
      this.services.log.warn(`${this.page.title}: ${String(error)}`);
      return this.page.failed(error instanceof Error ? error.message : String(error));
    }
  }

  private async refresh(): Promise<void> {
    const { view } = this;
    if (view === undefined) return;
    this.asked += 1;
    const { asked } = this;
    const shown = await this.build();
    if (asked === this.asked) await view.show(shown).catch(() => null);
  }
}

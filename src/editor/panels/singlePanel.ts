import * as vscode from 'vscode';
import { type Api, type Remote, RpcConnection } from '../../protocol/rpc';
import { setFocus } from '../platform/currentItem';
import type { Services } from '../platform/services';
import { channelOf, showPage } from './webviewPage';

/** What a page that has one editor is called, and looks like. */
export interface PageLook {
  /** The panel's type, as the manifest names it. */
  readonly type: string;
  /** Its folder below `webview/`. */
  readonly page: string;
  readonly title: string;
  readonly icon: string;
}

/** What every such page offers: a letter that is bound to it. */
type Pressed = Api & { press(q: { readonly key: string }): null };

/** A page of ours with one editor, made again by VS Code after a reload. */
export abstract class SinglePanel<View extends Pressed> implements vscode.WebviewPanelSerializer<unknown> {
  protected panel: vscode.WebviewPanel | null = null;
  protected view: Remote<View> | null = null;

  constructor(
    protected readonly services: Services,
    private readonly look: PageLook,
  ) {}

  /** What the host offers to the page. */
  protected abstract hostApi(): Api;

  /** What is listened to while the page is open. */
  protected abstract listen(view: Remote<View>): readonly vscode.Disposable[];

  /** The page was closed. */
  protected closed(): void {}

  /** Shows the one that there is, or makes it. False: it is new, and asks for what it shows by itself. */
  protected reveal(): boolean {
    const { type, title } = this.look;
    if (this.panel) {
      this.panel.reveal();
      return true;
    }
    this.fill(vscode.window.createWebviewPanel(type, title, vscode.ViewColumn.Active));
    return false;
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.panel?.dispose();
    this.fill(panel);
  }

  press(key: string): void {
    void this.view?.press({ key }).catch(() => null);
  }

  private fill(panel: vscode.WebviewPanel): void {
    const { page, title, icon } = this.look;
    this.panel = panel;
    panel.iconPath = new vscode.ThemeIcon(icon);
    showPage(panel.webview, this.services.context.extensionUri, page, title);
    const connection = new RpcConnection<View>(channelOf(panel.webview), this.hostApi());
    this.view = connection.remote;
    const listening = [
      ...this.listen(connection.remote),
      panel.onDidChangeViewState(() => {
        if (!panel.active) void setFocus(null);
      }),
    ];
    panel.onDidDispose(() => {
      connection.dispose();
      for (const each of listening) each.dispose();
      if (this.panel === panel) {
        [this.panel, this.view] = [null, null];
        this.closed();
      }
      void setFocus(null);
    });
  }
}

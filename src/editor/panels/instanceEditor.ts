import * as vscode from 'vscode';
import type { PageAction, PageHostApi, PageViewApi, ShownPage } from '../../protocol/instancePage';
import { RpcConnection } from '../../protocol/rpc';
import { instanceRefOf } from '../documents/uris';
import { setFocus } from '../platform/currentItem';
import { customEditors } from '../platform/ids';
import type { Services } from '../platform/services';
import { runSettings } from '../platform/settings';
import { saidOf } from './saidOfRow';
import { channelOf, showPage } from './webviewPage';

interface InstanceDocument extends vscode.CustomDocument {
  readonly uri: vscode.Uri;
}

export type Act = (
  action: PageAction,
  at: {
    readonly datasetPath: string;
    readonly instanceId: string;
    readonly runKey: string | null;
    readonly line: number | null;
    readonly repeat: number | null;
  },
) => Promise<void>;

/** The read-only editor of an instance. The page holds no data of its own: it asks again after a reload. */
export class InstanceEditor implements vscode.CustomReadonlyEditorProvider<InstanceDocument> {
  /** The row by which the person came, until the page has taken it. */
  private wanted: { readonly uri: string; readonly runKey: string } | null = null;
  private asked = 0;
  private readonly choosing = new vscode.EventEmitter<{ readonly uri: string; readonly runKey: string }>();

  constructor(
    private readonly services: Services,
    private readonly act: Act,
  ) {}

  /** Opens the page at a row of it; null leaves the row that is selected there. */
  async open(uri: vscode.Uri, runKey: string | null): Promise<void> {
    this.wanted = runKey === null ? null : { uri: uri.toString(), runKey };
    if (this.wanted) this.choosing.fire(this.wanted);
    await vscode.commands.executeCommand('vscode.openWith', uri, customEditors.instance, { preview: true });
  }

  openCustomDocument(uri: vscode.Uri): InstanceDocument {
    return { uri, dispose: () => {} };
  }

  resolveCustomEditor(document: InstanceDocument, panel: vscode.WebviewPanel): void {
    const ref = instanceRefOf(document.uri);
    panel.title = ref.instanceId;
    panel.iconPath = new vscode.ThemeIcon('checklist');
    showPage(panel.webview, this.services.context.extensionUri, 'instance', 'Instance');
    let selected: string | null = null;
    const select = async (runKey: string | null | undefined): Promise<void> => {
      if (runKey !== undefined) selected = runKey;
      await this.makeCurrent(document.uri, selected);
    };
    const connection = new RpcConnection<PageViewApi>(channelOf(panel.webview), this.hostApi(document.uri, select));
    const follow = (): void => {
      const runKey = this.judgedRow(ref.instanceId);
      if (runKey === null || runKey === selected) return;
      selected = runKey;
      void connection.remote.select({ runKey }).catch(() => null);
    };
    const following = this.services.current.onDidChange(follow);
    const refreshing = this.services.study.onDidChange(() => {
      // A page that is closed meanwhile needs nothing any more.
      void this.page(document.uri)
        .then((page) => connection.remote.show(page))
        .then(follow)
        .catch(() => null);
    });
    const choosing = this.choosing.event(({ uri, runKey }) => {
      if (uri !== document.uri.toString()) return;
      void select(runKey);
      void connection.remote.select({ runKey }).catch(() => null);
    });
    const focusing = panel.onDidChangeViewState(() => {
      if (panel.active) void this.makeCurrent(document.uri, selected);
      else void setFocus(null);
    });
    panel.onDidDispose(() => {
      connection.dispose();
      refreshing.dispose();
      following.dispose();
      choosing.dispose();
      focusing.dispose();
      void setFocus(null);
    });
    void select(this.wanted?.uri === document.uri.toString() ? this.wanted.runKey : null);
  }

  /** `select` of undefined: the row that was selected before is what keys act on again. */
  private hostApi(uri: vscode.Uri, select: (runKey: string | null | undefined) => Promise<void>): PageHostApi {
    return {
      load: async () => {
        const page = await this.page(uri);
        const runKey = this.wanted?.uri === uri.toString() ? this.wanted.runKey : null;
        if (runKey !== null) this.wanted = null;
        return { page, runKey };
      },
      act: async ({ action, runKey, line, repeat }) => {
        await select(runKey);
        await this.act(action, { ...instanceRefOf(uri), runKey, line, repeat });
        return null;
      },
      said: ({ runKey }) => saidOf(this.services, instanceRefOf(uri), runKey),
      selected: async ({ runKey }) => {
        await select(runKey);
        return null;
      },
      focusChanged: async ({ keys }) => {
        if (keys) await select(undefined);
        await setFocus(keys ? 'instance' : null);
        return null;
      },
    };
  }

  /** A row has another name while somebody judges: the page goes with the one that lies on the desk. */
  private judgedRow(instanceId: string): string | null {
    const { judging, current } = this.services;
    const isHere = judging.state !== null && current.value?.instanceId === instanceId;
    return isHere ? (current.value?.run?.key ?? null) : null;
  }

  /** Of two that are asked for at once the later one stands. */
  private async makeCurrent(uri: vscode.Uri, runKey: string | null): Promise<void> {
    const { datasetPath, instanceId } = instanceRefOf(uri);
    this.asked += 1;
    const { asked } = this;
    const run = runKey === null ? null : await this.services.study.runOf(instanceId, runKey);
    if (asked === this.asked) this.services.current.set({ datasetPath, instanceId, run });
  }

  private async page(uri: vscode.Uri): Promise<ShownPage> {
    const ref = instanceRefOf(uri);
    try {
      const studyFolder = await this.services.study.ready();
      const page = await this.services.app.remote.instancePage({ ...ref, studyFolder, rules: runSettings().ruleSet });
      return page ?? { error: `${ref.datasetPath} has no instance ${ref.instanceId} any more.` };
    } catch (error) {
      this.services.log.error(`page of ${ref.instanceId}: ${String(error)}`);
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }
}

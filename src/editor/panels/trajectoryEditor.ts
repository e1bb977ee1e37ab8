import * as vscode from 'vscode';
import { blindTitle } from '../../core/study/blind/blindPath';
import { closedWords } from '../../protocol/judging';
import { type Remote, RpcConnection } from '../../protocol/rpc';
import type { TrajectoryHostApi, TrajectoryReply, TrajectoryViewApi, WantedStep } from '../../protocol/trajectoryPage';
import { setFocus } from '../platform/currentItem';
import { customEditors, scheme } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import { noteShown, onReplayed } from '../platform/shownTrajectories';
import { trajectoryHeadHost } from './trajectoryHeadHost';
import { TrajectoryListHost } from './trajectoryListHost';
import { trajectoryReplayHost } from './trajectoryReplayHost';
import { trajectoryStatesHost } from './trajectoryStatesHost';
import { trajectoryStepHost } from './trajectoryStepHost';
import { followRun, watchTrajectory } from './watchTrajectory';
import { channelOf, showPage } from './webviewPage';

/** The read-only editor of a trajectory's file, of any size. The page holds no data: it asks again after a reload. */
export class TrajectoryEditor implements vscode.CustomReadonlyEditorProvider {
  /** The page that has the keyboard, for the letters that are bound to it. */
  private active: Remote<TrajectoryViewApi> | null = null;
  /** The page of each file that was opened last, and the step that is to be shown in one that comes. */
  private readonly pages = new Map<string, Remote<TrajectoryViewApi>>();
  private readonly wanted = new Map<string, WantedStep>();

  constructor(private readonly services: Services) {}

  /** Opens a file, at a step where one is wanted. */
  async open(uri: vscode.Uri, step: WantedStep | null = null): Promise<void> {
    const key = uri.toString();
    if (step) this.wanted.set(key, step);
    const isNamed = /\.traj(\.json)?$/.test(uri.path);
    const id = isNamed ? customEditors.trajectory : customEditors.trajectoryFile;
    await vscode.commands.executeCommand('vscode.openWith', uri, id);
    if (!step) return;
    // A page that is not loaded yet does not answer; it asks for the step when it begins.
    const told = this.pages
      .get(key)
      ?.goTo(step)
      .then(() => this.wanted.delete(key));
    void told?.catch(() => null);
  }

  press(key: string): void {
    void this.active?.press({ key }).catch(() => null);
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => {} };
  }

  resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    panel.iconPath = new vscode.ThemeIcon('list-tree');
    if (uri.scheme === scheme) panel.title = blindTitle(uri.path);
    showPage(panel.webview, this.services.context.extensionUri, 'trajectory', 'Trajectory');
    const page: { view: Remote<TrajectoryViewApi> | null } = { view: null };
    const setKeys = async (keys: boolean): Promise<void> => {
      if (keys) this.active = page.view;
      else if (this.active === page.view) this.active = null;
      await setFocus(keys ? 'trajectory' : null);
    };
    const list = new TrajectoryListHost(this.services, uri.fsPath, panel, () => {
      void page.view?.hidingChanged(undefined).catch(() => null);
    });
    const api = this.hostApi(uri, list, setKeys);
    const connection = new RpcConnection<TrajectoryViewApi>(channelOf(panel.webview), api);
    page.view = connection.remote;
    this.pages.set(uri.toString(), connection.remote);
    const watching = watchTrajectory(uri, () => void connection.remote.changed(undefined).catch(() => null));
    const running = followRun(this.services, uri, () => void connection.remote.changed(undefined).catch(() => null));
    const replaying = onReplayed((path) => {
      if (path === uri.fsPath) void connection.remote.replayed(undefined).catch(() => null);
    });
    const noting = this.services.notes.onDidChange(
      () => void connection.remote.notesChanged(undefined).catch(() => null),
    );
    const reading = this.services.study.onDidChange(
      () => void connection.remote.studyChanged(undefined).catch(() => null),
    );
    const focusing = panel.onDidChangeViewState(() => {
      if (!panel.active) void setKeys(false);
    });
    panel.onDidDispose(() => {
      connection.dispose();
      void this.services.app.remote.trajectoryClose({ path: uri.fsPath }).catch(() => null);
      if (this.pages.get(uri.toString()) === connection.remote) this.pages.delete(uri.toString());
      watching.dispose();
      running.dispose();
      replaying.dispose();
      focusing.dispose();
      noting.dispose();
      reading.dispose();
      list.dispose();
      void setKeys(false);
    });
  }

  private hostApi(
    uri: vscode.Uri,
    list: TrajectoryListHost,
    setKeys: (keys: boolean) => Promise<void>,
  ): TrajectoryHostApi {
    const { app } = this.services;
    const path = uri.fsPath;
    return {
      ...list.api(),
      ...trajectoryHeadHost(this.services, path),
      ...trajectoryStepHost(this.services, uri),
      ...trajectoryReplayHost(this.services, path),
      ...trajectoryStatesHost(path),
      wanted: async () => {
        const step = this.wanted.get(uri.toString()) ?? null;
        this.wanted.delete(uri.toString());
        return step;
      },
      shape: async ({ which }) => {
        noteShown(path, which);
        const reply = await this.shape(uri, which);
        if (reply.kind !== 'trajectory') return reply;
        return { ...reply, shape: { ...reply.shape, head: list.shown(reply.shape.head, which) } };
      },
      step: (q) => app.remote.trajectoryStep({ path, ...q }),
      text: (q) => app.remote.trajectoryText({ path, ...q }),
      raw: (q) => app.remote.trajectoryRaw({ path, ...q }),
      openText: async () => {
        if (uri.scheme === scheme) void tell(closedWords);
        else await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
        return null;
      },
      focusChanged: async ({ keys }) => {
        await setKeys(keys);
        return null;
      },
    };
  }

  private async shape(uri: vscode.Uri, which: number): Promise<TrajectoryReply> {
    const isBlind = uri.scheme === scheme;
    const name = isBlind ? blindTitle(uri.path) : vscode.workspace.asRelativePath(uri);
    if (uri.scheme !== 'file' && !isBlind)
      return { kind: 'fault', name, message: 'Only files on disk open as a trajectory.' };
    try {
      const shape = await this.services.app.remote.trajectoryShape({ path: uri.fsPath, which });
      return { kind: 'trajectory', name, shape };
    } catch (error) {
      this.services.log.error(`trajectory ${uri.fsPath}: ${String(error)}`);
      return { kind: 'fault', name, message: error instanceof Error ? error.message : String(error) };
    }
  }
}

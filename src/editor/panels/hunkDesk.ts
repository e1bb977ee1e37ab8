import * as vscode from 'vscode';
import { isOpenable } from '../../core/patch/hunkMap';
import { type MapPosition, stopFrom } from '../../core/patch/hunkStops';
import type { Side } from '../../protocol/app';
import { views } from '../platform/ids';
import { tell } from '../platform/messages';
import type { Services } from '../platform/services';
import type { Pair } from '../platform/shownComparisons';
import { comparedFile, openFileDiff, rightOf, sidesOfFile } from './comparedSides';
import { lookedAt } from './evidenceView';
import { type MappedItem, mapOf, shownIn, whyNoMap } from './mappedItem';
import { walkToFile } from './multiDiff';

/** Who has the keyboard then. */
type Keys = 'diff' | 'map';

interface Place {
  readonly mapped: MappedItem;
  readonly path: string;
  readonly pair: Pair;
  readonly line: number | null;
}

/** Whether the place is on screen, where it is shown then. */
const show = ({ mapped, path, pair, line }: Place): boolean => {
  const [, right] = sidesOfFile(mapped.item, path, pair);
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === `${right}`);
  if (!editor) return false;
  const at = new vscode.Position(Math.min(line ?? 1, editor.document.lineCount) - 1, 0);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return true;
};

/** Where the person stands in the hunk map of the item that is looked at, and the ways from there into the diff. */
export class HunkDesk implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<MapPosition>();
  private mapped: MappedItem | null = null;
  private at: MapPosition | null = null;
  /** Other places that are passed on the way are none where the person went. */
  private isGoing = false;
  private readonly listening: vscode.Disposable;

  /** Tells where the person went. */
  readonly onDidMove = this.emitter.event;

  constructor(private readonly services: Services) {
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, selections: [first] }) => {
        if (first) this.follow(textEditor.document.uri, first.active.line + 1);
      }),
      vscode.window.onDidChangeActiveTextEditor((editor) => {
        if (editor) this.follow(editor.document.uri, editor.selection.active.line + 1);
      }),
    );
  }

  get here(): MapPosition | null {
    return this.at;
  }

  dispose(): void {
    this.listening.dispose();
    this.emitter.dispose();
  }

  /** The item that is looked at with its map; in words why there is none. */
  async load(): Promise<MappedItem | string> {
    const found = await lookedAt(this.services);
    if (found === null) return 'Nothing is looked at. Choose an instance or one of its runs, or judge an item.';
    const why = whyNoMap(found.item);
    if (why !== null) return why;
    const mapped = await mapOf(this.services, found.item);
    if (mapped.map.hash !== this.mapped?.map.hash || found.item.instanceId !== this.mapped?.item.instanceId)
      this.at = null;
    this.mapped = mapped;
    return mapped;
  }

  /** The row at which the keyboard stands in the map. */
  stand(at: MapPosition): void {
    this.at = at;
  }

  /** The next hunk, or the one before, of what a tool didn't make. */
  async step(by: 1 | -1, keys: Keys): Promise<void> {
    const mapped = await this.loaded();
    if (mapped === null) return;
    const to = stopFrom(mapped.map, this.at, by);
    if (to) await this.go(to, keys);
    else vscode.window.setStatusBarMessage(by > 0 ? 'This is the last hunk' : 'This is the first hunk', 3000);
  }

  /** Shows a place: in the comparison in front, else in the diff of its file. */
  async go(to: MapPosition, keys: Keys): Promise<void> {
    const mapped = await this.loaded();
    const file = mapped?.map.files[to.file];
    if (!mapped || !file) return;
    if (!isOpenable(file)) {
      void tell(`${file.path} leaves the repository, or reaches git's own folder. It is not opened.`);
      return;
    }
    this.moved(to);
    this.isGoing = true;
    await this.showPlace(mapped, to, keys).finally(() => {
      this.isGoing = false;
    });
    this.moved(to);
  }

  private async showPlace(mapped: MappedItem, to: MapPosition, keys: Keys): Promise<void> {
    const file = mapped.map.files[to.file];
    if (!file) return;
    const pair = this.pairFor(mapped);
    const line = file.hunks[to.hunk ?? 0]?.at[rightOf(pair)] ?? null;
    const place = { mapped, path: file.path, pair, line };
    const isShown = this.isOfAllFiles(mapped) ? await this.showAmongAll(place, keys) : show(place);
    if (!isShown) await this.openAlone(place, keys);
    if (isShown && keys === 'diff') await this.back();
  }

  /** Gives the keyboard back to the editor. */
  async back(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }

  /** Marks the file at hand as viewed, or takes the mark away: that of the active editor, else where the map stands. */
  async toggleViewed(): Promise<void> {
    const mapped = await this.loaded();
    if (mapped === null) return;
    const file = mapped.map.files[this.at?.file ?? 0];
    if (!file) return;
    const { instanceId } = mapped.item;
    const isViewed = this.services.fileMarks.toggleViewed({ instanceId, hash: mapped.map.hash }, file.path);
    vscode.window.setStatusBarMessage(`${file.path}: ${isViewed ? 'viewed' : 'not viewed'}`, 3000);
  }

  private async loaded(): Promise<MappedItem | null> {
    const mapped = await this.load();
    if (typeof mapped !== 'string') return mapped;
    void tell(mapped);
    return null;
  }

  private moved(to: MapPosition): void {
    this.at = to;
    this.emitter.fire(to);
  }

  private pairFor({ item, map }: MappedItem): Pair {
    const { comparisons } = this.services;
    const shown = comparisons.of(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '');
    if (shown?.instanceId === item.instanceId) return shown.pair;
    if (map.states.gold === 'hidden') return 'base-model';
    return map.states.model === 'none' ? 'base-gold' : 'gold-model';
  }

  /** Whether the comparison of all files is in front; its tab has no public type. */
  private isOfAllFiles({ item }: MappedItem): boolean {
    const shown = this.services.comparisons.of(vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '');
    return shown?.instanceId === item.instanceId && comparedFile() === null;
  }

  /** What is on screen is shown at once; for a file that isn't, or that shall have the keyboard, it is gone through all. */
  private async showAmongAll(place: Place, keys: Keys): Promise<boolean> {
    if (keys === 'map' && show(place)) return true;
    if (keys === 'diff') await this.back();
    const files = [...place.mapped.map.files].sort((a, b) => a.index - b.index);
    const paths = files.map(({ path }) => path);
    const isThere = (await walkToFile(paths, place.path)) && show(place);
    if (keys === 'map') await vscode.commands.executeCommand(`${views.hunkMap}.focus`);
    return isThere;
  }

  /** A diff opens in the place of the last one that was only looked at: not in that of the comparison of all files. */
  private async openAlone({ mapped, path, pair, line }: Place, keys: Keys): Promise<void> {
    if (this.isOfAllFiles(mapped)) await vscode.commands.executeCommand('workbench.action.keepEditor');
    await openFileDiff(this.services, mapped.item, { path, pair, line, takesKeys: keys === 'diff' });
  }

  private follow(uri: vscode.Uri, line: number): void {
    const { mapped } = this;
    const shown = mapped && shownIn(mapped, uri);
    if (!mapped || !shown || this.isGoing) return;
    const hunks = mapped.map.files[shown.file]?.hunks ?? [];
    const side: Side = shown.side;
    const isHere = this.at?.file === shown.file && hunks[this.at.hunk ?? -1]?.at[side] === line;
    if (isHere) return;
    const found = hunks.findLastIndex(({ at }) => at[side] <= line);
    const hunk = hunks.length === 0 ? null : Math.max(0, found);
    if (this.at?.file !== shown.file || this.at.hunk !== hunk) this.moved({ file: shown.file, hunk });
  }
}

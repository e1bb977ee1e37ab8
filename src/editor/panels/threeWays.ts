import * as vscode from 'vscode';
import { isOpenable, lineBeside, type MapFile, type MapHunk, type MapLines } from '../../core/patch/hunkMap';
import { shownText } from '../../core/shared/shownText';
import type { Side } from '../../protocol/app';
import { namedSideUri, sideOfUri } from '../documents/uris';
import { tell } from '../platform/messages';
import type { HunkDesk } from './hunkDesk';
import type { MappedItem } from './mappedItem';

const colours: Readonly<Record<Side, string>> = {
  base: 'diffEditor.removedLineBackground',
  gold: 'diffEditor.insertedLineBackground',
  model: 'diffEditor.insertedLineBackground',
};

const bars: Readonly<Record<Side, string>> = {
  base: 'editorGutter.deletedBackground',
  gold: 'editorGutter.addedBackground',
  model: 'editorGutter.addedBackground',
};

/** A bar at the left beside the ground: in high contrast there is no ground. */
const changedLines = (side: Side): vscode.TextEditorDecorationType =>
  vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor(colours[side]),
    borderColor: new vscode.ThemeColor(bars[side]),
    borderStyle: 'solid',
    borderWidth: '0 0 0 3px',
    overviewRulerColor: new vscode.ThemeColor(bars[side]),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });

/** Scrolling that we ask for is told of within this time. */
const settlesAfterMs = 200;

/** Of base what either side takes out, of a side what it puts in. */
const changedIn = ({ gold, model }: MapHunk, side: Side): readonly MapLines[] => {
  if (side === 'base') return [...(gold?.takes ?? []), ...(model?.takes ?? [])];
  return (side === 'gold' ? gold : model)?.puts ?? [];
};

const topOf = (editor: vscode.TextEditor): number => (editor.visibleRanges[0]?.start.line ?? 0) + 1;

/**
 * Base, gold and the model's patch of one file side by side. VS Code's own locked scrolling keeps distances, and so loses
 * the place at the first inserted line; here the line that stands beside is scrolled to, by the map of hunks.
 */
export class ThreeWays implements vscode.Disposable {
  private readonly decorations = {
    base: changedLines('base'),
    gold: changedLines('gold'),
    model: changedLines('model'),
  };
  private readonly listening: vscode.Disposable;
  private file: MapFile | null = null;
  private shown: ReadonlyMap<string, Side> = new Map();
  /** Who scrolled last, and when: what the others tell just then is our own doing. */
  private leader = { key: '', at: 0 };

  constructor() {
    this.listening = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorVisibleRanges(({ textEditor }) => this.follow(textEditor)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.colour()),
    );
  }

  dispose(): void {
    this.listening.dispose();
    for (const each of Object.values(this.decorations)) each.dispose();
  }

  /** Of the file at which the person stands, or the one that they choose. */
  async open(desk: HunkDesk): Promise<void> {
    const mapped = await desk.load();
    if (typeof mapped === 'string') {
      void tell(mapped);
      return;
    }
    const file = await fileFor(mapped, desk);
    if (file) await this.openFile(mapped, file, file.hunks[desk.here?.hunk ?? 0]?.at ?? null);
  }

  private async openFile({ item, map }: MappedItem, file: MapFile, at: Readonly<Record<Side, number>> | null) {
    if (map.states.gold === 'hidden') void tell('Gold is hidden while you judge: base and patch are shown.');
    const sides: readonly Side[] = map.states.gold === 'hidden' ? ['base', 'model'] : ['base', 'gold', 'model'];
    const predictionsPath = item.run?.predictionsPath ?? null;
    const uris = sides.map((side) => namedSideUri(item, predictionsPath, file.path, side));
    this.file = file;
    this.shown = new Map(sides.map((side, i) => [String(uris[i]), side]));
    for (const [i, side] of sides.entries()) {
      const uri = uris[i];
      if (!uri) continue;
      const line = (at?.[side] ?? 1) - 1;
      const viewColumn = i === 0 ? vscode.ViewColumn.Active : vscode.ViewColumn.Beside;
      const selection = new vscode.Range(line, 0, line, 0);
      await vscode.window.showTextDocument(uri, { viewColumn, preview: true, selection });
    }
    await vscode.commands.executeCommand('workbench.action.evenEditorWidths');
    this.colour();
  }

  private sideOf(editor: vscode.TextEditor): Side | null {
    return this.shown.get(editor.document.uri.toString()) ?? null;
  }

  private colour(): void {
    const { file } = this;
    if (file === null) return;
    for (const editor of vscode.window.visibleTextEditors) {
      const side = this.sideOf(editor);
      if (side === null) continue;
      const lines = file.hunks.flatMap((hunk) => changedIn(hunk, side));
      const ranges = lines.map(({ start, count }) => new vscode.Range(start - 1, 0, start + count - 2, 0));
      editor.setDecorations(this.decorations[side], ranges);
    }
  }

  private follow(from: vscode.TextEditor): void {
    const side = this.sideOf(from);
    if (side === null || this.file === null) return;
    const key = from.document.uri.toString();
    const now = Date.now();
    if (key !== this.leader.key && now - this.leader.at < settlesAfterMs) return;
    this.leader = { key, at: now };
    const line = topOf(from);
    for (const editor of vscode.window.visibleTextEditors) {
      const other = this.sideOf(editor);
      if (other !== null && other !== side) scrollTo(editor, lineBeside(this.file.hunks, line, side, other));
    }
  }
}

/** Lines that VS Code keeps free at the top for what it pins there, when it is asked to reveal. */
const pinnedLines = ({ document }: vscode.TextEditor): number => {
  const settings = vscode.workspace.getConfiguration('editor.stickyScroll', document);
  return settings.get('enabled', true) ? settings.get('maxLineCount', 5) : 0;
};

const scrollTo = (editor: vscode.TextEditor, line: number): void => {
  if (topOf(editor) === line) return;
  const at = Math.min(Math.max(1, line + pinnedLines(editor)), editor.document.lineCount) - 1;
  editor.revealRange(new vscode.Range(at, 0, at, 0), vscode.TextEditorRevealType.AtTop);
};

/** That of the active editor, where it is one; else where the map stands; else the person's choice. */
const fileFor = async ({ map }: MappedItem, { here }: HunkDesk): Promise<MapFile | null> => {
  const files = map.files.filter(isOpenable);
  const known = here === null ? undefined : map.files[here.file];
  const uri = vscode.window.activeTextEditor?.document.uri;
  const path = known?.path ?? (uri && sideOfUri(uri)?.path);
  const found = files.find((file) => file.path === path) ?? (files.length === 1 ? files[0] : undefined);
  if (found) return found;
  const picks = files.map((file) => ({ label: shownText(file.path), file }));
  return (await vscode.window.showQuickPick(picks, { title: 'Which file, three ways?' }))?.file ?? null;
};

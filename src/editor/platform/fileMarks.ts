import * as vscode from 'vscode';
import type { FileMarks } from '../../protocol/hunkMapPage';

const keptIn = 'touchstone.viewedFiles';

/** Patches whose marks are kept; beyond it those that were looked at longest ago are forgotten. */
const keptPatches = 1000;

type Kept = Readonly<Record<string, FileMarks>>;

const nothing: FileMarks = { opened: [], viewed: [] };

/** A patch, by its hash: one that was replaced has no marks of the one before. */
export interface MarkedPatch {
  readonly instanceId: string;
  readonly hash: string | null;
}

const keyOf = ({ instanceId, hash }: MarkedPatch): string => `${instanceId}\n${hash ?? ''}`;

/** Which files of a patch were on screen, and which the person marked as viewed; kept over reloads of the window. */
export class KeptFileMarks implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private kept: Kept;

  readonly onDidChange = this.emitter.event;

  constructor(private readonly memento: vscode.Memento) {
    this.kept = memento.get<Kept>(keptIn, {});
  }

  of(patch: MarkedPatch): FileMarks {
    return this.kept[keyOf(patch)] ?? nothing;
  }

  opened(patch: MarkedPatch, path: string): void {
    const marks = this.of(patch);
    if (!marks.opened.includes(path)) this.keep(patch, { ...marks, opened: [...marks.opened, path] });
  }

  /** Returns whether the file counts as viewed now. */
  toggleViewed(patch: MarkedPatch, path: string): boolean {
    const marks = this.of(patch);
    const isViewed = marks.viewed.includes(path);
    const viewed = isViewed ? marks.viewed.filter((each) => each !== path) : [...marks.viewed, path];
    this.keep(patch, { ...marks, viewed });
    return !isViewed;
  }

  dispose(): void {
    this.emitter.dispose();
  }

  private keep(patch: MarkedPatch, marks: FileMarks): void {
    const { [keyOf(patch)]: _before, ...others } = this.kept;
    const rest = Object.entries(others).slice(1 - keptPatches);
    this.kept = { ...Object.fromEntries(rest), [keyOf(patch)]: marks };
    void this.memento.update(keptIn, this.kept);
    this.emitter.fire();
  }
}

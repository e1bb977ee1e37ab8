import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { NoteEvent, StepNote } from '../../core/review/notes/stepNotes';
import { joinPath, pathBelow } from '../../core/study/studyPath';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { NoteStore, PlacedNote } from '../../protocol/trajectoryNotes';
import type { AppClient } from './appClient';
import { raterSetting } from './settings';
import type { StudyModel } from './studyModel';

type Change = { readonly kind: 'edit'; readonly text: string } | { readonly kind: 'resolve' | 'reopen' | 'delete' };

/**
 * This rater's notes on steps: kept beside the open study's verdicts, in the editor's own storage where none is open. A
 * change is on the disk before it is told.
 */
export class StepNotes implements vscode.Disposable {
  private readonly emitter = new vscode.EventEmitter<void>();
  private readonly beginning = new vscode.EventEmitter<vscode.Location>();
  readonly onDidChange = this.emitter.event;
  /** A note is to be written there. */
  readonly onDidBegin = this.beginning.event;

  constructor(
    private readonly app: AppClient,
    private readonly study: StudyModel,
    private readonly storage: vscode.Uri,
  ) {}

  dispose(): void {
    this.emitter.dispose();
    this.beginning.dispose();
  }

  begin(at: vscode.Location): void {
    this.beginning.fire(at);
  }

  async all(): Promise<readonly StepNote[]> {
    return this.app.remote.stepNotes(await this.store());
  }

  /** The notes on one trajectory with the steps on which they stand now. */
  async placed(ref: TrajectoryRef): Promise<readonly PlacedNote[]> {
    return this.app.remote.trajectoryNotes({ store: await this.store(), ref, path: await this.nameOf(ref.path) });
  }

  /** The file of a note's trajectory. */
  async pathOf({ on }: StepNote): Promise<string> {
    const folder = await this.folder();
    return folder === null ? on.path : joinPath(folder, on.path);
  }

  /** False where the step is not there. */
  async add(ref: TrajectoryRef, idx: number, at: { line: number; lineText: string }, text: string): Promise<boolean> {
    const { remote } = this.app;
    const { version } = await remote.trajectoryShape(ref);
    const anchor = await remote.trajectoryAnchor({ ...ref, version, idx });
    if (!anchor) return false;
    const on = { path: await this.nameOf(ref.path), which: ref.which, anchor, ...at };
    await this.write({ kind: 'note', id: randomUUID(), at: now(), rater: raterSetting(), on, text });
    return true;
  }

  async change(id: string, change: Change): Promise<void> {
    await this.write({ id, at: now(), rater: raterSetting(), ...change });
  }

  private async write(event: NoteEvent): Promise<void> {
    const { folder } = await this.store();
    await this.app.remote.writeNote({ folder, event });
    this.emitter.fire();
  }

  private async folder(): Promise<string | null> {
    return this.study.ready().then(
      (folder) => folder || null,
      () => null,
    );
  }

  private async store(): Promise<NoteStore> {
    const folder = await this.folder();
    const notes = folder === null ? joinPath(this.storage.fsPath, 'notes') : joinPath(folder, '.touchstone/notes');
    return { folder: notes, rater: raterSetting() };
  }

  /** Below the study's folder, so that it holds on another machine; elsewhere as it stands. */
  private async nameOf(path: string): Promise<string> {
    const folder = await this.folder();
    return folder === null ? path : (pathBelow(folder, path) ?? path);
  }
}

const now = (): string => new Date().toISOString();

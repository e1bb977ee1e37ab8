import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { Note, NotedLine, NotedPlace, NoteEvent } from '../../core/review/notes/notes';
import { joinPath, pathBelow } from '../../core/study/studyPath';
import type { TrajectoryRef } from '../../protocol/trajectory';
import type { NoteStore, PlacedNote } from '../../protocol/trajectoryNotes';
import type { AppClient } from './appClient';
import { raterSetting } from './settings';
import type { StudyModel } from './studyModel';

type Change = { readonly kind: 'edit'; readonly text: string } | { readonly kind: 'resolve' | 'reopen' | 'delete' };

/**
 * This rater's notes on steps, on sides of comparisons and on test output: kept beside the open study's verdicts, in the
 * editor's own storage where none is open. A change is on the disk before it is told.
 */
export class Notes implements vscode.Disposable {
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

  async all(): Promise<readonly Note[]> {
    return this.app.remote.stepNotes(await this.store());
  }

  /** The notes on one trajectory with the steps on which they stand now. */
  async placed(ref: TrajectoryRef): Promise<readonly PlacedNote[]> {
    return this.app.remote.trajectoryNotes({ store: await this.store(), ref, path: await this.nameOf(ref.path) });
  }

  /** The place of a step; null where the step is not there. */
  async stepPlace(ref: TrajectoryRef, idx: number, line: NotedLine): Promise<NotedPlace | null> {
    const { remote } = this.app;
    const { version } = await remote.trajectoryShape(ref);
    const anchor = await remote.trajectoryAnchor({ ...ref, version, idx });
    return anchor && { kind: 'step', path: await this.nameOf(ref.path), which: ref.which, anchor, ...line };
  }

  async add(on: NotedPlace, text: string): Promise<void> {
    await this.write({ kind: 'note', id: randomUUID(), at: now(), rater: raterSetting(), on, text });
  }

  async change(id: string, change: Change): Promise<void> {
    await this.write({ id, at: now(), rater: raterSetting(), ...change });
  }

  /** A path that a note keeps: below the study's folder, so that it holds on another machine; elsewhere as it stands. */
  async nameOf(path: string): Promise<string> {
    const folder = await this.folder();
    return folder === null ? path : (pathBelow(folder, path) ?? path);
  }

  /** The file or folder of such a path. */
  async pathOf(name: string): Promise<string> {
    const folder = await this.folder();
    return folder === null ? name : joinPath(folder, name);
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
}

const now = (): string => new Date().toISOString();

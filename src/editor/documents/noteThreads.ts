import * as vscode from 'vscode';
import { lineOfNote, type Note, placeWords } from '../../core/review/notes/notes';
import { isNoteSite, isOnDocument, type NoteSites, uriOfNote } from './noteSites';
import { isEditing, type ShownNote, shownNote } from './shownNote';
import { stepOfUri } from './uris';

const keyOf = (note: Note, uri: vscode.Uri): string => `${note.id} ${uri.toString()}`;

/** The comments of all notes, each in the document of its place; moved with it where the file was made anew. */
export class NoteThreads implements vscode.Disposable {
  private readonly controller = vscode.comments.createCommentController('touchstone-notes', 'Touchstone Notes');
  private readonly threads = new Map<string, vscode.CommentThread>();
  private readonly opening: vscode.Disposable;
  private asked = 0;
  /** The one that was begun last and has no note yet. */
  private begun: vscode.CommentThread | null = null;

  constructor(private readonly sites: NoteSites) {
    this.controller.options = { placeHolder: 'Note on this line', prompt: 'Note on this line' };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: ({ uri, lineCount }) =>
        isNoteSite(uri) ? [new vscode.Range(0, 0, lineCount - 1, 0)] : [],
    };
    this.opening = vscode.Disposable.from(
      sites.notes.onDidBegin((at) => this.begin(at)),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (isNoteSite(document.uri)) void this.opened(document).catch(() => null);
      }),
    );
  }

  dispose(): void {
    this.opening.dispose();
    this.controller.dispose();
  }

  async reload(): Promise<void> {
    const mine = ++this.asked;
    const all = await this.sites.notes.all();
    const places = await Promise.all(all.map((note) => this.urisOf(note)));
    if (mine !== this.asked) return;
    const known = new Set(all.flatMap((note, at) => (places[at] ?? []).map((uri) => keyOf(note, uri))));
    for (const [key, thread] of this.threads)
      if (!known.has(key)) {
        thread.dispose();
        this.threads.delete(key);
      }
    for (const [at, note] of all.entries()) for (const uri of places[at] ?? []) this.show(note, uri);
  }

  noteOf(thread: vscode.CommentThread): Note | null {
    const [comment] = thread.comments as readonly ShownNote[];
    return comment?.note ?? null;
  }

  edit(comment: ShownNote): void {
    this.set(comment.note, vscode.CommentMode.Editing);
  }

  cancel(comment: ShownNote): void {
    this.set(comment.note, vscode.CommentMode.Preview);
  }

  /** An empty comment, open for its text. One that was left empty before goes. */
  private begin({ uri, range }: vscode.Location): void {
    if (this.begun && this.begun.comments.length === 0) this.begun.dispose();
    this.begun = this.controller.createCommentThread(uri, range, []);
    this.begun.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  /** Where it is listed, and the open documents that show the same lines. */
  private async urisOf(note: Note): Promise<readonly vscode.Uri[]> {
    const listed = await uriOfNote(this.sites, note);
    const found = new Map(listed ? [[listed.toString(), listed]] : []);
    for (const { uri } of vscode.workspace.textDocuments)
      if (!found.has(uri.toString()) && (await isOnDocument(this.sites, note, uri))) found.set(uri.toString(), uri);
    return [...found.values()];
  }

  private set(note: Note, mode: vscode.CommentMode): void {
    for (const [key, thread] of this.threads)
      if (key.startsWith(`${note.id} `)) thread.comments = [shownNote(note, mode)];
  }

  private show(note: Note, uri: vscode.Uri): void {
    const key = keyOf(note, uri);
    const known = this.threads.get(key);
    const range = new vscode.Range(note.on.line, 0, note.on.line, 0);
    const thread = known ?? this.controller.createCommentThread(uri, range, []);
    this.threads.set(key, thread);
    // One that is open stays open where its note, or another one, is changed.
    if (!known) {
      thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
      thread.label = placeWords(note.on);
    }
    thread.canReply = false;
    thread.contextValue = note.isResolved ? 'resolved' : 'open';
    thread.state = note.isResolved ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    if (!isEditing(thread, note)) thread.comments = [shownNote(note, vscode.CommentMode.Preview)];
    const document = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (!known && document) void this.place(document).catch(() => null);
  }

  /** Threads of notes that are on it, beside where they are listed. */
  private async opened(document: vscode.TextDocument): Promise<void> {
    if (!stepOfUri(document.uri)) await this.reload();
    await this.place(document);
  }

  /** Notes of an opened document stand at their line by its text; one whose step or line is gone is said to be drifted. */
  private async place(document: vscode.TextDocument): Promise<void> {
    const step = stepOfUri(document.uri);
    const lines = document.getText().split(/\r?\n/);
    const placed = step
      ? await this.sites.notes.placed(step)
      : (await this.sites.notes.all()).filter(({ on }) => on.kind !== 'step').map((note) => ({ note, idx: 0 }));
    for (const { note, idx } of placed) {
      const thread = this.threads.get(keyOf(note, document.uri));
      if (!thread) continue;
      const line = step && idx !== step.idx ? null : lineOfNote(note.on, lines);
      const elsewhere = step && idx > 0 && idx !== step.idx ? `it is step ${idx} now` : 'not found again';
      if (line !== null) thread.range = new vscode.Range(line, 0, line, 0);
      thread.label = `${placeWords(note.on)}${line === null ? `, drifted: ${elsewhere}` : ''}`;
    }
  }
}

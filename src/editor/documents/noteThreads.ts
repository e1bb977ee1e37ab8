import * as vscode from 'vscode';
import { lineOfNote, type StepNote } from '../../core/review/notes/stepNotes';
import type { StepNotes } from '../platform/stepNotes';
import { stepOfUri, stepUri } from './uris';

/** A note as VS Code's comment. Its text is shown as text: nothing in it is rendered. */
export interface ShownNote extends vscode.Comment {
  note: StepNote;
}

/**
 * A person's text without what Markdown would make of it. VS Code writes every space as one that breaks no line, which a
 * screen reader spells: single ones within a line are spaces again.
 */
const plain = (text: string): vscode.MarkdownString => {
  const { value } = new vscode.MarkdownString().appendText(text);
  return new vscode.MarkdownString(value.replace(/(?<=[^\s;])&nbsp;(?!&nbsp;)/g, ' '));
};

const shown = (note: StepNote): ShownNote => ({
  note,
  body: plain(note.text),
  mode: vscode.CommentMode.Preview,
  author: { name: note.rater },
  contextValue: 'note',
  timestamp: new Date(note.editedAt ?? note.at),
  ...(note.editedAt === null ? {} : { label: 'edited' }),
});

/** Whether the text as it is known stands open for editing: what is being typed is not to be lost. */
const isEditing = ({ comments }: vscode.CommentThread, { editedAt }: StepNote): boolean => {
  const [comment] = comments as readonly ShownNote[];
  return comment?.mode === vscode.CommentMode.Editing && comment.note.editedAt === editedAt;
};

/** The comments of all notes, each in the document of its step; moved with their step where the file was made anew. */
export class NoteThreads implements vscode.Disposable {
  private readonly controller = vscode.comments.createCommentController('touchstone-notes', 'Touchstone Notes');
  private readonly threads = new Map<string, vscode.CommentThread>();
  private readonly opening: vscode.Disposable;
  private asked = 0;
  /** The one that was begun last and has no note yet. */
  private begun: vscode.CommentThread | null = null;

  constructor(private readonly notes: StepNotes) {
    this.controller.options = { placeHolder: 'Note on this step', prompt: 'Note on this step' };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) =>
        stepOfUri(document.uri) ? [new vscode.Range(0, 0, document.lineCount - 1, 0)] : [],
    };
    this.opening = vscode.Disposable.from(
      notes.onDidBegin((at) => this.begin(at)),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (stepOfUri(document.uri)) void this.place(document).catch(() => null);
      }),
    );
  }

  dispose(): void {
    this.opening.dispose();
    this.controller.dispose();
  }

  async reload(): Promise<void> {
    const mine = ++this.asked;
    const all = await this.notes.all();
    const paths = await Promise.all(all.map((note) => this.notes.pathOf(note)));
    if (mine !== this.asked) return;
    const known = new Set(all.map(({ id }) => id));
    for (const [id, thread] of this.threads)
      if (!known.has(id)) {
        thread.dispose();
        this.threads.delete(id);
      }
    for (const [at, note] of all.entries()) this.show(note, paths[at] ?? '');
  }

  /** An empty comment, open for its text. One that was left empty before goes. */
  private begin({ uri, range }: vscode.Location): void {
    if (this.begun && this.begun.comments.length === 0) this.begun.dispose();
    this.begun = this.controller.createCommentThread(uri, range, []);
    this.begun.collapsibleState = vscode.CommentThreadCollapsibleState.Expanded;
  }

  noteOf(thread: vscode.CommentThread): StepNote | null {
    const [comment] = thread.comments as readonly ShownNote[];
    return comment?.note ?? null;
  }

  edit(comment: ShownNote): void {
    this.set(comment.note, vscode.CommentMode.Editing);
  }

  cancel(comment: ShownNote): void {
    this.set(comment.note, vscode.CommentMode.Preview);
  }

  private set(note: StepNote, mode: vscode.CommentMode): void {
    const thread = this.threads.get(note.id);
    const body = mode === vscode.CommentMode.Editing ? note.text : plain(note.text);
    if (thread) thread.comments = [{ ...shown(note), mode, body }];
  }

  private show(note: StepNote, path: string): void {
    const { anchor, line, which } = note.on;
    const range = new vscode.Range(line, 0, line, 0);
    const known = this.threads.get(note.id);
    const thread = known ?? this.controller.createCommentThread(stepUri({ path, which }, anchor.idx), range, []);
    this.threads.set(note.id, thread);
    // One that is open stays open where its note, or another one, is changed.
    if (!known) thread.collapsibleState = vscode.CommentThreadCollapsibleState.Collapsed;
    thread.canReply = false;
    thread.label = `Step ${anchor.idx} of ${path.split('/').at(-1) ?? ''}`;
    thread.contextValue = note.isResolved ? 'resolved' : 'open';
    thread.state = note.isResolved ? vscode.CommentThreadState.Resolved : vscode.CommentThreadState.Unresolved;
    if (!isEditing(thread, note)) thread.comments = [shown(note)];
  }

  /** Notes of an opened document stand at their line by its text; one whose step or line is gone is said to be drifted. */
  private async place(document: vscode.TextDocument): Promise<void> {
    const step = stepOfUri(document.uri);
    if (!step) return;
    const lines = document.getText().split('\n');
    for (const { note, idx } of await this.notes.placed(step)) {
      const thread = this.threads.get(note.id);
      if (!thread || thread.uri.toString() !== document.uri.toString()) continue;
      const line = idx === step.idx ? lineOfNote(note.on, lines) : null;
      if (line !== null) thread.range = new vscode.Range(line, 0, line, 0);
      else
        thread.label = `Step ${note.on.anchor.idx}, drifted: ${idx > 0 ? `it is step ${idx} now` : 'not found again'}`;
    }
  }
}

import * as vscode from 'vscode';
import { type Note, notedLine } from '../../core/review/notes/notes';
import { isNoteSite, placeOfLine } from '../documents/noteSites';
import { NoteThreads } from '../documents/noteThreads';
import type { ShownNote } from '../documents/shownNote';
import { stepOfUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand, tell, tellFault } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { raterSetting } from '../platform/settings';

/**
 * Steps as documents, and notes on them, on both sides of comparisons and on test output: comments of VS Code, made,
 * edited, resolved and deleted there.
 */
export const notesFeature: Feature = (services) => {
  const { notes, files, log, study } = services;
  const threads = new NoteThreads({ notes, study });
  const reload = () => void threads.reload().catch((error: unknown) => log.warn(`notes: ${String(error)}`));
  reload();
  const command = (id: string, run: (argument: unknown) => unknown) =>
    registerCommand(log, id, 'The note could not be changed', run);
  return vscode.Disposable.from(
    threads,
    files.route('step', (uri) => readStepDocument(services, uri)),
    notes.onDidChange(reload),
    study.onDidChange(reload),
    command(commands.noteLine, () => noteLine(services)),
    command(commands.addNote, (reply) => addNote(services, reply as vscode.CommentReply)),
    command(commands.editNote, (comment) => threads.edit(comment as ShownNote)),
    command(commands.cancelNote, (comment) => threads.cancel(comment as ShownNote)),
    command(commands.saveNote, async (comment) => {
      const { note, body } = comment as ShownNote;
      await notes.change(note.id, { kind: 'edit', text: typeof body === 'string' ? body : body.value });
    }),
    command(commands.deleteNote, (comment) => notes.change((comment as ShownNote).note.id, { kind: 'delete' })),
    ...(['resolve', 'reopen'] as const).map((kind) =>
      command(kind === 'resolve' ? commands.resolveNote : commands.reopenNote, async (thread) => {
        const note: Note | null = threads.noteOf(thread as vscode.CommentThread);
        if (note) await notes.change(note.id, { kind });
      }),
    ),
  );
};

const readStepDocument = async ({ app }: Services, uri: vscode.Uri): Promise<Uint8Array> => {
  const step = stepOfUri(uri);
  const name = step?.path.split(/[/\\]/).at(-1) ?? '';
  const text = step && (await app.remote.trajectoryDocument({ ...step, name }));
  if (text === null) throw vscode.FileSystemError.FileNotFound(uri);
  return new TextEncoder().encode(text);
};

/** Begins a note where the cursor is. */
const noteLine = ({ notes }: Services): void => {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !isNoteSite(editor.document.uri)) {
    void tell('Put the cursor on a line of a comparison, a test output or a step first.');
    return;
  }
  const { line } = editor.selection.active;
  notes.begin(new vscode.Location(editor.document.uri, new vscode.Range(line, 0, line, 0)));
};

/** The thread that was begun goes once its note is saved: the saved one has a thread of its own. */
const addNote = async ({ notes, study }: Services, { thread, text }: vscode.CommentReply): Promise<void> => {
  if (text.trim() === '') return;
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const at = Math.min(thread.range?.start.line ?? 0, document.lineCount - 1);
  const place = await placeOfLine({ notes, study }, thread.uri, notedLine(document.getText().split(/\r?\n/), at));
  if (!place) {
    void tellFault(`What this note is on isn't there any more; the note was not saved (rater ${raterSetting()}).`);
    return;
  }
  await notes.add(place, text);
  thread.dispose();
};

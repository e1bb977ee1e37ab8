import * as vscode from 'vscode';
import type { StepNote } from '../../core/review/notes/stepNotes';
import { NoteThreads, type ShownNote } from '../documents/noteThreads';
import { stepOfUri } from '../documents/uris';
import { commands } from '../platform/ids';
import { registerCommand, tellFault } from '../platform/messages';
import type { Feature, Services } from '../platform/services';
import { raterSetting } from '../platform/settings';

/** Steps as documents, and notes on them: comments of VS Code, made, edited, resolved and deleted there. */
export const trajectoryNotesFeature: Feature = (services) => {
  const { notes, files, log, study } = services;
  const threads = new NoteThreads(notes);
  const reload = () => void threads.reload().catch((error: unknown) => log.warn(`notes: ${String(error)}`));
  reload();
  const command = (id: string, run: (argument: unknown) => unknown) =>
    registerCommand(log, id, 'The note could not be changed', run);
  return vscode.Disposable.from(
    threads,
    files.route('step', (uri) => readStepDocument(services, uri)),
    notes.onDidChange(reload),
    study.onDidChange(reload),
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
        const note: StepNote | null = threads.noteOf(thread as vscode.CommentThread);
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

/** The thread that was begun goes once its note is saved: the saved one has a thread of its own. */
const addNote = async ({ notes }: Services, { thread, text }: vscode.CommentReply): Promise<void> => {
  const step = stepOfUri(thread.uri);
  if (!step || text.trim() === '') return;
  const line = thread.range?.start.line ?? 0;
  const document = await vscode.workspace.openTextDocument(thread.uri);
  const lineText = document.lineAt(Math.min(line, document.lineCount - 1)).text;
  const saved = await notes.add(step, step.idx, { line, lineText }, text);
  if (saved) thread.dispose();
  else void tellFault(`Step ${step.idx} isn't in the file any more; the note was not saved (rater ${raterSetting()}).`);
};

import * as vscode from 'vscode';
import type { Note } from '../../core/review/notes/notes';

/** A note as VS Code's comment. Its text is shown as text: nothing in it is rendered. */
export interface ShownNote extends vscode.Comment {
  note: Note;
}

/**
 * A person's text without what Markdown would make of it. VS Code writes every space as one that breaks no line, which a
 * screen reader spells: single ones within a line are spaces again.
 */
const plain = (text: string): vscode.MarkdownString => {
  const { value } = new vscode.MarkdownString().appendText(text);
  return new vscode.MarkdownString(value.replace(/(?<=[^\s;])&nbsp;(?!&nbsp;)/g, ' '));
};

/** A note as it stands there, or open for editing. */
export const shownNote = (note: Note, mode: vscode.CommentMode): ShownNote => ({
  note,
  body: mode === vscode.CommentMode.Editing ? note.text : plain(note.text),
  mode,
  author: { name: note.rater },
  contextValue: 'note',
  timestamp: new Date(note.editedAt ?? note.at),
  ...(note.editedAt === null ? {} : { label: 'edited' }),
});

/** Whether the text as it is known stands open for editing: what is being typed is not to be lost. */
export const isEditing = ({ comments }: vscode.CommentThread, { editedAt }: Note): boolean => {
  const [comment] = comments as readonly ShownNote[];
  return comment?.mode === vscode.CommentMode.Editing && comment.note.editedAt === editedAt;
};

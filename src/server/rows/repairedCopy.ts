import type { WorkspaceEdit } from 'vscode-languageserver/node';
import { recountHunks } from '../../core/patch/recountHunks';
import type { RowPiece, Span } from './text/rowSheet';

export interface RepairedCopy {
  readonly name: string;
  readonly changed: number;
  readonly edit: WorkspaceEdit;
}

/** One line of JSON: a row of a document over several lines is written anew, and one that only its key names gets an id. */
const asLine = ({ key }: RowPiece, text: string): string => {
  if (key === null && !/[\n\r]/.test(text)) return text;
  const row = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return JSON.stringify(key === null || 'instance_id' in row ? row : { instance_id: key, ...row });
};

/**
 * A file beside the document, `<name>.repaired.jsonl`, with the row in which the hunk headers of the patch at `value`
 * count their lines. The row itself stays as it is. Where that file is there, the row is put before its others.
 */
export const repairedCopy = (uri: string, piece: RowPiece, value: Span): RepairedCopy | null => {
  const { patch, changed } = recountHunks(JSON.parse(piece.text.slice(value.start, value.end)) as string);
  if (changed === 0) return null;
  const text = piece.text.slice(0, value.start) + JSON.stringify(patch) + piece.text.slice(value.end);
  const copy = uri.replace(/(\.repaired)?\.[^./]+$/, '.repaired.jsonl');
  if (copy === uri) return null;
  const start = { line: 0, character: 0 };
  const edits = [{ range: { start, end: start }, newText: `${asLine(piece, text)}\n` }];
  return {
    name: decodeURIComponent(copy.slice(copy.lastIndexOf('/') + 1)),
    changed,
    edit: {
      documentChanges: [
        { kind: 'create', uri: copy, options: { ignoreIfExists: true } },
        { textDocument: { uri: copy, version: null }, edits },
      ],
    },
  };
};

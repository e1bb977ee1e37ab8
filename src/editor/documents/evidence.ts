import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Evidence, PlaceEvidence } from '../../core/review/form/answers';
import { folderOf, joinPath, nameOf, staysInside } from '../../core/study/studyPath';
import type { VerdictRequest } from '../../protocol/app';
import { scheme } from '../platform/ids';
import { queryOf, sideUri, testOutputUri } from './uris';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The selected lines of the active editor as evidence; null where nothing of ours or of a file is selected. */
export const evidenceFromEditor = (): Evidence | null => {
  const editor =
    vscode.window.activeTextEditor ??
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === scheme);
  if (!editor || editor.selection.isEmpty) return null;
  const place = placeOf(editor.document.uri);
  if (!place) return null;
  const { start, end } = linesOf(editor);
  return {
    ...place,
    range: { start: start + 1, end: end + 1 },
    contentHash: sha256(textOf(editor.document, start, end)),
    contextHashes: [
      sha256(textOf(editor.document, start - 3, start - 1)),
      sha256(textOf(editor.document, end + 1, end + 3)),
    ],
    label: labelOf(place, start + 1, end + 1),
  };
};

type Place = Pick<PlaceEvidence, 'kind' | 'path' | 'side'>;

const placeOf = (uri: vscode.Uri): Place | null => {
  if (uri.scheme === 'file') return { kind: 'file', path: vscode.workspace.asRelativePath(uri, false), side: null };
  if (uri.scheme !== scheme) return null;
  const query = queryOf(uri);
  const side = query.get('side');
  if (uri.path.startsWith('/side/') && (side === 'base' || side === 'gold' || side === 'model'))
    return { kind: 'diff', path: query.get('path'), side };
  if (uri.path.startsWith('/run_evaluation/')) return { kind: 'log', path: 'test_output.txt', side: null };
  return null;
};

/** Whole lines; a selection that ends before the first letter of a line does not take that line. */
const linesOf = ({ selection }: vscode.TextEditor): { readonly start: number; readonly end: number } => ({
  start: selection.start.line,
  end:
    selection.end.character === 0 && selection.end.line > selection.start.line
      ? selection.end.line - 1
      : selection.end.line,
});

const textOf = (document: vscode.TextDocument, from: number, to: number): string => {
  const lines: string[] = [];
  for (let line = Math.max(from, 0); line <= Math.min(to, document.lineCount - 1); line += 1)
    lines.push(document.lineAt(line).text);
  return lines.join('\n');
};

const labelOf = ({ kind, path, side }: Place, start: number, end: number): string => {
  const lines = start === end ? `${start}` : `${start}-${end}`;
  if (kind === 'log') return `log L${lines}`;
  return `${path?.split('/').at(-1) ?? ''} ${lines}${side ? `, ${side}` : ''}`;
};

/** Opens the place of an evidence beside the form. Text evidence has none. */
export const openEvidence = async (request: VerdictRequest, evidence: Evidence): Promise<void> => {
  const uri = evidence.kind === 'text' ? null : uriOf(request, evidence);
  if (!uri || evidence.kind === 'text') return;
  const selection = evidence.range
    ? new vscode.Range(evidence.range.start - 1, 0, evidence.range.end - 1, Number.MAX_SAFE_INTEGER)
    : undefined;
  await vscode.window.showTextDocument(uri, { preview: true, ...(selection ? { selection } : {}) });
};

/** The log of another evaluation of the study than the one that is judged: the dataset check's. */
const otherLog = (request: VerdictRequest, path: string | null): vscode.Uri | null => {
  if (path === null || !path.endsWith('/test_output.txt') || !staysInside(path)) return null;
  const folder = folderOf(joinPath(request.studyFolder, path));
  const model = nameOf(folderOf(folder));
  return testOutputUri(request, nameOf(folderOf(folderOf(folder))), model, folder);
};

const uriOf = (request: VerdictRequest, { kind, path, side }: PlaceEvidence): vscode.Uri | null => {
  if (kind === 'diff' && path !== null && side !== null) return sideUri(request, request.predictionsPath, path, side);
  const other = kind === 'log' ? otherLog(request, path) : null;
  if (other) return other;
  if (kind === 'log' && request.evaluationFolder !== null)
    return testOutputUri(request, request.runId, request.label, request.evaluationFolder);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return kind === 'file' && path !== null && folder ? vscode.Uri.joinPath(folder, path) : null;
};

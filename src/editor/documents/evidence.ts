import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import type { Evidence, PlaceEvidence } from '../../core/review/form/answers';
import { findLines } from '../../core/review/form/findLines';
import { folderOf, joinPath, nameOf, staysInside } from '../../core/study/studyPath';
import type { VerdictRequest } from '../../protocol/app';
import type { PlaceState } from '../../protocol/verdict';
import { scheme } from '../platform/ids';
import { tell, warn } from '../platform/messages';
import { queryOf, sideUri, testOutputUri } from './uris';

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** The selected lines of the active editor as evidence; null where nothing of ours or of a file is selected. */
export const evidenceFromEditor = (): Evidence | null => {
  const editor =
    vscode.window.activeTextEditor ??
    vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === scheme);
  if (!editor || editor.selection.isEmpty) return null;
  const { start, end } = linesOf(editor);
  return evidenceAt(editor.document, start, end);
};

/** Whole lines of a document as evidence, 0-based, both included; null where the document is no place of evidence. */
const evidenceAt = (document: vscode.TextDocument, start: number, end: number): PlaceEvidence | null => {
  const place = placeOf(document.uri);
  return (
    place && {
      ...place,
      range: { start: start + 1, end: end + 1 },
      contentHash: sha256(textOf(document, start, end)),
      contextHashes: [sha256(textOf(document, start - 3, start - 1)), sha256(textOf(document, end + 1, end + 3))],
      label: labelOf(place, start + 1, end + 1),
    }
  );
};

/** A line of a document, 1-based. */
export interface LinePlace {
  readonly uri: vscode.Uri;
  readonly line: number;
}

/** One line of a document that need not be shown, 1-based; null where it has no such line. */
export const evidenceOfLine = async (uri: vscode.Uri, line: number): Promise<PlaceEvidence | null> => {
  const document = await vscode.workspace.openTextDocument(uri);
  return line < 1 || line > document.lineCount ? null : evidenceAt(document, line - 1, line - 1);
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

/** A document's lines, and where those of an evidence stand in them now; null where it can't be opened. */
const foundIn = async (request: VerdictRequest, evidence: PlaceEvidence) => {
  const uri = uriOf(request, evidence);
  const document = uri && (await vscode.workspace.openTextDocument(uri).then(null, () => null));
  if (!document) return null;
  const lines = Array.from({ length: document.lineCount }, (_, at) => document.lineAt(at).text);
  return { document, found: findLines(lines, evidence, sha256) };
};

/** Whether the lines of an evidence are still where they were. */
export const stateOfLines = async (request: VerdictRequest, evidence: PlaceEvidence): Promise<PlaceState> =>
  (await foundIn(request, evidence))?.found.kind ?? 'unknown';

/**
 * Opens the place of an evidence beside the form. Text evidence has none. Where its lines stand elsewhere now, or nowhere,
 * that is said: what was marked is never exchanged for other lines in silence.
 */
export const openEvidence = async (request: VerdictRequest, evidence: Evidence): Promise<void> => {
  if (evidence.kind === 'text') return;
  const at = await foundIn(request, evidence);
  if (!at) {
    void tell(`${evidence.label}: what it was marked in isn't here.`);
    return;
  }
  const { document, found } = at;
  const range = found.kind === 'drifted' ? evidence.range : evidence.range && found;
  const last = document.lineCount - 1;
  const selection = range
    ? new vscode.Range(Math.min(range.start - 1, last), 0, Math.min(range.end - 1, last), Number.MAX_SAFE_INTEGER)
    : undefined;
  await vscode.window.showTextDocument(document, { preview: true, ...(selection ? { selection } : {}) });
  if (found.kind === 'moved') void tell(`${evidence.label} stands at line ${found.start} now: the same text, moved.`);
  if (found.kind === 'drifted')
    void warn(
      `${evidence.label} has drifted: the marked text isn't in this document any more. Its old place is shown.`,
    );
};

/** The log of another evaluation of the study than the one that is judged: the dataset check's. */
const otherLog = (request: VerdictRequest, path: string | null): vscode.Uri | null => {
  if (path === null || !path.endsWith('/test_output.txt') || !staysInside(path)) return null;
  const folder = folderOf(joinPath(request.studyFolder, path));
  const model = nameOf(folderOf(folder));
  return testOutputUri(request, nameOf(folderOf(folderOf(folder))), model, folder);
};

/** Evidence of a test, or of a file, was marked in a comparison, a log or a file. */
const markedIn = (path: string | null, side: PlaceEvidence['side']): PlaceEvidence['kind'] => {
  if (path?.endsWith('test_output.txt')) return 'log';
  return side === null ? 'file' : 'diff';
};

const uriOf = (request: VerdictRequest, { kind: said, path, side }: PlaceEvidence): vscode.Uri | null => {
  const kind = said === 'test' || (said === 'file' && side !== null) ? markedIn(path, side) : said;
  if (kind === 'diff' && path !== null && side !== null)
    return sideUri(request, request.predictionsPath || null, path, side);
  const other = kind === 'log' ? otherLog(request, path) : null;
  if (other) return other;
  if (kind === 'log' && request.evaluationFolder !== null)
    return testOutputUri(request, request.runId, request.label, request.evaluationFolder);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return kind === 'file' && path !== null && folder ? vscode.Uri.joinPath(folder, path) : null;
};

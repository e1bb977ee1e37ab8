import type { Diagnostic } from 'vscode-languageserver/node';
import type { StudyContext } from '../studyContext';
import { diagnosticOf, RowDiagnostics } from './rowDiagnostics';
import { factsOf, type RowKindName } from './rowFacts';
import { type RowSheet, rangeOf } from './text/rowSheet';

/** Whether an id is surely no instance of the study: only once all of its datasets were read. */
export const isUnknownId =
  (study: StudyContext) =>
  (id: string): boolean =>
    study.isRead && study.find(id) === null;

/** Diagnostics of a document whose rows were looked at. */
export const sheetDiagnostics = (
  uri: string,
  { sheet, kind }: { readonly sheet: RowSheet; readonly kind: RowKindName },
  study: StudyContext,
): Diagnostic[] => {
  const found = new RowDiagnostics(uri, kind, (at, span) => rangeOf(sheet, at, span), isUnknownId(study));
  for (const [at, piece] of sheet.pieces.entries()) found.take(at, factsOf(piece));
  return sheet.unread === 0 ? found.done() : [...found.done(), unreadNote(sheet)];
};

const unreadNote = (sheet: RowSheet): Diagnostic => {
  const last = Math.max(sheet.pieces.length - 1, 0);
  const message = `The document is long: ${sheet.pieces.length} rows were checked, those after this one were not. JSON lines are checked to the end.`;
  return diagnosticOf({ code: 'field', severity: 'information', message }, rangeOf(sheet, last, { start: 0, end: 1 }));
};

import type { CodeAction, Diagnostic, Range, TextEdit } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readTestList } from '../../core/dataset/testList';
import { groupBy } from '../../core/shared/groupBy';
import type { StudyContext } from '../studyContext';
import type { Fault, FaultCode } from './faults/faultList';
import { repairedCopy } from './repairedCopy';
import { diagnosticOf } from './rowDiagnostics';
import type { RowDocuments } from './rowDocuments';
import { factsOf, fieldsOf } from './rowFacts';
import { sheetDiagnostics } from './sheetDiagnostics';
import { withoutReturns } from './text/escapedText';
import { type RowPiece, type RowSheet, rangeOf } from './text/rowSheet';

interface Faulty {
  readonly document: TextDocument;
  readonly sheet: RowSheet;
  readonly at: number;
  readonly piece: RowPiece;
  readonly fault: Fault;
}

/** What mends faults in the range, each on its diagnostic. Only files can be mended. */
export const rowActions = (
  rows: RowDocuments,
  study: StudyContext,
  document: TextDocument,
  range: Range,
): CodeAction[] => {
  const found = rows.of(document);
  if (!found || !document.uri.startsWith('file:')) return [];
  const { sheet } = found;
  const [first, last] = [sheet.pieceAt(range.start)?.at ?? 0, sheet.pieceAt(range.end)?.at ?? -1];
  const actions: CodeAction[] = [];
  for (let at = first; at <= Math.min(last, first + mostRows); at++) {
    const piece = sheet.pieces[at];
    if (piece) actions.push(...actionsOf({ document, sheet, at, piece }, range));
  }
  return [...actions, ...removals(document, found, study, range)];
};

/** Rows of a selection whose faults are offered to be mended. */
const mostRows = 100;

const isBefore = (a: Range['end'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const touches = (a: Range, b: Range): boolean => !isBefore(a.end, b.start) && !isBefore(b.end, a.start);

/** Actions on one row; faults that one edit mends together (all hunks of a patch) have one action. */
const actionsOf = (row: Omit<Faulty, 'fault'>, range: Range): CodeAction[] => {
  const { sheet, at, piece } = row;
  const placeOf = (fault: Fault): Range => rangeOf(sheet, at, fault.span);
  const faults = factsOf(piece).faults.listed.filter((fault) => touches(placeOf(fault), range));
  return [...groupBy(faults, ({ code, field }) => `${code} ${field}`).values()].flatMap((alike) => {
    const [fault] = alike;
    const action = fault && menders[fault.code]?.({ ...row, fault });
    if (!action) return [];
    return [{ ...action, kind: 'quickfix', diagnostics: alike.map((each) => diagnosticOf(each, placeOf(each))) }];
  });
};

const edited = ({ document }: Pick<Faulty, 'document'>, title: string, edits: TextEdit[]): CodeAction => ({
  title,
  edit: { documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits }] },
});

/** The value of the fault's field as it is written, with its place. */
const written = ({ piece, fault }: Faulty) => {
  const span = fieldsOf(piece.text).get(fault.field ?? '')?.value;
  return span ? { span, raw: piece.text.slice(span.start, span.end) } : null;
};

const addNewline = (faulty: Faulty): CodeAction | null => {
  const value = written(faulty);
  if (!value) return null;
  const end = { start: value.span.end - 1, end: value.span.end - 1 };
  const edit = { range: rangeOf(faulty.sheet, faulty.at, end), newText: '\\n' };
  return edited(faulty, `Add the final newline to ${faulty.fault.field}`, [edit]);
};

const takeReturns = (faulty: Faulty): CodeAction | null => {
  const value = written(faulty);
  if (!value) return null;
  const edit = { range: rangeOf(faulty.sheet, faulty.at, value.span), newText: withoutReturns(value.raw) };
  return edited(faulty, `CRLF to LF in ${faulty.fault.field}: changes the content of the patch`, [edit]);
};

const makeList = (faulty: Faulty): CodeAction | null => {
  const value = written(faulty);
  const list = value && readTestList(JSON.parse(value.raw));
  if (!value || !list?.ok) return null;
  const edit = { range: rangeOf(faulty.sheet, faulty.at, value.span), newText: JSON.stringify(list.value) };
  return edited(faulty, `Make ${faulty.fault.field} a list`, [edit]);
};

const repair = (faulty: Faulty): CodeAction | null => {
  const value = written(faulty);
  const copy = value && repairedCopy(faulty.document.uri, faulty.piece, value.span);
  return (
    copy && {
      title: `Write a copy of the row with ${copy.changed} hunk ${copy.changed === 1 ? 'header' : 'headers'} recounted (${copy.name})`,
      edit: copy.edit,
    }
  );
};

const menders: Partial<Record<FaultCode, (faulty: Faulty) => CodeAction | null>> = {
  'patch-newline': addNewline,
  'patch-crlf': takeReturns,
  'patch-counts': repair,
  'list-as-text': makeList,
};

type Removal = (at: number, title: string) => CodeAction[];

/** Rows whose id stands in a row before; they are known once the document was looked at as a whole. */
const removals = (
  document: TextDocument,
  found: NonNullable<ReturnType<RowDocuments['of']>>,
  study: StudyContext,
  range: Range,
): CodeAction[] => {
  const { sheet, kind } = found;
  if (sheet.pieces.some(({ facts }) => facts === null)) return [];
  const twice = sheetDiagnostics(document.uri, found, study).filter(({ code }) => code === 'id-twice');
  return twice
    .filter((diagnostic) => touches(diagnostic.range, range))
    .flatMap((diagnostic) => {
      const remove: Removal = (at, title) => {
        const edit = { range: sheet.removal(at), newText: '' };
        return [{ ...edited({ document }, title, [edit]), kind: 'quickfix', diagnostics: [diagnostic] }];
      };
      const at = sheet.pieceAt(diagnostic.range.start)?.at ?? 0;
      const isLast = twice.findLast(({ message }) => message === diagnostic.message) === diagnostic;
      if (at === 0) return [];
      if (kind !== 'prediction' || !isLast) return remove(at, 'Remove this row');
      return [...removeFirst(sheet, diagnostic, remove), ...remove(at, 'Remove this row: an earlier one counts then')];
    });
};

/** Of two predictions the last one counts: without the first everything stays as it is. */
const removeFirst = (sheet: RowSheet, { relatedInformation }: Diagnostic, remove: Removal): CodeAction[] => {
  const first = relatedInformation?.[0]?.location.range.start;
  const hit = first && sheet.pieceAt(first);
  return hit ? remove(hit.at, `Remove row ${hit.at + 1} of the same id, which doesn't count`) : [];
};

import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { DocumentKind } from '../documentKind';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { rowActions } from './rowActions';
import { rowCompletion } from './rowCompletion';
import { rowDefinition } from './rowDefinition';
import { RowDocuments } from './rowDocuments';
import { rowHover } from './rowHover';
import { rowSymbols } from './rowSymbols';
import { sheetDiagnostics } from './sheetDiagnostics';

const pathOf = (uri: string): string => documentPath(uri.replace(/\?.*$/s, ''));

/** Whether a document is held line by line. */
export const isLines = (uri: string): boolean => /\.(jsonl|ndjson)$/i.test(pathOf(uri));

const matches = ({ uri }: TextDocument): boolean => isLines(uri) || /\.(json|pred)$/i.test(pathOf(uri));

/**
 * Rows: instances, predictions and reports, as JSON lines and JSON documents. JSON is not ours by its name: a document
 * whose rows are none of these is left alone.
 */
export const rowKinds = (study: StudyContext): readonly DocumentKind[] => {
  const rows = new RowDocuments();
  return [
    {
      matches,
      diagnostics: async (document) => {
        const found = await rows.read(document);
        return found ? sheetDiagnostics(document.uri, found, study) : [];
      },
      hover: (document, position) => rowHover(rows, study, document, position),
      completion: (document, position) => rowCompletion(rows, study, document, position),
      definition: (document, position) => rowDefinition(rows, study, document, position),
      symbols: (document) => {
        const found = rows.of(document);
        return found ? rowSymbols(found.sheet) : [];
      },
      codeActions: (document, range) => rowActions(rows, study, document, range),
      closed: (uri) => rows.closed(uri),
    },
  ];
};

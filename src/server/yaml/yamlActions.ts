import type { CodeAction, Range, TextEdit } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { TextSpan } from '../../core/shared/yamlPlaces';
import { diagnosticOf, type Placed, rangeOf } from './problemDiagnostics';

const isBefore = (a: Range['end'], b: Range['start']): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

export const touches = (a: Range, b: Range): boolean => !isBefore(a.end, b.start) && !isBefore(b.end, a.start);

/** An action that changes the document at some places. */
export const editing = (document: TextDocument, title: string, edits: readonly TextEdit[]): CodeAction => ({
  title,
  kind: 'quickfix',
  edit: {
    documentChanges: [{ textDocument: { uri: document.uri, version: document.version }, edits: [...edits] }],
  },
});

export const replacing = (document: TextDocument, span: TextSpan, newText: string): TextEdit => ({
  range: rangeOf(document, span),
  newText,
});

/** A word as YAML reads it as text, in the quotes that stood there. */
const asWritten = (word: string, before: string): string => {
  if (before.startsWith("'") && !word.includes("'")) return `'${word}'`;
  return before.startsWith('"') || !/^[\w./@+-]+$/.test(word) ? JSON.stringify(word) : word;
};

const titleOf = ({ code }: Placed, word: string): string =>
  code === 'S113' ? `Pin the content that is there (${word.slice(0, 12)}…)` : `Did you mean "${word}"?`;

/** For each fault in the range what was probably meant, the likeliest first. */
export const meantActions = (document: TextDocument, placed: readonly Placed[], range: Range): CodeAction[] =>
  placed
    .filter((one) => one.meant.length > 0 && touches(rangeOf(document, one.range), range))
    .flatMap((one) =>
      one.meant.map((word, index) => ({
        ...editing(document, titleOf(one, word), [
          replacing(document, one.range, asWritten(word, document.getText().slice(...one.range))),
        ]),
        diagnostics: [diagnosticOf(document, one)],
        isPreferred: index === 0 && one.meant.length === 1,
      })),
    );

import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import { shownName } from '../shownWords';
import { factsOf } from './rowFacts';
import { type RowSheet, rangeOf } from './text/rowSheet';

/** Symbols of one document; an outline of more helps nobody. */
const mostListed = 2000;

/** Milliseconds in which rows that were not looked at yet are looked at for an outline. */
const budgetMs = 30;

/** Rows by their id, with their title. What is left out, or not read yet, is said in the last symbol. */
export const rowSymbols = (sheet: RowSheet): DocumentSymbol[] => {
  const symbols: DocumentSymbol[] = [];
  const began = performance.now();
  for (const [at, piece] of sheet.pieces.entries()) {
    const late = !piece.facts && performance.now() - began > budgetMs;
    if (symbols.length === mostListed || late) {
      symbols.push(rest(sheet, at, late));
      break;
    }
    const { is, id, idSpan, title } = factsOf(piece);
    if (id === null) continue;
    symbols.push({
      name: shownName(id.trim() === '' ? JSON.stringify(id) : id),
      detail: shownName(title ?? is),
      kind: SymbolKind.Object,
      range: rangeOf(sheet, at, { start: Math.min(idSpan.start, 0), end: piece.text.length }),
      selectionRange: rangeOf(sheet, at, idSpan),
    });
  }
  return symbols;
};

const rest = (sheet: RowSheet, at: number, late: boolean): DocumentSymbol => {
  const count = sheet.pieces.length - at;
  const range = rangeOf(sheet, at, { start: 0, end: 1 });
  const detail = late ? 'still being read' : `the first ${mostListed} are listed`;
  return { name: `… ${count} more rows`, detail, kind: SymbolKind.Object, range, selectionRange: range };
};

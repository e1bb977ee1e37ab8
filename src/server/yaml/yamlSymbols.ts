import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMap, isSeq, type Node, type Pair } from 'yaml';
import { keyText } from '../../core/shared/yamlPlaces';
import { child } from '../../core/study/yamlValues';
import { shownName } from '../shownWords';
import { rangeOf } from './problemDiagnostics';
import { scalarText } from './yamlFormat';

/** Entries of one list that are shown; an outline of more helps nobody. */
const mostEntries = 2000;

const spanOf = (node: unknown): readonly [number, number] | null => {
  const range = (node as Node | null | undefined)?.range;
  return range ? [range[0], range[1]] : null;
};

/** A symbol without a name is refused by editors; one over lines is none. */
const nameOf = (text: string | null, otherwise: string): string => shownName((text ?? '').trim()) || otherwise;

const entrySymbol = (document: TextDocument, item: unknown, index: number): DocumentSymbol[] => {
  const span = spanOf(item);
  if (span === null) return [];
  const id = child(item, 'id') ?? child(item, 'instance_id');
  const own = scalarText(id) ?? scalarText(item) ?? scalarText(child(item, 'path'));
  const range = rangeOf(document, span);
  const detail = scalarText(child(item, 'question')) ?? scalarText(child(item, 'title'));
  return [
    {
      name: nameOf(own, `${index + 1}`),
      kind: SymbolKind.Object,
      range,
      selectionRange: rangeOf(document, spanOf(id) ?? [span[0], span[0]]),
      ...(detail === null ? {} : { detail: nameOf(detail, '') }),
    },
  ];
};

const entriesOf = (document: TextDocument, node: unknown): DocumentSymbol[] =>
  isSeq(node) ? node.items.slice(0, mostEntries).flatMap((item, index) => entrySymbol(document, item, index)) : [];

const fieldsOf = (document: TextDocument, node: unknown, depth: number): DocumentSymbol[] =>
  isMap(node) ? node.items.flatMap((pair) => fieldSymbol(document, pair, depth)) : [];

const fieldSymbol = (document: TextDocument, { key, value }: Pair, depth: number): DocumentSymbol[] => {
  const name = spanOf(key);
  if (name === null) return [];
  const detail = scalarText(value);
  const end = Math.max(name[1], spanOf(value)?.[1] ?? 0);
  return [
    {
      name: nameOf(keyText(key), '?'),
      kind: isSeq(value) ? SymbolKind.Array : isMap(value) ? SymbolKind.Module : SymbolKind.Property,
      range: rangeOf(document, [name[0], end]),
      selectionRange: rangeOf(document, name),
      children: isSeq(value) ? entriesOf(document, value) : depth > 0 ? fieldsOf(document, value, depth - 1) : [],
      ...(detail === null ? {} : { detail: nameOf(detail, '') }),
    },
  ];
};

/** The outline of a document: its sections, the fields of each, and the entries of lists by their ids. */
export const yamlSymbols = (document: TextDocument, root: unknown): DocumentSymbol[] =>
  isSeq(root) ? entriesOf(document, root) : fieldsOf(document, root, 1);

import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Position,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { shownName } from '../shownWords';
import type { StudyContext } from '../studyContext';
import { fieldsOffered } from './fieldWords';
import { type RowAt, rowAt } from './idAt';
import { isIdPlace, type PlaceInRow } from './placeInRow';
import type { RowDocuments } from './rowDocuments';
import { fieldsetOf } from './text/jsonSpans';
import { rangeOf, type Span } from './text/rowSheet';

/** Entries of one answer; with more the editor asks again while one types. */
const mostOffered = 200;

const none: CompletionList = { isIncomplete: false, items: [] };

/** Ids where an instance is named, names of its tests in the lists of a report, names of fields that a row lacks. */
export const rowCompletion = async (
  rows: RowDocuments,
  study: StudyContext,
  document: TextDocument,
  position: Position,
): Promise<CompletionList> => {
  const row = rowAt(rows, document, position);
  if (!row?.place) return none;
  const { place } = row;
  if (place.isKey) return place.path.length === 1 ? fieldNames(row, place) : none;
  if (isIdPlace(row.kind, place.path) && row.kind !== 'instance')
    return offer(row, place, study.ids(), (id) => titleOf(study, id));
  if (row.kind === 'report' && place.path[0] === 'tests_status' && place.path.length === 4)
    return offer(row, place, await testNames(study, row, String(place.path[1])), () => null);
  return none;
};

const titleOf = (study: StudyContext, id: string): string | null => study.find(id)?.row.title ?? null;

/** Tests of the row's own instance: the lists of the group, all of them in the groups that count for nothing. */
const testNames = async (study: StudyContext, row: RowAt, group: string): Promise<readonly string[]> => {
  const id = row.facts.id ?? row.piece.key ?? idWritten(row.piece.text);
  const instance = id === null ? null : await study.instanceSoon(id);
  const [fail, pass] = [instance?.failToPass ?? [], instance?.passToPass ?? []];
  if (group === 'FAIL_TO_PASS') return fail;
  return group === 'PASS_TO_PASS' ? pass : [...fail, ...pass];
};

/** The id of a row that is being written and can't be read as a whole. */
const idWritten = (text: string): string | null => {
  const span = fieldsetOf(text).fields.get('instance_id')?.value;
  try {
    const value: unknown = span ? JSON.parse(text.slice(span.start, span.end)) : null;
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
};

/** What is replaced: between the quotes where the caret stands in a text, else what stands there without quotes. */
const target = ({ piece, offset }: RowAt, { node }: PlaceInRow): { readonly span: Span; readonly quoted: boolean } => {
  if (!node) return { span: { start: offset, end: offset }, quoted: false };
  if (piece.text[node.span.start] !== '"') return { span: node.span, quoted: false };
  const start = node.span.start + 1;
  const closed = node.span.end > start && piece.text[node.span.end - 1] === '"';
  return { span: { start, end: closed ? Math.max(node.span.end - 1, offset) : offset }, quoted: true };
};

const typedIn = ({ piece, offset }: RowAt, { start }: Span): string =>
  offset > start ? piece.text.slice(start, offset) : '';

const offer = (
  row: RowAt,
  place: PlaceInRow,
  names: readonly string[],
  detail: (name: string) => string | null,
): CompletionList => {
  const { span, quoted } = target(row, place);
  const range = rangeOf(row.sheet, row.at, span);
  const typed = typedIn(row, span).toLowerCase();
  const items: CompletionItem[] = [];
  for (const name of names) {
    if (!name.toLowerCase().includes(typed)) continue;
    if (items.length === mostOffered) return { isIncomplete: true, items };
    const written = JSON.stringify(name);
    const words = detail(name);
    items.push({
      label: shownName(name),
      kind: CompletionItemKind.Value,
      ...(words === null ? {} : { detail: shownName(words) }),
      filterText: quoted ? written.slice(1, -1) : written,
      textEdit: { range, newText: quoted ? written.slice(1, -1) : written },
    });
  }
  return { isIncomplete: false, items };
};

const fieldNames = (row: RowAt, place: PlaceInRow): CompletionList => {
  const { span, quoted } = target(row, place);
  const range = rangeOf(row.sheet, row.at, span);
  const { fields } = fieldsetOf(row.piece.text);
  const missing = fieldsOffered(row.kind).filter(([name]) => !fields.has(name) || name === place.node?.value);
  const items = missing.map(([name, words], at): CompletionItem => {
    const newText = quoted ? name : `"${name}": `;
    const sortText = String(at).padStart(3, '0');
    return {
      label: name,
      kind: CompletionItemKind.Field,
      detail: words,
      sortText,
      filterText: newText,
      textEdit: { range, newText },
    };
  });
  return { isIncomplete: false, items };
};

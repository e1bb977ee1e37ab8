import { type CompletionItem, CompletionItemKind, type CompletionList } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { FieldShape } from '../../core/shared/fieldShape';
import type { FieldPath } from '../../core/shared/yamlPlaces';
import { shownName } from '../shownWords';
import { rangeOf } from './problemDiagnostics';
import { fieldsAt, shapesAt } from './shapeAt';
import { shapeWords } from './shapeWords';
import { mostOffered, type OfferedName } from './studyNames';
import type { YamlCursor } from './yamlCursor';
import type { YamlFormat } from './yamlFormat';

/** Values that take more than the format to know: ids, paths, words of labels. */
export type NameSource = (
  shape: FieldShape,
  path: FieldPath,
  written: string,
) => readonly OfferedName[] | Promise<readonly OfferedName[]>;

const wholeBlocks: ReadonlySet<FieldShape['type']> = new Set(['block', 'map', 'paths']);

/** What stands behind a field's name: a blank before a value, a bracket where a list begins. */
const behind = (shape: FieldShape): string => (wholeBlocks.has(shape.type) ? ':' : ': ');

const fieldItems = (document: TextDocument, format: YamlFormat, cursor: YamlCursor): CompletionItem[] => {
  const { block, hasColon } = cursor;
  if (block === null) return [];
  const fields = fieldsAt(format, block.path).filter(({ name }) => !block.has.includes(name));
  return fields.map(({ name, of, required }, at) => ({
    label: name,
    kind: CompletionItemKind.Property,
    detail: `${shapeWords(of)}${required ? ' (required)' : ''}`,
    documentation: format.words([...block.path, name])?.does ?? '',
    sortText: `${required ? '0' : '1'}${String(at).padStart(3, '0')}`,
    textEdit: {
      range: rangeOf(document, cursor.word),
      newText: hasColon ? name : `${name}${behind(of)}`,
    },
  }));
};

const fixedNames = (shape: FieldShape): readonly OfferedName[] => {
  if (shape.type === 'choice') return shape.values.map((name) => ({ name }));
  return shape.type === 'boolean' ? [{ name: 'true' }, { name: 'false' }] : [];
};

/** A name that YAML would read as something else stands between quotes. */
const quoted = (name: string, isQuoted: boolean): string => {
  if (isQuoted || /^[A-Za-z0-9_./][\w./@+-]*(?:[ \w./@+-]*[\w./@+-])?$/.test(name)) return name;
  return JSON.stringify(name);
};

const valueItem = (document: TextDocument, cursor: YamlCursor, { name, detail }: OfferedName): CompletionItem => ({
  label: shownName(name),
  kind: name.endsWith('/') ? CompletionItemKind.Folder : CompletionItemKind.Value,
  sortText: '2',
  filterText: name,
  textEdit: { range: rangeOf(document, cursor.word), newText: quoted(name, cursor.isQuoted) },
  ...(detail === undefined ? {} : { detail: shownName(detail) }),
});

/** Fields (the missing ones, required first) and values that can be written at the cursor. */
export const yamlCompletion = async (
  document: TextDocument,
  format: YamlFormat,
  cursor: YamlCursor | null,
  names: NameSource,
): Promise<CompletionList> => {
  if (cursor === null) return { isIncomplete: false, items: [] };
  const offered = new Map<string, OfferedName>();
  const value = cursor.value;
  for (const shape of value === null ? [] : shapesAt(format, value))
    for (const one of [...fixedNames(shape), ...(await names(shape, value ?? [], cursor.written))])
      if (!offered.has(one.name)) offered.set(one.name, one);
  const values = [...offered.values()].map((one) => valueItem(document, cursor, one));
  const items = [...fieldItems(document, format, cursor), ...values];
  // Paths grow by folders and ids are cut: what is typed next asks again.
  return { isIncomplete: offered.size >= mostOffered || values.some(({ label }) => label.includes('/')), items };
};

import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Position,
  SymbolKind,
} from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { labelFields } from '../../core/dataset/labels/labelWords';
import { readYaml } from '../../core/shared/yamlDocument';
import type { TextSpan } from '../../core/shared/yamlPlaces';
import type { DocumentKind } from '../documentKind';
import { documentPath } from '../documentPath';
import { instancePlace } from '../rows/instancePlace';
import { shownName } from '../shownWords';
import type { StudyContext } from '../studyContext';
import { instanceHover } from './instanceHover';
import { type LabelCell, labelCellAt, recordsOf } from './labelCell';
import { isLabelText, LabelProblems } from './labelProblems';
import { diagnosticsOf, rangeOf } from './problemDiagnostics';
import { labelValues, mostOffered, namesOf, type OfferedName } from './studyNames';
import { meantActions } from './yamlActions';
import type { YamlPorts } from './yamlPorts';
import { yamlSymbols } from './yamlSymbols';

/** A label file of more is only checked. */
const mostRead = 4 * 1024 * 1024;

const namesFor = (context: StudyContext, cell: LabelCell): readonly OfferedName[] => {
  if (cell.name === 'instance_id') return namesOf(context, null, 'instance', cell.written);
  if (cell.name === 'field') return labelFields.map(({ field, title }) => ({ name: field, detail: title }));
  return cell.name === 'value' && cell.field !== null ? labelValues(context, cell.field) : [];
};

const completion = (context: StudyContext, document: TextDocument, position: Position): CompletionList => {
  const cell = labelCellAt(document, position);
  if (cell === null) return { isIncomplete: false, items: [] };
  const found = namesFor(context, cell);
  const items = found.map(
    ({ name, detail }): CompletionItem => ({
      label: shownName(name),
      filterText: name,
      kind: CompletionItemKind.Value,
      textEdit: { range: rangeOf(document, cell.word), newText: name },
      ...(detail === undefined ? {} : { detail: shownName(detail) }),
    }),
  );
  return { isIncomplete: found.length >= mostOffered, items };
};

const csvSymbols = (document: TextDocument) =>
  recordsOf(document)
    .slice(1, 2001)
    .flatMap(({ fields, spans }) => {
      const row: TextSpan = [spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0];
      const range = rangeOf(document, row);
      const name = shownName(fields[0]?.trim() ?? '');
      const detail = shownName(fields.slice(1, 3).join(' '));
      return name === '' ? [] : [{ name, detail, kind: SymbolKind.Object, range, selectionRange: range }];
    });

/** A study's label file: CSV or YAML, by its fields. */
export const labelKind = (context: StudyContext, ports: YamlPorts): DocumentKind => {
  const problems = new LabelProblems(context, ports);
  const isSmall = (document: TextDocument): boolean => document.getText().length <= mostRead;
  const idAt = (document: TextDocument, position: Position): LabelCell | null => {
    const cell = isSmall(document) ? labelCellAt(document, position) : null;
    return cell?.name === 'instance_id' ? cell : null;
  };
  return {
    matches: (document) => {
      // Asked of every document at every question: the text of one of 45 MB is not put together for its name's sake.
      const path = documentPath(document.uri);
      return /\.(?:csv|ya?ml)$/i.test(path) && isLabelText(path, document.getText());
    },
    diagnostics: (document) => diagnosticsOf(document, problems.of(document)),
    hover: (document, position) => {
      const cell = idAt(document, position);
      const value = cell && instanceHover(context, cell.whole);
      return cell && value ? { contents: { kind: 'markdown', value }, range: rangeOf(document, cell.word) } : null;
    },
    completion: (document, position) =>
      isSmall(document) ? completion(context, document, position) : { isIncomplete: false, items: [] },
    definition: (document, position) => {
      const cell = idAt(document, position);
      const known = cell && context.find(cell.whole);
      return known ? instancePlace(context, known) : null;
    },
    symbols: (document) => {
      if (!isSmall(document)) return [];
      return /\.csv$/i.test(documentPath(document.uri))
        ? csvSymbols(document)
        : yamlSymbols(document, readYaml(document.getText()).document.contents);
    },
    codeActions: (document, range) => meantActions(document, problems.of(document), range),
    closed: (uri) => problems.close(uri),
  };
};

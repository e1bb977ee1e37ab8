import type { CodeAction, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { readYaml } from '../../core/shared/yamlDocument';
import { type FieldPath, pathOfField } from '../../core/shared/yamlPlaces';
import { nameOf } from '../../core/study/studyPath';
import { child, itemsOf, textOf } from '../../core/study/yamlValues';
import { readRubricText } from '../../io/store/rubricFile';
import type { DocumentKind } from '../documentKind';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { insertFirst } from './insertField';
import { type NodeAt, nodeAt } from './nodeAt';
import { diagnosticOf, diagnosticsOf, type Placed, placedRubric, rangeOf } from './problemDiagnostics';
import { shapesAt } from './shapeAt';
import { namesOf } from './studyNames';
import { editing, meantActions, touches } from './yamlActions';
import { type NameSource, yamlCompletion } from './yamlCompletion';
import { yamlCursor } from './yamlCursor';
import { rubricFormat } from './yamlFormat';
import { fieldHover, hoverOf } from './yamlHover';
import { yamlSymbols } from './yamlSymbols';

interface ReadRubric {
  readonly version: number;
  readonly root: unknown;
  readonly problems: readonly Placed[];
}

/** A rubric has some pages; what is longer is none, and is left alone. */
const most = 256 * 1024;

const read = (document: TextDocument): ReadRubric => {
  const text = document.getText();
  if (text.length > most) return { version: document.version, root: null, problems: [] };
  const { problems } = readRubricText(text, nameOf(documentPath(document.uri)));
  return { version: document.version, root: readYaml(text).document.contents, problems: problems.map(placedRubric) };
};

const criteriaOf = (root: unknown): readonly unknown[] => itemsOf(child(root, 'criteria'));

const names =
  (context: StudyContext, root: unknown): NameSource =>
  (shape) => {
    if (!('refers' in shape) || shape.refers === undefined) return [];
    if (shape.refers !== 'criterion') return namesOf(context, null, shape.refers, '');
    return criteriaOf(root).flatMap((item) => {
      const name = textOf(child(item, 'id'));
      const question = textOf(child(item, 'question'));
      return name === null ? [] : [question === null ? { name } : { name, detail: question }];
    });
  };

/** Where a criterion is declared that a condition looks at. */
const criterionAt = (document: TextDocument, root: unknown, at: NodeAt) => {
  const refers = shapesAt(rubricFormat, at.path).some((shape) => 'refers' in shape && shape.refers === 'criterion');
  const name = at.isKey || !refers ? null : textOf(at.node);
  const found = criteriaOf(root).find((item) => name !== null && textOf(child(item, 'id')) === name);
  const range = (child(found, 'id') as { readonly range?: readonly number[] } | null)?.range;
  return range ? { uri: document.uri, range: rangeOf(document, [range[0] ?? 0, range[1] ?? 0]) } : null;
};

const nodeOf = (root: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((node, step) => (typeof step === 'number' ? itemsOf(node)[step] : child(node, step)), root);

/** Fields that are missing in the range, to be filled in. */
const insertMissing = (
  document: TextDocument,
  root: unknown,
  problems: readonly Placed[],
  range: Range,
): CodeAction[] =>
  problems
    .filter((one) => / is missing; /.test(one.message) && touches(rangeOf(document, one.range), range))
    .flatMap((one) => {
      const path = pathOfField(one.field ?? '');
      const name = String(path.at(-1));
      const edit = insertFirst(document, nodeOf(root, path.slice(0, -1)), name, '');
      const diagnostics = [diagnosticOf(document, one)];
      return edit === null ? [] : [{ ...editing(document, `Insert ${name}`, [edit]), diagnostics }];
    });

/** A rubric, by its schema. */
export const rubricKind = (context: StudyContext): DocumentKind => {
  const kept = new Map<string, ReadRubric>();
  const of = (document: TextDocument): ReadRubric => {
    const known = kept.get(document.uri);
    const rubric = known?.version === document.version ? known : read(document);
    kept.set(document.uri, rubric);
    return rubric;
  };
  return {
    matches: (document) =>
      /\.ya?ml$/.test(documentPath(document.uri)) && /^schema:\s*["']?touchstone-rubric\//m.test(document.getText()),
    diagnostics: (document) => diagnosticsOf(document, of(document).problems),
    hover: (document, position) => {
      const at = nodeAt(of(document).root, document.offsetAt(position));
      return at && hoverOf(document, at, fieldHover(rubricFormat, at.path));
    },
    completion: (document, position) => {
      const cursor = yamlCursor(document.getText(), document.offsetAt(position));
      return yamlCompletion(document, rubricFormat, cursor, names(context, of(document).root));
    },
    definition: (document, position) => {
      const { root } = of(document);
      const at = nodeAt(root, document.offsetAt(position));
      return at && criterionAt(document, root, at);
    },
    symbols: (document) => yamlSymbols(document, of(document).root),
    codeActions: (document, range) => {
      const { root, problems } = of(document);
      return [...meantActions(document, problems, range), ...insertMissing(document, root, problems, range)];
    },
    closed: (uri) => kept.delete(uri),
  };
};

import type { Hover, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { labelFields, labelsInWords } from '../../core/dataset/labels/labelWords';
import { readAnyRow } from '../../core/dataset/readAnyRow';
import type { Instance, Labels } from '../../core/instance/instance';
import { nameOf } from '../../core/study/studyPath';
import type { KnownInstance, StudyContext } from '../studyContext';
import { fieldWords } from './fieldWords';
import { idAt, type RowAt, rowAt } from './idAt';
import { plain } from './markdownText';
import { parseRow } from './parseRow';
import type { RowDocuments } from './rowDocuments';
import { rangeOf } from './text/rowSheet';

/** On an id the instance, on a field's name what the field is. */
export const rowHover = async (
  rows: RowDocuments,
  study: StudyContext,
  document: TextDocument,
  position: Position,
): Promise<Hover | null> => {
  const row = rowAt(rows, document, position);
  if (row === null) return null;
  const found = idAt(row);
  if (found) {
    const value = await instanceWords(study, row, found.id);
    return value === null ? null : { contents: { kind: 'markdown', value }, range: found.range };
  }
  return fieldHover(row);
};

const fieldHover = ({ sheet, kind, at, place }: RowAt): Hover | null => {
  if (!place?.isKey || !place.node) return null;
  const words = fieldWords(kind, String(place.path.at(-1)));
  if (words === null) return null;
  return { contents: { kind: 'markdown', value: plain(words) }, range: rangeOf(sheet, at, place.node.span) };
};

/** What is known of the instance; of a row that is one and stands in no dataset of the study, what it says itself. */
const instanceWords = async (study: StudyContext, row: RowAt, id: string): Promise<string | null> => {
  const known = study.find(id);
  const instance = known ? await study.instanceSoon(id) : ownInstance(row);
  if (!known && !instance) return null;
  const lines = [`**${plain(id)}**`, ...titleLines(known, instance, row), ...factLines(known, instance)];
  return lines.join('  \n');
};

const ownInstance = ({ facts, piece }: RowAt): Instance | null => {
  const parsed = facts.is === 'instance' ? parseRow(piece.text) : null;
  const reading = parsed && readAnyRow(parsed.value, '');
  return reading?.kind === 'instance' ? reading.instance : null;
};

const titleLines = (known: KnownInstance | null, instance: Instance | null, { facts }: RowAt): string[] => {
  const title = known?.row.title ?? (instance && facts.is === 'instance' ? facts.title : null);
  return title === null ? [] : [plain(title)];
};

const factLines = (known: KnownInstance | null, instance: Instance | null): string[] => {
  const repo = known?.row.repo ?? instance?.repo ?? null;
  const commit = instance?.baseCommit ?? null;
  const place = [
    ...(repo === null ? [] : [plain(repo)]),
    ...(commit === null ? [] : [`base ${plain(commit.slice(0, 10))}`]),
  ];
  const tests = [testWords('FAIL_TO_PASS', instance?.failToPass), testWords('PASS_TO_PASS', instance?.passToPass)];
  return [
    place.join(' at '),
    labelWords(known?.row.labels ?? instance?.labels ?? {}),
    tests.filter((words) => words !== '').join(' · '),
    known ? `${plain(nameOf(known.dataset.path))}, row ${known.row.span?.line ?? known.place}` : '',
  ].filter((line) => line !== '');
};

const testWords = (name: string, tests: readonly string[] | null | undefined): string =>
  tests ? `${tests.length} ${plain(name)}` : '';

const labelWords = (labels: Labels): string =>
  labelFields
    .filter(({ key }) => (labels[key] ?? []).length > 0)
    .map(({ key, title }) => {
      const inferred = labels[key]?.some(({ source }) => source === 'inferred') ? ' (inferred)' : '';
      return `${title}: ${plain(labelsInWords(key, labels[key]))}${inferred}`;
    })
    .join(' · ');

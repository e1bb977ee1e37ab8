import { randomInt } from 'node:crypto';
import { basename, dirname } from 'node:path';
import type { CodeAction, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMap, isScalar } from 'yaml';
import type { ReadStudy } from '../../app/studyFile';
import { type FieldPath, pathOfField } from '../../core/shared/yamlPlaces';
import { joinPath } from '../../core/study/studyPath';
import { child, itemsOf } from '../../core/study/yamlValues';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { insertFirst, insertLast } from './insertField';
import { diagnosticOf, type Placed, rangeOf } from './problemDiagnostics';
import { editing, meantActions, replacing, touches } from './yamlActions';

/** Files above this are not hashed for an action that may never be taken. */
const mostHashed = 64 * 1024 * 1024;

const nodeOf = (root: unknown, path: FieldPath): unknown =>
  path.reduce<unknown>((node, step) => (typeof step === 'number' ? itemsOf(node)[step] : child(node, step)), root);

const idFor = (document: TextDocument): string =>
  basename(dirname(documentPath(document.uri)))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 64) || 'study';

const firstValue = (document: TextDocument, field: string): string => {
  if (field === 'touchstone') return '1';
  if (field === 'study' || field === 'study.id') return idFor(document);
  return field.endsWith('.match') ? '{ }' : '';
};

/** S003: the missing field, to be filled in. */
const insertMissing = (document: TextDocument, read: ReadStudy, fault: Placed): CodeAction[] => {
  const path = pathOfField(fault.field ?? '');
  const name = String(path.at(-1));
  const map = nodeOf(read.faults.places.root, path.slice(0, -1));
  const edit = insertFirst(document, map, name, firstValue(document, fault.field ?? ''));
  return edit === null ? [] : [{ ...editing(document, `Insert ${name}`, [edit]), isPreferred: true }];
};

/** W102: a seed, drawn now. */
const writeSeed = (document: TextDocument, read: ReadStudy): CodeAction[] => {
  const study = child(read.faults.places.root, 'study');
  const seed = String(randomInt(1, 2 ** 31));
  if (isScalar(study) && study.range) {
    const [start, end] = study.range;
    const text = document.getText().slice(start, end);
    return [editing(document, 'Write a seed', [replacing(document, [start, end], `\n  id: ${text}\n  seed: ${seed}`)])];
  }
  const edit = isMap(study) ? insertLast(document, study, 'seed', seed) : null;
  return edit === null ? [] : [editing(document, 'Write a seed', [edit])];
};

const faultActions = (document: TextDocument, read: ReadStudy, fault: Placed): CodeAction[] => {
  const actions = fault.code === 'S003' ? insertMissing(document, read, fault) : [];
  const seeds = fault.code === 'W102' ? writeSeed(document, read) : [];
  return [...actions, ...seeds].map((action) => ({ ...action, diagnostics: [diagnosticOf(document, fault)] }));
};

export type HashOf = (path: string) => Promise<string>;

/** The content of a dataset without a pin, pinned. */
const addPins = async (
  document: TextDocument,
  read: ReadStudy,
  context: StudyContext,
  hash: HashOf,
  range: Range,
): Promise<CodeAction[]> => {
  const items = itemsOf(child(read.faults.places.root, 'datasets'));
  for (const [index, said] of (read.study?.datasets ?? []).entries()) {
    const item = items[index];
    const place = rangeOf(document, read.faults.places.ofPath(['datasets', index]));
    if (said.sha256 !== null || !touches(place, range)) continue;
    const path = joinPath(read.folder, said.path);
    const found = await context.ports.files.stat(path).catch(() => null);
    if (found?.kind !== 'file' || found.bytes > mostHashed) continue;
    const value = JSON.stringify(await hash(path));
    const title = `Pin the content of ${said.path}`;
    if (isMap(item)) {
      const edit = insertLast(document, item, 'sha256', value);
      return edit === null ? [] : [{ ...editing(document, title, [edit]), kind: 'refactor.rewrite' }];
    }
    const span = read.faults.places.ofPath(['datasets', index]);
    const text = `{ path: ${document.getText().slice(...span)}, sha256: ${value} }`;
    return [{ ...editing(document, title, [replacing(document, span, text)]), kind: 'refactor.rewrite' }];
  }
  return [];
};

/** What mends faults in the range, what is missing, and the pin of a dataset. */
export const studyActions = async (
  document: TextDocument,
  read: ReadStudy,
  placed: readonly Placed[],
  range: Range,
  context: StudyContext,
  hash: HashOf,
): Promise<CodeAction[]> => {
  const here = placed.filter((one) => touches(rangeOf(document, one.range), range));
  return [
    ...meantActions(document, here, range),
    ...here.flatMap((one) => faultActions(document, read, one)),
    ...(await addPins(document, read, context, hash, range)),
  ];
};

import { pathToFileURL } from 'node:url';
import type { Location, Position } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { aliasOf } from '../../core/instance/instanceAlias';
import { joinPath } from '../../core/study/studyPath';
import { documentPath } from '../documentPath';
import type { StudyContext } from '../studyContext';
import { idAt, rowAt } from './idAt';
import { instancePlace } from './instancePlace';
import type { RowDocuments } from './rowDocuments';

/** Reports of one prediction that are offered; repeats have one each. */
const mostReports = 10;

/** From an id to its row; from a prediction's also to the reports of its evaluations. */
export const rowDefinition = async (
  rows: RowDocuments,
  study: StudyContext,
  document: TextDocument,
  position: Position,
): Promise<Location[]> => {
  const row = rowAt(rows, document, position);
  const found = row && idAt(row);
  if (!row || !found) return [];
  const known = study.find(found.id);
  const instance = known ? [await instancePlace(study, known)] : [];
  return row.kind === 'prediction' ? [...instance, ...(await reportsOf(study, document.uri, found.id))] : instance;
};

/** Reports on the instance: of the run whose predictions the document holds, of all runs where it is none's. */
const reportsOf = async (study: StudyContext, uri: string, id: string): Promise<Location[]> => {
  const { runs, evaluations } = study.study;
  const path = documentPath(uri);
  const run = runs.find((each) => each.path === path);
  const own = evaluations.filter(
    ({ instanceId, runId }) => aliasOf(instanceId) === aliasOf(id) && (run === undefined || run.id === runId),
  );
  const files = own.slice(0, mostReports).map(({ folder }) => joinPath(folder, 'report.json'));
  const there = await Promise.all(
    files.map(async (file) => (await study.ports.files.stat(file).catch(() => null))?.kind === 'file'),
  );
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
  return files.filter((_, at) => there[at]).map((file) => ({ uri: pathToFileURL(file).href, range }));
};

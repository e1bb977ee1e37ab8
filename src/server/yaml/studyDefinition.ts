import { pathToFileURL } from 'node:url';
import type { Location } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { predictionsIn } from '../../app/openStudyRuns';
import { isInside } from '../../app/studyFaults/pathFaults';
import type { ReadStudy } from '../../app/studyFile';
import { shippedRubrics } from '../../core/review/rubric/shippedRubrics';
import type { FieldShape, Reference } from '../../core/shared/fieldShape';
import type { FilePort } from '../../core/shared/files';
import { joinPath, staysInside } from '../../core/study/studyPath';
import { child, itemsOf, textOf } from '../../core/study/yamlValues';
import { instancePlace } from '../rows/instancePlace';
import type { StudyContext } from '../studyContext';
import type { NodeAt } from './nodeAt';
import { rangeOf } from './problemDiagnostics';
import { shapesAt } from './shapeAt';
import { studyFormat } from './yamlFormat';

const firstLine = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

const fileAt = async (files: FilePort, path: string): Promise<Location[]> => {
  const kind = (await files.stat(path))?.kind;
  const file = kind === 'folder' ? await predictionsIn(files, path) : kind === 'file' ? path : null;
  if (file === null || (await files.stat(file))?.kind !== 'file') return [];
  return [{ uri: pathToFileURL(file).href, range: firstLine }];
};

/** The file that a path leads to; of a run's folder its predictions, of a rubric's id the rubric. */
const fileOf = async (
  files: FilePort,
  read: ReadStudy,
  shape: Extract<FieldShape, { type: 'path' }>,
  said: string,
  rubrics: string,
): Promise<Location[]> => {
  if (!shape.outside && !staysInside(said)) return [];
  const path = joinPath(read.folder, said);
  if ((await files.stat(path)) !== null)
    return shape.outside || (await isInside(files, read.folder, path)) ? fileAt(files, path) : [];
  if (!shape.builtIn || !/^[a-z0-9-]+$/.test(said)) return [];
  const own = await fileAt(files, joinPath(read.folder, `rubrics/${said}.yaml`));
  return own.length > 0 || !shippedRubrics.includes(said) ? own : fileAt(files, joinPath(rubrics, `${said}.yaml`));
};

const sections: Partial<Record<Reference, string>> = {
  dataset: 'datasets',
  run: 'runs',
  rater: 'raters',
  judge: 'judges',
};

/** Where the same file declares what is referred to. */
const declared = (document: TextDocument, read: ReadStudy, kind: Reference, name: string): Location[] => {
  const section = sections[kind];
  const entries = kind === 'dataset' ? read.study?.datasets : kind === 'run' ? read.study?.runs : null;
  if (section === undefined) return [];
  const items = itemsOf(child(read.faults.places.root, section));
  const ids = entries?.map(({ id }) => id) ?? items.map((item) => textOf(item) ?? textOf(child(item, 'id')));
  const index = ids.indexOf(name);
  if (index < 0) return [];
  const item = items[index];
  const span = read.faults.places.ofPath(child(item, 'id') === null ? [section, index] : [section, index, 'id']);
  return [{ uri: document.uri, range: rangeOf(document, span) }];
};

/** From a path to its file, from an id to where it is declared, from an instance to its row. */
export const studyDefinition = async (
  document: TextDocument,
  read: ReadStudy,
  at: NodeAt,
  context: StudyContext,
  rubrics: string,
): Promise<Location[]> => {
  const said = at.isKey ? null : textOf(at.node);
  if (said === null) return [];
  for (const shape of shapesAt(studyFormat, at.path)) {
    if (shape.type === 'path') return fileOf(context.ports.files, read, shape, said, rubrics);
    const kind = 'refers' in shape ? shape.refers : undefined;
    if (kind === undefined) continue;
    const known = kind === 'instance' ? context.find(said) : null;
    return known ? [await instancePlace(context, known)] : declared(document, read, kind, said);
  }
  return [];
};

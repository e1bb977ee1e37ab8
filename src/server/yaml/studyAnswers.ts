import type { Hover } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ReadStudy } from '../../app/studyFile';
import { titleOfBenchmark } from '../../core/dataset/formats/benchmarkTitles';
import { rowFormats } from '../../core/dataset/formats/registry';
import { parserNames } from '../../core/evaluation/logs/registry';
import { shippedRubrics } from '../../core/review/rubric/shippedRubrics';
import type { FieldShape } from '../../core/shared/fieldShape';
import { textOf } from '../../core/study/yamlValues';
import { plain } from '../rows/markdownText';
import type { StudyContext } from '../studyContext';
import { instanceHover } from './instanceHover';
import type { NodeAt } from './nodeAt';
import { pathNames } from './pathNames';
import { shapesAt } from './shapeAt';
import { declaredNames, labelValues, namesOf } from './studyNames';
import type { NameSource } from './yamlCompletion';
import { studyFormat } from './yamlFormat';
import { fieldHover, hoverOf } from './yamlHover';

/** Ids, paths, parsers and words of labels that a study file may name. */
export const studyNames =
  (context: StudyContext, read: ReadStudy): NameSource =>
  async (shape, path, written) => {
    const { files } = context.ports;
    if (shape.type === 'parser') return parserNames.map((name) => ({ name }));
    if (shape.type === 'path') {
      const shipped = shape.builtIn ? shippedRubrics.map((name) => ({ name, detail: 'ships with Touchstone' })) : [];
      return [...shipped, ...(await pathNames(files, read.folder, written))];
    }
    const last = path.findLast((step) => typeof step === 'string') ?? '';
    if (path[0] === 'datasets' && last === 'format')
      return rowFormats.map(({ name, benchmark }) => ({ name, detail: titleOfBenchmark(benchmark) }));
    if (path[0] === 'judges' && last === 'rubric') return shippedRubrics.map((name) => ({ name: `${name}@1` }));
    if (path[0] === 'selection' && shape.type === 'text' && shape.refers === undefined)
      return labelValues(context, String(last));
    return 'refers' in shape && shape.refers ? namesOf(context, read.study, shape.refers, written) : [];
  };

const idHover = (context: StudyContext, read: ReadStudy, shape: FieldShape, name: string): string | null => {
  if (!('refers' in shape) || shape.refers === undefined) return null;
  if (shape.refers === 'instance') return instanceHover(context, name);
  const found = declaredNames(read.study, shape.refers).find((one) => one.name === name);
  return found ? `**${plain(name)}** (${shape.refers})${found.detail ? `  \n${plain(found.detail)}` : ''}` : null;
};

/** On a field's name what it does; on an id what it names. */
export const studyHover = (
  document: TextDocument,
  read: ReadStudy,
  at: NodeAt,
  context: StudyContext,
): Hover | null => {
  const said = at.isKey ? null : textOf(at.node);
  const ids = said === null ? [] : shapesAt(studyFormat, at.path).map((shape) => idHover(context, read, shape, said));
  return hoverOf(document, at, ids.find((words) => words !== null) ?? fieldHover(studyFormat, at.path));
};

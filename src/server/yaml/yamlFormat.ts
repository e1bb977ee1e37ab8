import { isScalar } from 'yaml';
import { conditionWords, rubricFieldWords } from '../../core/review/rubric/rubricFieldWords';
import { rubricFields, rubricRequired } from '../../core/review/rubric/rubricShape';
import type { FieldWords } from '../../core/shared/fieldWords';
import type { FieldPath } from '../../core/shared/yamlPlaces';
import { studyFieldWords } from '../../core/study/studyFieldWords';
import { studyFields, studyRequired } from '../../core/study/studySchema';
import type { FormatShape } from './shapeAt';

/** A YAML format of ours: its fields and what they do. */
export interface YamlFormat extends FormatShape {
  words(path: FieldPath): FieldWords | null;
}

const nameOf = (path: FieldPath): string => path.filter((step) => typeof step === 'string').join('.');

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(table, name) ? (table[name] ?? null) : null;

export const studyFormat: YamlFormat = {
  fields: studyFields,
  required: Object.keys(studyRequired),
  words: (path) => own(studyFieldWords, nameOf(path)),
};

const isCondition = (path: FieldPath): boolean =>
  path.some((step, at) => at < path.length - 1 && (step === 'showIf' || step === 'requiredIf')) ||
  (path[0] === 'consistency' && path.indexOf('when') >= 0 && path.indexOf('when') < path.length - 1);

/** `overall` has the fields of a criterion, and all lists of options are alike. */
const rubricWords = (path: FieldPath): FieldWords | null => {
  if (isCondition(path)) return own(conditionWords, String(path.at(-1)));
  const name = nameOf(path).replace(/^overall\./, 'criteria.');
  const option = name.replace(/^(?:taskDefect|failureMode)\.options\./, 'criteria.options.');
  return own(rubricFieldWords, option);
};

export const rubricFormat: YamlFormat = { fields: rubricFields, required: rubricRequired, words: rubricWords };

/** The text of a scalar as it was meant; null of anything else. */
export const scalarText = (node: unknown): string | null =>
  isScalar(node) && node.value !== null && node.value !== undefined ? String(node.source ?? node.value) : null;

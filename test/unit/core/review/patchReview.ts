import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { FormContext } from '../../../../src/core/review/form/formContext';
import { parseRubric } from '../../../../src/core/review/rubric/parseRubric';
import type { Rubric } from '../../../../src/core/review/rubric/rubric';

const folder = join(import.meta.dirname, '../../../../rubrics');

/** The values of a shipped rubric file, fresh on each call. */
// biome-ignore lint/suspicious/noExplicitAny: tests bend documents out of shape
export const documentOf = (id: string): any => parse(readFileSync(join(folder, `${id}.yaml`), 'utf8'));

export const rubricOf = (id: string): Rubric => {
  const { rubric } = parseRubric(documentOf(id));
  if (!rubric) throw new Error(`${id} is not valid`);
  return rubric;
};

export const contextWith = (...visible: readonly string[]): FormContext => ({
  visible: ['statement', 'model', ...visible],
  unit: { taskType: ['BF'] },
  points: [],
});

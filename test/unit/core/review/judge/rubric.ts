import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JudgeContext } from '../../../../../src/core/review/judge/readJudgeReply';
import type { Rubric } from '../../../../../src/core/review/rubric/rubric';
import { readRubricText } from '../../../../../src/io/store/rubricFile';

/** A rubric that ships. */
export const shipped = (id: string): Rubric => {
  const path = join(import.meta.dirname, '..', '..', '..', '..', '..', 'rubrics', `${id}.yaml`);
  const { rubric } = readRubricText(readFileSync(path, 'utf8'), id);
  if (!rubric) throw new Error(id);
  return rubric;
};

export const contextOf = (rubric: Rubric, steps: readonly number[] | null = null): JudgeContext => ({
  rubric,
  points: [],
  steps: steps === null ? null : new Set(steps),
  form: { visible: [], unit: {}, points: [] },
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rubricDocument } from '../../../../src/core/review/rubric/rubricDocument';
import { conditionWords, rubricFieldWords } from '../../../../src/core/review/rubric/rubricFieldWords';
import { rubricFields } from '../../../../src/core/review/rubric/rubricShape';
import { shippedRubrics } from '../../../../src/core/review/rubric/shippedRubrics';
import type { FieldShape, Fields } from '../../../../src/core/shared/fieldShape';
import { studyFieldWords } from '../../../../src/core/study/studyFieldWords';
import { studyFields } from '../../../../src/core/study/studySchema';
import { rubricFormat } from '../../../../src/server/yaml/yamlFormat';
import { root } from './yamlRig';

const inner = (shape: FieldShape): readonly Fields[] => {
  if (shape.type === 'block') return [shape.fields];
  if (shape.type === 'list') return [...inner(shape.of), ...(shape.plain ? inner(shape.plain) : [])];
  return shape.type === 'either' ? [...inner(shape.plain), ...inner(shape.block)] : [];
};

/** Every field of a format by its path; conditions hold themselves and are entered once. */
const paths = (fields: Fields, at: readonly string[] = []): readonly (readonly string[])[] =>
  Object.entries(fields).flatMap(([name, shape]) => {
    const path = [...at, name];
    const deep = at.includes('not') || at.includes('all') || at.includes('any');
    return [path, ...(deep ? [] : inner(shape).flatMap((one) => paths(one, path)))];
  });

describe('the words on fields', () => {
  it('are of every field of a study file, and of nothing else', () => {
    const names = paths(studyFields).map((path) => path.join('.'));
    expect(Object.keys(studyFieldWords).toSorted()).toEqual(names.toSorted());
  });

  it('are of every field of a rubric', () => {
    const without = paths(rubricFields).filter((path) => rubricFormat.words(path) === null);
    expect(without.map((path) => path.join('.'))).toEqual([]);
    expect(Object.keys({ ...rubricFieldWords, ...conditionWords }).length).toBeGreaterThan(60);
  });

  it('name the fields that the check of rubrics knows', () => {
    expect(Object.keys(rubricFields).toSorted()).toEqual(Object.keys(rubricDocument.def.shape).toSorted());
    const criterion = rubricDocument.def.shape.criteria.def.element.def.shape;
    const [fields] = inner(rubricFields['criteria'] as FieldShape);
    expect(Object.keys(fields ?? {}).toSorted()).toEqual(Object.keys(criterion).toSorted());
  });

  it('know the rubrics that ship', () => {
    const names = readdirSync(join(root, 'rubrics')).map((name) => name.replace(/\.yaml$/, ''));
    expect(shippedRubrics).toEqual(names.toSorted());
  });
});

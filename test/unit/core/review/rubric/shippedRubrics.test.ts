import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweCompassModes } from '../../../../../src/core/review/rubric/failureModes';
import { readRubricText } from '../../../../../src/io/store/rubricFile';

const folder = join(import.meta.dirname, '../../../../../rubrics');
const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

const read = (name: string) => readRubricText(readFileSync(join(folder, name), 'utf8'), name);

describe('the rubrics that ship', () => {
  it('are the eight of the design', () => {
    expect(names).toHaveLength(8);
  });

  it.each(names)('%s is valid', (name) => {
    const { rubric, hash, problems } = read(name);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(`${rubric?.id}.yaml`).toBe(name);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('give the failure modes the anchors of failure-analysis', () => {
    const asked = read('failure-analysis.yaml').rubric?.overall.options ?? [];
    const plain = asked.map(({ value, label, anchor }) => ({ value, label, anchor }));
    expect(sweCompassModes.map(({ value, label, anchor }) => ({ value, label, anchor }))).toEqual(plain);
  });
});

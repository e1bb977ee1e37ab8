import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instance } from '../../../src/core/instance/instance';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rubricsApi } from '../../../src/worker/rubricsApi';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const rubricFolder = path.resolve(import.meta.dirname, '../../../rubrics');
const typed = (type: string) =>
  ({ id: 'o__n-1', extra: {}, labels: { taskTypes: [{ value: type }] } }) as unknown as Instance;

let temp: TempFolder;
beforeEach(() => {
  temp = tempFolder();
});
afterEach(() => temp.remove());

const choiceFor = (type: string, unit: 'prediction' | 'instance' | 'trajectory', named = {}) =>
  rubricsApi({
    files: nodeFiles,
    rubricFolder,
    readInstance: async () => typed(type),
    namedBy: async () => ({ rubric: 'patch-review', ...named }),
  }).rubricsFor({
    datasetPath: '/d',
    instanceId: 'o__n-1',
    studyFolder: temp.path,
    unit,
    outcome: null,
    patchHash: null,
    rater: 'r1',
  });

const ids = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

describe('the rubric for an item', () => {
  it("is the study's own where it applies, the others at hand", async () => {
    const choice = await choiceFor('RF', 'prediction');
    expect(choice.own?.id).toBe('patch-review');
    expect(ids(choice.fitting)).toEqual(['patch-review', 'refactoring']);
  });

  it('is another where the study names one that does not apply, and says why', async () => {
    const choice = await choiceFor('TG', 'prediction');
    expect(choice).toMatchObject({ own: null, fitting: [{ name: 'test-quality' }] });
    expect(choice.why).toBe('patch-review rates BF, FE, FI, RF, PO; this item is TG. test-quality rates it.');
  });

  it('is by the task type where the study says so', async () => {
    const named = { rubricByTaskType: { RF: 'refactoring' } };
    expect((await choiceFor('RF', 'prediction', named)).own?.id).toBe('refactoring');
    expect((await choiceFor('BF', 'prediction', named)).own?.id).toBe('patch-review');
  });

  it('is task-quality for an instance and failure-analysis for a trajectory', async () => {
    expect(ids((await choiceFor('BF', 'instance')).fitting)).toEqual(['task-quality']);
    expect(ids((await choiceFor('BF', 'trajectory')).fitting)).toEqual(['failure-analysis']);
  });

  it("counts the files of the study's own folder, and leaves out one that can't be read", async () => {
    const text = fs.readFileSync(path.join(rubricFolder, 'task-quality.yaml'), 'utf8');
    fs.mkdirSync(path.join(temp.path, 'rubrics'));
    fs.writeFileSync(path.join(temp.path, 'rubrics/ours.yaml'), text.replace('id: task-quality', 'id: our-tasks'));
    fs.writeFileSync(path.join(temp.path, 'rubrics/broken.yaml'), 'id: [');
    const { fitting } = await choiceFor('BF', 'instance');
    expect(fitting.map(({ name }) => name)).toEqual(['rubrics/ours.yaml', 'task-quality']);
  });
});

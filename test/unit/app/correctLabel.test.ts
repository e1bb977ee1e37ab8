import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { correctLabel, labelsOf } from '../../../src/app/correctLabel';
import { openStudy } from '../../../src/app/openStudy';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { correctionsOf, withCorrections } from '../../../src/core/dataset/labels/correctLabels';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { writeTextFile } from '../../../src/io/store/writeTextFile';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
let dataset: string;
const study = '# our study\r\ntouchstone: 1\r\nstudy: mine\r\ndatasets: [data.jsonl]\r\nrubric: patch-review';

beforeEach(() => {
  folder = tempFolder();
  dataset = folder.write(
    'data.jsonl',
    jsonLines([instanceRow('a__b-1'), instanceRow('a__b-2', { difficulty: 'easy' })]),
  );
});
afterEach(() => folder.remove());

const text = (name: string): string => readFileSync(path.join(folder.path, name), 'utf8');
const correct = (
  instanceId: string,
  key: 'taskTypes' | 'languages' | 'difficulty',
  value: string,
  reason: string | null = null,
) =>
  correctLabel(
    { files: nodeFiles, writeText: writeTextFile },
    {
      studyFolder: folder.path,
      datasetPath: dataset,
      correction: { instanceId, key, values: [value], by: 'elm', reason },
    },
  );

describe('correcting a label', () => {
  it('makes the label file, names it in the study file, and keeps all that stands there', async () => {
    folder.write('touchstone.yaml', study);
    expect(await correct('a__b-1', 'taskTypes', 'BF', 'it says "broken", twice')).toMatchObject({ isNew: true });
    expect(text('touchstone.yaml')).toBe(`${study}\r\nlabels: "labels.csv"\r\n`);
    expect(text('labels.csv')).toBe(
      'instance_id,field,value,by,reason\na__b-1,taskType,BF,elm,"it says ""broken"", twice"\n',
    );
    expect(await correct('a__b-1', 'languages', 'Go')).toMatchObject({ isNew: false });
    const opened = await openStudy({ files: nodeFiles, sha256 }, folder.path);
    expect(opened.problems).toEqual([]);
    const instance = await readInstance(nodeFiles, dataset, 'a__b-1');
    const corrections = correctionsOf({ corrections: opened.corrections ?? [] }, 'labels.csv');
    expect(instance && withCorrections(instance, corrections).labels).toMatchObject({
      taskTypes: [{ value: 'BF', source: 'corrected' }],
      languages: [{ value: 'Go', source: 'corrected', why: 'corrected by elm (before: JavaScript)' }],
    });
  });

  it('asks for a reason where the data has a label of its own, and writes nothing', async () => {
    folder.write('touchstone.yaml', study);
    await expect(correct('a__b-2', 'difficulty', 'hard')).rejects.toThrow('needs a reason');
    expect(text('touchstone.yaml')).toBe(study);
    await correct('a__b-2', 'difficulty', 'hard', 'took two days');
    expect(text('labels.csv')).toContain('a__b-2,difficulty,hard,elm,took two days');
  });

  it("adds to a label file in its own form: other columns' order, CRLF, no last line end, YAML", async () => {
    folder.write('touchstone.yaml', `${study}\nlabels: mine.txt\n`);
    folder.write('mine.txt', 'field,instance_id,value\r\nlanguage,a__b-2,Go');
    await correct('a__b-1', 'languages', 'Rust');
    expect(text('mine.txt')).toBe('field,instance_id,value\r\nlanguage,a__b-2,Go\r\nlanguage,a__b-1,Rust\r\n');
    folder.write('mine.txt', '# ours\n- { instance_id: a__b-2, field: language, value: Go }\n');
    await correct('a__b-1', 'languages', 'Rust', 'a: "b"');
    const opened = await openStudy({ files: nodeFiles, sha256 }, folder.path);
    expect(opened.corrections).toMatchObject([{ instanceId: 'a__b-2' }, { instanceId: 'a__b-1', reason: 'a: "b"' }]);
    expect(text('mine.txt')).toContain('# ours\n');
  });

  it('writes nothing where it would not be read back', async () => {
    await expect(correct('a__b-1', 'languages', 'Go')).rejects.toThrow('touchstone.yaml first');
    folder.write('touchstone.yaml', `{ touchstone: 1, study: mine, datasets: [data.jsonl] }\n`);
    await expect(correct('a__b-1', 'languages', 'Go')).rejects.toThrow('yourself');
    folder.write('touchstone.yaml', study);
    folder.write('labels.csv', 'x');
    await expect(correct('a__b-1', 'languages', 'Go')).rejects.toThrow('Add "labels: labels.csv"');
    await expect(correct('a__b-9', 'languages', 'Go')).rejects.toThrow('no instance');
    expect(text('labels.csv')).toBe('x');
  });

  it('gives the labels as the study has them', async () => {
    folder.write('touchstone.yaml', study);
    await correct('a__b-1', 'languages', 'Go');
    const of = (instanceId: string) =>
      labelsOf(nodeFiles, { studyFolder: folder.path, datasetPath: dataset, instanceId });
    expect(await of('a__b-1')).toMatchObject({ languages: [{ value: 'Go', source: 'corrected' }] });
    expect(await of('a__b-2')).toMatchObject({ languages: [{ value: 'JavaScript', source: 'inferred' }] });
    expect(await of('a__b-9')).toBeNull();
  });

  it('keeps the rights of the file', async () => {
    folder.write('touchstone.yaml', `${study}\nlabels: labels.csv\n`);
    chmodSync(folder.write('labels.csv', 'instance_id,field,value\n'), 0o640);
    await correct('a__b-1', 'languages', 'Go');
    expect(statSync(path.join(folder.path, 'labels.csv')).mode & 0o777).toBe(0o640);
  });
});

describe('opening a study with a label file', () => {
  const problems = async (labels: string, file = 'labels.csv'): Promise<readonly string[]> => {
    folder.write('touchstone.yaml', `${study}\nlabels: ${labels}\n`);
    return (await openStudy({ files: nodeFiles, sha256 }, folder.path)).problems.map(({ reason }) =>
      reason.replace(file, ''),
    );
  };

  it('says S115 and S116 with their lines', async () => {
    folder.write(
      'labels.csv',
      'instance_id,field,value,by,reason\nz__z-1,language,Go,,\na__b-2,difficulty,hard,,\na__b-1,language,Go,,\n',
    );
    expect(await problems('labels.csv')).toEqual([
      "S115 labels line 2: z__z-1 isn't an instance.",
      "S116 labels line 3: overriding the dataset's own difficulty needs a reason.",
    ]);
  });

  it('says a file that is not there or leaves the folder', async () => {
    expect((await problems('nope.csv'))[0]).toContain('S005');
    expect((await problems('../labels.csv')).join()).toContain('S008');
  });
});

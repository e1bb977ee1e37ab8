import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPredictions } from '../../../src/app/readPredictions';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const rows = [predictionRow('a__b-1', 'diff\r\n'), predictionRow('a__b-2', null), predictionRow('a__b-3', '')];
const byId = Object.fromEntries(rows.map((row) => [String(row['instance_id']), row]));
const read = (name: string, content: string | Uint8Array) => readPredictions(nodeFiles, folder.write(name, content));

describe('samples of code', () => {
  it('are attempts in the order of the file, and no patches', async () => {
    const rows = [
      { task_id: 'HumanEval/0', completion: ' a\r\n' },
      { task_id: 'HumanEval/1', solution: 'b' },
      { task_id: 'HumanEval/0', completion: 'c' },
    ];
    const file = await read('samples.jsonl', jsonLines(rows));
    expect(file).toMatchObject({ format: 'samples-jsonl', skipped: [] });
    expect(
      file.predictions.map(({ instanceId, attempt, kind, patch, code }) => [instanceId, attempt, kind, patch, code]),
    ).toEqual([
      ['HumanEval/0', 1, 'code', null, ' a\r\n'],
      ['HumanEval/1', 1, 'code', null, 'b'],
      ['HumanEval/0', 2, 'code', null, 'c'],
    ]);
  });

  it('by id, whole or with the last entry cut', async () => {
    const by = JSON.stringify({ sample_0: ['a', 'b'], sample_1: ['c'] });
    const file = await read('generations.json', by);
    expect(file.format).toBe('samples-by-id');
    expect(file.predictions.map(({ instanceId, attempt }) => `${instanceId}#${attempt}`)).toEqual([
      'sample_0#1',
      'sample_0#2',
      'sample_1#1',
    ]);
    const cut = await read('cut.json', by.slice(0, -4)).catch((error: unknown) => error);
    expect(JSON.stringify(cut instanceof Error ? cut.message : cut)).toMatch(/cut/);
  });

  it('by position join the questions that are named, and are left out where none is', async () => {
    const path = folder.write('answers.json', JSON.stringify([['a'], ['b'], ['c']]));
    const file = await readPredictions(nodeFiles, path, undefined, ['q1', 'q2']);
    expect(file.predictions.map(({ instanceId, code }) => [instanceId, code])).toEqual([
      ['q1', 'a'],
      ['q2', 'b'],
    ]);
    expect(file.skipped).toMatchObject([{ where: 'answers.json row 3', field: 'question_id' }]);
  });

  it('are read from files by task, in the order of their numbers', async () => {
    for (const name of ['HumanEval_0/10.py', 'HumanEval_0/2.py', 'Mbpp_7/0.py']) folder.write(`s/${name}`, name);
    const file = await readPredictions(nodeFiles, `${folder.path}/s`);
    expect(file.format).toBe('samples-folder');
    expect(file.predictions.map(({ instanceId, attempt, code }) => [instanceId, attempt, code])).toEqual([
      ['HumanEval/0', 1, 'HumanEval_0/2.py'],
      ['HumanEval/0', 2, 'HumanEval_0/10.py'],
      ['Mbpp/7', 1, 'Mbpp_7/0.py'],
    ]);
  });
});

describe('readPredictions', () => {
  it.each([
    ['predictions-jsonl', jsonLines(rows)],
    ['predictions-jsonl', gzipSync(jsonLines(rows))],
    ['predictions-json', JSON.stringify(rows, null, 4)],
    ['predictions-by-id', JSON.stringify(byId)],
    ['predictions-by-id', JSON.stringify(byId, null, 2)],
  ])('reads %s by content, patches as they are', async (format, content) => {
    const found = await read('preds', content);
    expect(found).toMatchObject({ format, skipped: [], notes: [] });
    expect(found.predictions.map(({ instanceId, patch }) => [instanceId, patch])).toEqual([
      ['a__b-1', 'diff\r\n'],
      ['a__b-2', null],
      ['a__b-3', ''],
    ]);
  });

  it('reads one object, and a folder of them as SWE-agent lays it out', async () => {
    const one = await read('a__b-1.pred', JSON.stringify(rows[0], null, 2));
    expect(one).toMatchObject({ format: 'prediction', predictions: [{ instanceId: 'a__b-1' }] });
    folder.write('a__b-2/a__b-2.pred', JSON.stringify(rows[1]));
    folder.write('a__b-3/a__b-3.pred', '');
    const all = await readPredictions(nodeFiles, folder.path);
    expect(all.predictions.map((prediction) => prediction.instanceId)).toEqual(['a__b-1', 'a__b-2']);
    expect(all.skipped).toMatchObject([{ reason: expect.stringContaining('empty') }]);
  });

  it('uses the last of two predictions on one instance, as the harness does, and says so', async () => {
    const found = await read('p.jsonl', jsonLines([...rows, predictionRow('a__b-1', 'later')]));
    expect(found.predictions.find((prediction) => prediction.instanceId === 'a__b-1')?.patch).toBe('later');
    expect(found.skipped).toMatchObject([{ where: 'p.jsonl row 1', field: 'instance_id' }]);
    expect(found.skipped[0]?.reason).toContain('row 4 is used');
  });

  it('keeps the answers of several models to one instance', async () => {
    const of = (model: string, patch: string) => ({ ...predictionRow('a__b-1', patch), model_name_or_path: model });
    const found = await read('p.jsonl', jsonLines([of('m', '1'), of('n', '2'), of('m', '3')]));
    expect(found.predictions.map(({ model, patch }) => [model, patch])).toEqual([
      ['n', '2'],
      ['m', '3'],
    ]);
    expect(found.skipped).toMatchObject([{ where: 'p.jsonl row 1', field: 'instance_id' }]);
    expect(found.skipped[0]?.reason).toContain('twice for "m": row 3 is used');
  });

  it('leaves out bad rows and opens the others', async () => {
    const found = await read('p.json', JSON.stringify([rows[0], predictionRow('x', 5), { model_patch: 'y' }]));
    expect(found.predictions).toHaveLength(1);
    expect(found.skipped.map(({ where, field }) => [where, field])).toEqual([
      ['p.json row 2', 'model_patch'],
      ['p.json row 3', 'instance_id'],
    ]);
  });

  it('refuses a dataset, a report and an empty file', async () => {
    await expect(read('d.jsonl', jsonLines([instanceRow('a__b-1')]))).rejects.toThrow(/dataset of instances/);
    const report = { 'a__b-1': { patch_successfully_applied: true, resolved: true } };
    await expect(read('report.json', JSON.stringify(report))).rejects.toThrow(/report/);
    await expect(read('e.jsonl', '')).rejects.toThrow(/empty/);
  });
});

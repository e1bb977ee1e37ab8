import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EvaluationKey, EvaluationRecord } from '../../../../src/core/evaluation/record';
import { EvaluationFolder } from '../../../../src/io/store/evaluationFolder';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';

let temp: TempFolder;
let store: EvaluationFolder;
beforeEach(() => {
  temp = tempFolder();
  store = new EvaluationFolder(temp.path);
});
afterEach(() => temp.remove());

const key: EvaluationKey = { runId: 'try', model: 'org/größe 1', instanceId: 'a__b-1', repeat: 1 };
const record = { schema: 'touchstone-evaluation/1', ...key } as EvaluationRecord;

describe('the folder of an evaluation', () => {
  it('is <run>/<model with / as __>/<instance>, repeats under <run>.rN', () => {
    expect(store.folderOf(key)).toBe(join(temp.path, 'logs', 'run_evaluation', 'try', 'org__größe 1', 'a__b-1'));
    expect(store.folderOf({ ...key, repeat: 3 })).toContain(join('run_evaluation', 'try.r3'));
  });

  it.each([
    { instanceId: '' },
    { instanceId: 'a\0b' },
    { model: '..' },
    { model: 'C:x' },
    { runId: '.' },
    { instanceId: 'x'.repeat(300) },
  ])('%j can not be one', (changes) => {
    expect(() => store.folderOf({ ...key, ...changes })).toThrow("can't be the name of a folder");
  });

  it.each([
    ['../../up', '..%2F..%2Fup'],
    ['..', '%2E%2E'],
    ['HumanEval/0', 'HumanEval%2F0'],
    ['org/repo:pr-1', 'org%2Frepo%3Apr-1'],
    ['a\\b', 'a%5Cb'],
  ])('an id %j that is no name stays inside, as %s', (instanceId, name) => {
    expect(store.folderOf({ ...key, instanceId })).toBe(
      join(temp.path, 'logs', 'run_evaluation', 'try', 'org__größe 1', name),
    );
  });

  it('holds one evaluation at a time: nothing of the one before is left', async () => {
    await store.write(
      key,
      new Map([
        ['report.json', '{}'],
        ['test_output.txt', 'first'],
      ]),
      record,
    );
    await store.write(key, new Map<string, string | Uint8Array>([['patch.diff', Buffer.from([0xe9, 13, 10])]]), record);
    expect(readdirSync(store.folderOf(key)).sort()).toEqual(['patch.diff', 'result.json']);
    expect([...readFileSync(join(store.folderOf(key), 'patch.diff'))]).toEqual([0xe9, 13, 10]);
    expect(readdirSync(join(temp.path, 'logs'))).toEqual(['run_evaluation']);
  });

  it('gives back record and report; null for what is no record of ours', async () => {
    expect(await store.readRecord(key)).toBeNull();
    await store.write(key, new Map([['report.json', '{"a__b-1":{"resolved":true}}']]), record);
    expect(await store.readRecord(key)).toEqual({ record, report: { resolved: true } });
    for (const text of ['{', 'null', '{"outcome":{"kind":"resolved"}}']) {
      writeFileSync(join(store.folderOf(key), 'result.json'), text);
      expect(await store.readRecord(key)).toBeNull();
    }
  });

  it('a file in the way is named', async () => {
    writeFileSync(join(temp.path, 'file'), '');
    const blocked = new EvaluationFolder(join(temp.path, 'file', 'out'));
    await expect(blocked.own('try')).rejects.toThrow('A file stands where a folder is needed');
  });

  it('a run has one owner at a time, and its journal is a line per event', async () => {
    const run = await store.own('try');
    await run.journal({ kind: 'intent', instanceId: 'a__b-1', model: 'm', repeat: 1, at: 'now' });
    await expect(store.own('try')).rejects.toThrow('Another process is evaluating run try');
    const other = await store.own('other');
    await other.release();
    await run.release();
    const again = await store.own('try');
    await again.journal({ kind: 'removed', instanceId: 'a__b-1', model: 'm', repeat: 1, at: 'now' });
    await again.release();
    const lines = readFileSync(join(temp.path, 'logs', 'run_evaluation', 'try', 'journal.jsonl'), 'utf8').split('\n');
    expect(lines.filter((line) => line !== '').map((line) => JSON.parse(line).kind)).toEqual(['intent', 'removed']);
  });
});

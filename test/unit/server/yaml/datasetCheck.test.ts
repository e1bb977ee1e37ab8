import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '../../../fakes/commandLine';
import { writeChecks } from '../../../fakes/datasetChecks';
import { instanceRow, jsonLines } from '../../../fakes/rows';
import { type TempFolder, tempFolder } from '../../../fakes/tempFolder';
import { YamlRig, yaml } from './yamlRig';

let folder: TempFolder;
const rows = ['a__b-1', 'a__b-2', 'a__b-3'].map((id) => instanceRow(id));

beforeEach(() => {
  folder = tempFolder();
  folder.write('d.jsonl', jsonLines(rows));
});
afterEach(() => folder.remove());

const head = 'touchstone: 1\nstudy: { id: s, seed: 1 }\ndatasets: [d.jsonl]\n';
const required = `${head}evaluation: { datasetCheck: required }\n`;
/** A fault that is always there, so that the search for late faults has something to tell. */
const rubric = 'rubric: patch-reviw\n';

const said = async (text: string): Promise<readonly (readonly unknown[])[]> => {
  const found = await new YamlRig().late(yaml(`${text}${rubric}`, join(folder.path, 'touchstone.yaml')));
  return found.filter(({ code }) => code !== 'S007').map((each) => [each.code, each.message, each.severity]);
};

const error = 1;
const warning = 2;
const way = 'run "touchstone evaluate --check" or exclude them.';

describe('a study that requires a dataset check', () => {
  it('says how many instances were not checked', async () => {
    expect(await said(required)).toEqual([['S200', `3 instances were not checked, 0 have defects: ${way}`, error]]);
  });

  it('counts those with defects, and those that changed since as not checked', async () => {
    await writeChecks(folder, { 'a__b-1': ['gold-fails'], 'a__b-2': [], 'a__b-3': [] });
    folder.write('d.jsonl', jsonLines([...rows.slice(0, 2), instanceRow('a__b-3', { test_patch: 'changed' })]));
    const words = `1 instance was not checked (1 of them changed since), 1 has defects: ${way}`;
    expect(await said(required)).toEqual([['S200', words, error]]);
  });

  it('is content where all are sound, or what is not is excluded', async () => {
    await writeChecks(folder, { 'a__b-1': ['gold-fails'], 'a__b-2': [], 'a__b-3': [] });
    const excluded = (except: string) => `${required}selection: { instances: { except: ${except} } }\n`;
    expect(await said(excluded('{ datasetCheck: [gold_fails, flaky] }'))).toEqual([]);
    expect(await said(excluded('{ datasetCheck: any }'))).toEqual([]);
    expect(await said(excluded('{ ids: [a__b-1] }'))).toEqual([]);
    expect(await said(excluded('{ datasetCheck: [flaky] }'))).toMatchObject([['S200', expect.any(String), error]]);
    expect(await said(excluded('{ datasetCheck: [gold_fails], ids: [a__b-2] }'))).toHaveLength(1);
  });

  it('ends verify with 1, at the line of the study file', async () => {
    folder.write('touchstone.yaml', required);
    const { code, out } = await commandLine('verify', folder.path);
    expect(code).toBe(1);
    expect(out).toContain('touchstone.yaml line 4: S200 3 instances were not checked');
    await writeChecks(folder, { 'a__b-1': [], 'a__b-2': [], 'a__b-3': [] });
    expect(await commandLine('verify', folder.path)).toMatchObject({ code: 0 });
  });
});

describe('a study that only advises it', () => {
  it('says nothing before a first check, then warns', async () => {
    expect(await said(head)).toEqual([]);
    await writeChecks(folder, { 'a__b-1': [] });
    expect(await said(head)).toEqual([['W200', `2 instances were not checked, 0 have defects: ${way}`, warning]]);
    folder.write('touchstone.yaml', head);
    expect(await commandLine('verify', folder.path)).toMatchObject({ code: 0 });
  });

  it('is silent with off', async () => {
    await writeChecks(folder, { 'a__b-1': ['flaky'] });
    expect(await said(`${head}evaluation: { datasetCheck: off }\n`)).toEqual([]);
  });
});

describe('the filter key datasetCheck', () => {
  it('takes the names of defects, any, sound and unchecked, and nothing else', async () => {
    const filter = (value: string) =>
      yaml(`${head}selection: { instances: { where: { datasetCheck: ${value} } } }\n`, '/n/touchstone.yaml');
    const rig = new YamlRig();
    expect(await rig.diagnostics(filter('[gold_fails, sound, unchecked]'))).toEqual([]);
    const [one] = await rig.diagnostics(filter('[gold_fials]'));
    expect(one).toMatchObject({ code: 'S004' });
    expect(String(one?.message)).toContain('gold_fails');
  });
});

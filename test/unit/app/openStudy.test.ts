import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inspect } from '../../../src/app/inspect';
import { openStudy } from '../../../src/app/openStudy';
import { readStudy } from '../../../src/app/studyFile';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const ports = { files: nodeFiles, sha256 };
const open = (name = '') => openStudy(ports, path.join(folder.path, name));
const instances = jsonLines([instanceRow('acme__ledger-1'), instanceRow('acme__ledger-2')]);
const predictions = jsonLines([predictionRow('acme__ledger-1', 'diff\r\n'), predictionRow('acme__ledger-2', null)]);
const report = (id: string, resolved: boolean): string =>
  JSON.stringify({
    [id]: { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved, tests_status: {} },
  });

const study = `touchstone: 1
study: ledger-audit
datasets: [data/ledger.jsonl]
environments:
  - { id: e, match: { repo: acme/ledger }, repository: { bundle: ledger.bundle } }
runs:
  - { id: heron-2, path: runs/heron-2, model: org/heron-2, base: null-run }
judges: [{ id: magpie, path: judge/magpie.jsonl }]
rubric: rubrics/mine.yaml
`;

const writeStudy = (text = study): void => {
  folder.write('touchstone.yaml', text);
  folder.write('data/ledger.jsonl', instances);
  folder.write('runs/heron-2/predictions.jsonl', predictions);
  folder.write('judge/magpie.jsonl', '{}\n');
  folder.write('ledger.bundle', '# v2 git bundle\n');
  folder.write('rubrics/mine.yaml', '');
};

describe('openStudy with a study file', () => {
  it('has one answer of a run to each instance, and says what it leaves out of a file of several models', async () => {
    writeStudy();
    const other = { ...predictionRow('acme__ledger-1', 'later'), model_name_or_path: 'other' };
    folder.write('runs/heron-2/predictions.jsonl', `${predictions}${jsonLines([other])}`);
    const [run] = (await open()).runs;
    expect(run?.predictions.map(({ instanceId }) => instanceId)).toEqual(['acme__ledger-2', 'acme__ledger-1']);
    expect(run?.predictions[1]?.patchHash).toBe(sha256('later'));
    expect(run?.skipped[0]?.reason).toContain('Write a file for each model');
  });

  it('holds what the file names, with hashes and absolute paths', async () => {
    writeStudy();
    const catalogue = await open();
    expect(catalogue).toMatchObject({ studyId: 'ledger-audit', rubric: 'rubrics/mine.yaml', root: folder.path });
    expect(catalogue.datasets).toMatchObject([{ id: 'ledger', path: path.join(folder.path, 'data/ledger.jsonl') }]);
    expect(catalogue.runs[0]?.predictions).toEqual([
      { instanceId: 'acme__ledger-1', patchHash: sha256('diff\r\n'), patchBytes: 6 },
      { instanceId: 'acme__ledger-2', patchHash: null, patchBytes: 0 },
    ]);
    expect(catalogue.judges).toMatchObject([{ id: 'magpie' }]);
    expect(catalogue.problems).toMatchObject([{ where: 'touchstone.yaml line 7', field: 'runs[0].base' }]);
  });

  it('says at its line what is not there, and opens the rest', async () => {
    writeStudy(study.replace('data/ledger.jsonl', 'data/other.jsonl').replace(', base: null-run', ''));
    const catalogue = await open();
    expect(catalogue.problems.map(({ where, reason }) => `${where}: ${reason}`)).toEqual([
      `touchstone.yaml line 3: S005 datasets[0]: no file "data/other.jsonl" (looked in ${folder.path}).`,
    ]);
    expect(catalogue.runs).toHaveLength(1);
  });

  it('says that a dataset is of another format than the file allows', async () => {
    const said = '[{ id: ledger, path: data/ledger.jsonl, format: multi-swe-bench }]';
    writeStudy(study.replace('[data/ledger.jsonl]', said).replace(', base: null-run', ''));
    expect((await open()).problems).toMatchObject([
      { field: 'datasets[0].format', reason: expect.stringContaining('S112') },
    ]);
  });

  it('says that a pinned dataset has changed, and nothing where it has not', async () => {
    const pinned = (hash: string): string =>
      study
        .replace('[data/ledger.jsonl]', `[{ path: data/ledger.jsonl, sha256: ${hash} }]`)
        .replace(', base: null-run', '');
    writeStudy(pinned(sha256(instances)));
    expect((await open()).problems).toEqual([]);
    writeStudy(pinned('0'.repeat(64)));
    expect((await open()).problems).toMatchObject([
      { field: 'datasets[0].sha256', reason: expect.stringContaining('S113') },
    ]);
  });

  it('says once that a run leaves the folder, and does not read it', async () => {
    writeStudy(study.replace('runs/heron-2', '../x.jsonl').replace(', base: null-run', ''));
    const catalogue = await open();
    expect(catalogue.runs).toEqual([]);
    expect(catalogue.problems.map((problem) => problem.reason.slice(0, 4))).toEqual(['S008']);
  });

  it('follows no link of a run out of the folder', async () => {
    const outside = tempFolder();
    writeStudy(study.replace('runs/heron-2', 'runs/link').replace(', base: null-run', ''));
    outside.write('predictions.jsonl', predictions);
    symlinkSync(outside.path, path.join(folder.path, 'runs/link'));
    const catalogue = await open();
    outside.remove();
    expect(catalogue.runs).toEqual([]);
    expect(catalogue.problems).toMatchObject([{ reason: expect.stringContaining('S008') }]);
  });

  it('makes paths of environments absolute, for those who run them', async () => {
    writeStudy();
    const read = await readStudy(nodeFiles, folder.path);
    expect(read?.study?.environments[0]?.repository).toEqual({
      kind: 'bundle',
      path: path.join(folder.path, 'ledger.bundle'),
    });
    expect(await readStudy(nodeFiles, path.join(folder.path, 'data'))).toBeNull();
  });

  it('opens the study file that is named, of several', async () => {
    writeStudy();
    const other = folder.write('quality.touchstone.yaml', study.replace('ledger-audit', 'quality'));
    expect((await openStudy(ports, other)).studyId).toBe('quality');
    expect((await open()).problems.map((problem) => problem.where)).toContain(other);
  });
});

describe('openStudy without a study file', () => {
  it('finds datasets, runs and evaluations by content, and lists what it passed over', async () => {
    folder.write('anything.json', JSON.stringify([instanceRow('acme__ledger-1')]));
    folder.write('runs/heron-2/preds.json', JSON.stringify({ a: predictionRow('acme__ledger-1', 'x') }));
    folder.write('agent/acme__ledger-1/acme__ledger-1.pred', JSON.stringify(predictionRow('acme__ledger-1', 'y')));
    folder.write('node_modules/p/instances.jsonl', instances);
    folder.write('package.json', '{"name":"x"}');
    folder.write('empty.jsonl', '');
    symlinkSync(folder.path, path.join(folder.path, 'around'));
    const catalogue = await open();
    expect(catalogue.datasets.map((dataset) => dataset.id)).toEqual(['anything']);
    expect(catalogue.runs.map((run) => [run.id, run.predictions.length])).toEqual([
      ['agent', 1],
      ['heron-2', 1],
    ]);
    expect(catalogue.filesLookedAt).toBe(4);
    expect(catalogue.problems.map((problem) => path.basename(problem.where))).toEqual(['around', 'empty.jsonl']);
  });

  it('reads evaluations in the SWE-bench layout, with repeats, time-outs and models with a slash', async () => {
    folder.write('predictions.jsonl', jsonLines([predictionRow('a__b-1', 'x', { model_name_or_path: 'org/heron' })]));
    const logs = 'logs/run_evaluation';
    folder.write(`${logs}/r1/org__heron/a__b-1/report.json`, report('a__b-1', true));
    folder.write(`${logs}/r1/org__heron/a__b-1/patch.diff`, 'x');
    folder.write(`${logs}/r1/org__heron/a__b-1/test_output.txt`, 'log');
    folder.write(`${logs}/r1.r2/org__heron/a__b-1/test_output.txt`, 'log\nTimeout error: 20 seconds exceeded.');
    folder.write(`${logs}/r1/other/a__b-1/report.json`, '{"a__b-1": {"resol');
    folder.write(
      `${logs}/r1/other/a__b-2/result.json`,
      JSON.stringify({ outcome: { kind: 'none', reason: 'empty' }, rules: 'swebench-v5' }),
    );
    folder.write(`${logs}/r1/other/a__b-3/notes.txt`, 'nothing of ours');
    folder.write(`${logs}/r1/journal.jsonl`, '{}\n');
    const { evaluations, problems } = await open();
    expect(
      evaluations.map(({ runId, repeat, model, instanceId, outcome }) => [runId, repeat, model, instanceId, outcome]),
    ).toEqual([
      ['r1', 1, 'org/heron', 'a__b-1', { kind: 'resolved' }],
      ['r1', 1, 'other', 'a__b-1', null],
      ['r1', 1, 'other', 'a__b-2', { kind: 'none', reason: 'empty' }],
      ['r1', 2, 'org/heron', 'a__b-1', { kind: 'none', reason: 'time-out' }],
    ]);
    expect(evaluations[0]).toMatchObject({ patchHash: sha256('x'), hasLog: true, rules: null });
    expect(problems.map((problem) => path.basename(problem.where))).toEqual(['report.json']);
  });

  it('looks no deeper than its bound, and says so', async () => {
    folder.write('1/2/3/4/5/6/7/8/9/10/11/deep.jsonl', instances);
    const catalogue = await open();
    expect(catalogue.datasets).toEqual([]);
    expect(catalogue.problems).toMatchObject([{ reason: expect.stringContaining('folders deep') }]);
  });

  it('fails where nothing stands', async () => {
    await expect(open('nope')).rejects.toThrow(/no such file or folder/);
  });
});

describe('inspect', () => {
  it('counts a study, a dataset and predictions', async () => {
    writeStudy(study.replace(', base: null-run', ''));
    expect(await inspect(ports, folder.path)).toMatchObject({
      format: 'touchstone-study',
      counts: { datasets: 1, instances: 2, runs: 1, predictions: 2 },
      skipped: [],
    });
    const dataset = await inspect(ports, path.join(folder.path, 'data/ledger.jsonl'));
    expect(dataset).toMatchObject({
      format: 'swebench-jsonl',
      version: 'v5',
      counts: { instances: 2, repositories: 1 },
    });
    const found = await inspect(ports, path.join(folder.path, 'runs/heron-2/predictions.jsonl'));
    expect(found).toMatchObject({
      format: 'predictions-jsonl',
      counts: { predictions: 2, emptyPatches: 1, models: 1 },
    });
  });

  it('counts samples of code as predictions, and none of them as an empty patch', async () => {
    const rows = [
      { task_id: 'HumanEval/0', completion: 'x' },
      { task_id: 'HumanEval/0', completion: '' },
    ];
    expect(await inspect(ports, folder.write('samples.jsonl', jsonLines(rows)))).toMatchObject({
      format: 'samples-jsonl',
      counts: { predictions: 2, emptyPatches: 1 },
    });
  });

  it('names reports that contradict one another', async () => {
    folder.write('logs/run_evaluation/r1/heron/a__b-1/report.json', report('a__b-1', true));
    folder.write('heron.r1.json', JSON.stringify({ completed_ids: [], resolved_ids: [], unresolved_ids: ['a__b-1'] }));
    const { warnings } = await inspect(ports, folder.path);
    expect(warnings.filter((words) => words.includes('reports contradict'))).toHaveLength(1);
  });

  it.each([
    ['plain.json', '{"a":1}', 'No known format'],
    ['empty.jsonl', '', 'empty'],
  ])('says why %s is not recognised', async (name, content, words) => {
    const found = await inspect(ports, folder.write(name, content));
    expect(found.format).toBeNull();
    expect(found.skipped[0]?.reason).toContain(words);
  });
});

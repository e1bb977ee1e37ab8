import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginStudy, openStudy } from '../../../src/app/openStudy';
import type { FilePort } from '../../../src/core/shared/files';
import { InputFault } from '../../../src/core/shared/problem';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

/** The files, and the paths below the folder that were listed or read, in order. */
const watchedFiles = () => {
  const touched: string[] = [];
  const watched =
    <A extends readonly [string, ...unknown[]], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      touched.push(args[0].slice(folder.path.length + 1));
      return call(...args);
    };
  const files: FilePort = {
    ...nodeFiles,
    list: watched(nodeFiles.list),
    openRows: watched(nodeFiles.openRows),
    readBytes: watched(nodeFiles.readBytes),
  };
  return { files, touched };
};

const dataset = jsonLines(['a__b-1', 'a__b-2'].map((id) => instanceRow(id)));
const predictions = jsonLines([predictionRow('a__b-1', 'x')]);
const trials = 100;

const writeTrials = (): void => {
  for (let i = 0; i < trials; i++) folder.write(`jobs/run/trial-${i}/result.json`, '{"nothing": true}');
};

describe('a study that is begun', () => {
  it('has its datasets before a run, a report or most of very many folders was looked into', async () => {
    folder.write('data/d.jsonl', dataset);
    folder.write('runs/r1/predictions.jsonl', predictions);
    folder.write('logs/run_evaluation/r1/m/a__b-1/report.json', '{}');
    writeTrials();
    const { files, touched } = watchedFiles();
    const { first, rest } = await beginStudy({ files, sha256 }, folder.path);
    expect(first.datasets.map(({ id, instances }) => [id, instances.length])).toEqual([['d', 2]]);
    expect([first.runs, first.evaluations]).toEqual([[], []]);
    expect(touched.filter((path) => /predictions|result|report/.test(path))).toEqual([]);
    expect(touched.filter((path) => path.startsWith('jobs/run/')).length).toBeLessThan(20);
    const before = touched.length;
    const whole = await rest();
    expect(whole.datasets).toBe(first.datasets);
    expect(whole.runs.map(({ id }) => id)).toEqual(['r1']);
    expect(touched.slice(before).filter((path) => path === 'data/d.jsonl')).toEqual([]);
    expect(new Set(touched.filter((path) => /^jobs\/run\/trial-\d+$/.test(path))).size).toBe(trials);
    expect(whole).toEqual(await openStudy({ files: nodeFiles, sha256 }, folder.path));
  });

  it('has the datasets that its study file names, and what is wrong with the runs only later', async () => {
    folder.write('d.jsonl', dataset);
    folder.write('p.jsonl', predictions);
    const runs = 'runs:\n  - {id: r1, path: p.jsonl}\n  - {id: r2, path: gone.jsonl}\n';
    folder.write('touchstone.yaml', `touchstone: 1\nstudy: s\ndatasets:\n  - {id: d, path: d.jsonl}\n${runs}`);
    const { files, touched } = watchedFiles();
    const { first, rest } = await beginStudy({ files, sha256 }, folder.path);
    expect([first.studyId, first.datasets.map(({ id }) => id)]).toEqual(['s', ['d']]);
    expect(touched).not.toContain('p.jsonl');
    const whole = await rest();
    expect(whole.datasets).toBe(first.datasets);
    expect(whole.runs.map(({ id }) => id)).toEqual(['r1']);
    expect(whole.problems.length).toBeGreaterThan(first.problems.length);
  });

  it('gets a dataset that only the rest of the search finds, and keeps what was read of the others', async () => {
    folder.write('z.jsonl', dataset);
    writeTrials();
    folder.write('jobs/run/trial-99x/rows.jsonl', dataset);
    const { files, touched } = watchedFiles();
    const { first, rest } = await beginStudy({ files, sha256 }, folder.path);
    expect(first.datasets.map(({ id }) => id)).toEqual(['z']);
    const before = touched.length;
    const whole = await rest();
    expect(whole.datasets.map(({ id }) => id)).toEqual(['rows', 'z']);
    expect(first.datasets).toHaveLength(1);
    expect(touched.slice(before)).not.toContain('z.jsonl');
  });

  it('says once of a dataset that it can not be read', async () => {
    folder.write('d.jsonl', dataset);
    writeTrials();
    folder.write('jobs/run/trial-99x/rows.jsonl', dataset);
    const list = async (path: string) => {
      throw new InputFault(`${path}: broken`);
    };
    const whole = await openStudy({ files: nodeFiles, sha256, list }, folder.path);
    expect(whole.problems.filter(({ reason }) => reason === 'broken')).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { StudyContext } from '../../../src/server/studyContext';
import { benchmarkRows } from '../../fakes/benchmarkRows';
import { instanceRow, jsonLines } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const noCache = { load: async () => null, save: async () => {} };

describe('what the server knows of the study', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const context = () => new StudyContext({ files: nodeFiles, cache: noCache, seek: rowSeek });
  const settled = (study: StudyContext): Promise<void> =>
    new Promise((resolve) => study.onDidChange(() => study.isSettled && resolve()));
  const told = (...paths: readonly string[]) => ({
    folder: folder.path,
    studyFile: null,
    datasets: paths.map((path) => ({ id: path, path })),
    runs: [],
    evaluations: [],
  });

  it('is nothing while the datasets are read: no question waits for them', async () => {
    const study = context();
    study.open(told(folder.write('d.jsonl', jsonLines([instanceRow('a')]))));
    expect([study.find('a'), study.ids(), study.isRead, await study.instance('a')]).toEqual([null, [], false, null]);
    await settled(study);
    expect([study.find('a')?.place, study.ids(), study.isRead]).toEqual([1, ['a'], true]);
    expect((await study.instance('a'))?.failToPass).toEqual(['sums', 'sums with a blank at the end ']);
  });

  it('finds an instance by another spelling of its id', async () => {
    const study = context();
    study.open(told(folder.write('m.jsonl', jsonLines([benchmarkRows['multi-swe-bench']]))));
    await settled(study);
    expect(study.find('Acme__ledger-12')?.row.id).toBe('Acme/ledger:pr-12');
  });

  it('keeps what can be read where a dataset can not, and then calls no id unknown', async () => {
    const study = context();
    study.open(told(`${folder.path}/gone.jsonl`, folder.write('d.jsonl', jsonLines([instanceRow('a')]))));
    await settled(study);
    expect([study.ids(), study.isRead]).toEqual([['a'], false]);
  });

  it('is of the study that was told last, also where another was still being read', async () => {
    const study = context();
    study.open(told(folder.write('one.jsonl', jsonLines([instanceRow('a')]))));
    study.open(told(folder.write('two.jsonl', jsonLines([instanceRow('b')]))));
    await settled(study);
    expect(study.ids()).toEqual(['b']);
    study.open(null);
    expect([study.ids(), study.study.datasets, study.isRead]).toEqual([[], [], false]);
  });

  it('is read anew where a dataset has changed', async () => {
    const study = context();
    study.open(told(folder.write('d.jsonl', jsonLines([instanceRow('a')]))));
    await settled(study);
    folder.write('d.jsonl', jsonLines([instanceRow('a', { FAIL_TO_PASS: ['new'] }), instanceRow('b')]));
    study.reread();
    expect(study.ids()).toEqual(['a']);
    await settled(study);
    expect(study.ids()).toEqual(['a', 'b']);
    expect((await study.instance('a'))?.failToPass).toEqual(['new']);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comparedRuns } from '../../../src/app/compareRuns';
import { openStudy } from '../../../src/app/openStudy';
import type { StudyCatalogue } from '../../../src/core/study/catalogue';
import { comparisonCsv } from '../../../src/core/study/comparisonText';
import { compareRuns } from '../../../src/core/study/runComparison';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';
import { type Shown, wideStudy } from '../../fakes/wideStudy';

const first: readonly Shown[] = ['resolved', 'assertion', 'empty', 'resolved', null, 'absent'];
const second: readonly Shown[] = ['resolved', 'resolved', 'name', 'import', 'resolved', 'absent'];

describe('two runs of a study', () => {
  let folder: TempFolder;
  let catalogue: StudyCatalogue;
  const opened: string[] = [];
  const ports = {
    files: {
      ...nodeFiles,
      readBytes: (path: string, limit?: number) => {
        opened.push(path);
        return nodeFiles.readBytes(path, limit);
      },
    },
    memo: <T>(_kind: string, _path: string, read: () => Promise<T>) => read(),
  };
  beforeAll(async () => {
    folder = tempFolder();
    wideStudy(folder.path, first.length, { one: (i) => first[i] ?? null, two: (i) => second[i] ?? null });
    catalogue = await openStudy({ files: nodeFiles, sha256 }, folder.path);
  });
  afterAll(() => folder.remove());

  it('are counted with the error type of each side, over the instances that either knows', async () => {
    const { instances } = await comparedRuns(ports, catalogue, { a: 'one', b: 'two', types: true });
    expect(instances.map(({ a, b }) => [a.error?.type ?? null, b.error?.type ?? null])).toEqual([
      ['ok', 'ok'],
      ['assertion', 'ok'],
      ['not-run', 'name'],
      ['ok', 'import'],
      [null, 'ok'],
    ]);
    expect(compareRuns(instances).sets).toEqual({
      both: 1,
      'only-a': 1,
      'only-b': 1,
      neither: 0,
      'not-comparable': 2,
    });
  });

  it('open no log where error types are not wanted, and none of what is resolved where they are', async () => {
    opened.length = 0;
    await comparedRuns(ports, catalogue, { a: 'one', b: 'two', types: false });
    expect(opened).toEqual([]);
    await comparedRuns(ports, catalogue, { a: 'one', b: 'two', types: true });
    expect(opened).toHaveLength(3);
  });

  it('tell how far they are, and stop when told', async () => {
    const told: number[] = [];
    const stop = new AbortController();
    const compared = comparedRuns(
      ports,
      catalogue,
      { a: 'one', b: 'two', types: true },
      {
        signal: stop.signal,
        progress: (done) => {
          told.push(done);
          stop.abort(new Error('Cancelled'));
        },
      },
    );
    await expect(compared).rejects.toThrow('Cancelled');
    expect(told.length).toBeLessThan(5);
  });

  it('that are not there are named with those that are', async () => {
    await expect(comparedRuns(ports, catalogue, { a: 'one', b: 'three', types: false })).rejects.toThrow(
      '"three" names no run of the study, or several. Its runs: one, two.',
    );
  });

  it('keep a log that broke away as unknown, never as an error type', async () => {
    const gone = { ...ports, files: { ...nodeFiles, readBytes: () => Promise.reject(new Error('gone')) } };
    const { instances } = await comparedRuns(gone, catalogue, { a: 'one', b: 'two', types: true });
    expect(instances[1]?.a.error).toBeNull();
  });

  it('count lines of a log as the editor does, a lone carriage return ends one', async () => {
    const log = join(folder.path, 'logs/run_evaluation/one/one/wide__repo-2/test_output.txt');
    writeFileSync(log, 'a\rb\r\n>>>>> Start Test Output\nE   NameError: x\n');
    const { instances } = await comparedRuns(ports, catalogue, { a: 'one', b: 'two', types: true });
    expect(instances[1]?.a.error).toMatchObject({ type: 'name', line: 4 });
  });

  it('are written as CSV, one row each, without a formula that a spreadsheet would run', async () => {
    const { instances } = await comparedRuns(ports, catalogue, { a: 'one', b: 'two', types: true });
    const evil = instances.map((one) => ({ ...one, instanceId: '=cmd|"x",y' }));
    const lines = comparisonCsv(evil).split('\r\n');
    expect(lines).toHaveLength(evil.length + 2);
    expect(lines[1]).toMatch(/^"'=cmd\|""x"",y",both,,resolved,OK,/);
  });
});

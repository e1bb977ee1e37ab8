import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStudy } from '../../../src/app/openStudy';
import { type RaterPackage, raterPackage } from '../../../src/app/raterPackage';
import { readInstance } from '../../../src/app/readDatasetInstance';
import { readPredictions } from '../../../src/app/readPredictions';
import { readRawRow } from '../../../src/app/readRawRow';
import { StudyRows } from '../../../src/app/studyRows';
import { subjectOf } from '../../../src/app/verdictItem';
import type { StudyCatalogue } from '../../../src/core/study/catalogue';
import { instanceRuns } from '../../../src/core/study/instanceRuns';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { rowSeek } from '../../../src/io/index/rowSeek';
import { sha256 } from '../../../src/io/store/sha256';
import { fillJudgedSample } from '../../fakes/judgedSample';
import { leaksIn, outcomeSecrets, secretsOf } from '../../fakes/leaks';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

const ports = {
  sha256,
  readRow: async (path: string, id: string) =>
    (await readRawRow({ files: nodeFiles, seek: rowSeek }, path, id, null)) as Readonly<Record<string, unknown>> | null,
  readPatch: async (path: string, id: string) =>
    (await readPredictions(nodeFiles, path)).predictions.find(({ instanceId }) => instanceId === id)?.patch ?? null,
  readText: async () => '',
};

const rowsOf = (catalogue: StudyCatalogue) => new StudyRows(catalogue, instanceRuns(catalogue), () => '');

const packaged = async (folder: string, rater = 'elm'): Promise<RaterPackage> => {
  const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder);
  const rows = rowsOf(catalogue);
  const of = { catalogue, rater, rows: rows.toJudge(), datasetOf: (id: string) => rows.datasetOf(id) };
  return raterPackage(ports, { ...of, salt: 'drawn', now: '2026-02-03T10:00:00+00:00' });
};

const written = ({ files }: RaterPackage): TempFolder => {
  const folder = tempFolder();
  for (const { path, text } of files) folder.write(path, text);
  return folder;
};

describe("a rater's folder", () => {
  let study = '';
  let made: RaterPackage;
  const own = tempFolder();
  beforeAll(async () => {
    study = own.path;
    fillJudgedSample(study);
    made = await packaged(study);
  });
  afterAll(() => own.remove());

  it('holds nothing that the study hides: no name, judge, outcome, gold line or other rater', () => {
    const secrets = [...secretsOf(study), ...outcomeSecrets];
    const leaks = made.files.flatMap(({ path, text }) =>
      leaksIn(`${path}\n${text}`, secrets).map((leak) => [path, leak]),
    );
    expect(leaks).toEqual([]);
    // That the search finds what there is:
    expect(leaksIn(JSON.stringify(made.map), secrets)).not.toEqual([]);
  });

  it('is a study of its own, whose verdicts are on the very same subjects', async () => {
    const folder = written(made);
    try {
      const catalogue = await openStudy({ files: nodeFiles, sha256 }, folder.path);
      expect(catalogue.problems).toEqual([]);
      const rows = rowsOf(catalogue).toJudge();
      expect(rows).toHaveLength(made.map.length);
      for (const row of rows) {
        const run = made.map.find((one) => one.instanceId === row.instanceId && one.letter === row.runId)?.run ?? '';
        const real = rowsOf(await openStudy({ files: nodeFiles, sha256 }, study)).of(row.instanceId);
        const instances = [study, folder.path].map((root) =>
          readInstance(nodeFiles, join(root, 'datasets/spandrel.jsonl'), row.instanceId),
        );
        const [theirs, ours] = await Promise.all(instances);
        if (!theirs || !ours) throw new Error(row.instanceId);
        const hash = real.rows.find(({ key }) => key === run)?.patchHash ?? null;
        expect(subjectOf(ours, row.patchHash)).toEqual(subjectOf(theirs, hash));
      }
    } finally {
      folder.remove();
    }
  }, 30_000);

  it('gives a letter to no run alone: which is which changes from instance to instance', () => {
    const runs = new Set(made.map.filter(({ letter }) => letter === 'a').map(({ run }) => run));
    expect(runs.size).toBeGreaterThan(1);
  });

  it('is refused where nothing waits', async () => {
    const catalogue = await openStudy({ files: nodeFiles, sha256 }, study);
    const wish = { catalogue, rater: 'elm', rows: [], datasetOf: () => null, salt: '', now: '' };
    await expect(raterPackage(ports, wish)).rejects.toThrow('Nothing waits for elm');
  });
});

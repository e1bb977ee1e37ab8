import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { indexCache } from '../../src/io/index/indexCache';
import { rowSeek } from '../../src/io/index/rowSeek';
import { sha256 } from '../../src/io/store/sha256';
import { explorerApi } from '../../src/worker/explorerApi';
import { ExplorerDesk } from '../../src/worker/explorerDesk';
import { OpenedStudy } from '../../src/worker/openedStudy';
import { readingApi } from '../../src/worker/readingApi';
import { Tasks } from '../../src/worker/tasks';
import { instanceRow, predictionRow } from '../fakes/rows';
import { type Bench, timeInTurn } from './bench';

const rows = 100_000;
const runs = ['r1', 'r2', 'r3'];
const reportsOfRun = 3000;

const idOf = (i: number): string => `owner__name-${i}`;

const writeRows = (file: string, row: (i: number) => object): void => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const handle = fs.openSync(file, 'w');
  for (let i = 0; i < rows; i++) fs.writeSync(handle, `${JSON.stringify(row(i))}\n`);
  fs.closeSync(handle);
};

const reportOf = (id: string): string => {
  const tests = { success: ['t'], failure: [] };
  const applied = { patch_is_None: false, patch_exists: true, patch_successfully_applied: true };
  return JSON.stringify({ [id]: { ...applied, resolved: true, tests_status: { FAIL_TO_PASS: tests } } });
};

const writeStudy = (folder: string): void => {
  const statement = 'What is wrong is said at some length. '.repeat(20);
  writeRows(path.join(folder, 'rows.jsonl'), (i) =>
    instanceRow(idOf(i), { repo: `owner/name-${i % 70}`, problem_statement: `Title ${i}\n\n${statement}` }),
  );
  for (const run of runs) {
    writeRows(path.join(folder, 'runs', run, 'predictions.jsonl'), (i) => predictionRow(idOf(i), `${run} of ${i}`));
    for (let i = 0; i < reportsOfRun; i++) {
      const place = path.join(folder, 'logs', 'run_evaluation', run, 'model', idOf(i));
      fs.mkdirSync(place, { recursive: true });
      fs.writeFileSync(path.join(place, 'report.json'), reportOf(idOf(i)));
    }
  }
};

/** As a window that is opened anew: nothing is known but what the cache folder holds. */
const newWorker = (cacheFolder: string) => {
  const ports = { files: nodeFiles, sha256, cache: indexCache(cacheFolder), seek: rowSeek };
  const study = new OpenedStudy(readingApi(ports, new Tasks()));
  return { study, explorer: explorerApi(new ExplorerDesk(ports, study)) };
};

/** What the Instances view asks: the study, its groups, the first page of one. */
const firstRows = async (folder: string, cacheFolder: string): Promise<OpenedStudy> => {
  const { study, explorer } = newWorker(cacheFolder);
  await study.begin(folder, []);
  const query = { studyFolder: folder, text: '', facets: {}, sort: { by: 'data', descending: false } } as const;
  const { groups } = await explorer.exploreGroups({ query, by: { facet: 'repository', run: null } });
  await explorer.exploreWindow({ query: { ...query, facets: groups[0]?.facets ?? {} }, from: 0, count: 500 });
  return study;
};

/** Facets that no one has asked for are counted on after an answer: not in the time of the next round. */
const calm = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1000));

/** From opening the folder to rows; the runs are read after that. */
export const opening: Bench = {
  name: 'first rows of a study of 100,000 with 300,000 predictions and 9,000 reports, the index being there',
  limit: 1,
  measure: async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsi-'));
    const cacheFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'tsi-'));
    try {
      writeStudy(folder);
      const study = await firstRows(folder, cacheFolder);
      const started = performance.now();
      await study.of(folder);
      const rest = ((performance.now() - started) / 1000).toFixed(1);
      const { ours } = await timeInTurn(5, () => firstRows(folder, cacheFolder), calm);
      return { ours, against: 300, unit: 'ms', meaning: `the budget; everything after ${rest} s more` };
    } finally {
      for (const made of [folder, cacheFolder]) fs.rmSync(made, { recursive: true, force: true });
    }
  },
};

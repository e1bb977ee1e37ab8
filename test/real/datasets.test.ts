import { existsSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStudy } from '../../src/app/openStudy';
import { type DatasetFile, readDataset } from '../../src/app/readDataset';
import { readInstance } from '../../src/app/readDatasetInstance';
import { listDataset } from '../../src/app/readDatasetListing';
import { readPredictions } from '../../src/app/readPredictions';
import type { Instance } from '../../src/core/instance/instance';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { sha256 } from '../../src/io/store/sha256';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const benchmarks = path.join(data, 'benchmarks');
const there = existsSync(benchmarks);
if (!there) console.warn(`real datasets skipped: no ${benchmarks} (set TOUCHSTONE_DATA)`);

const instancesOf = (name: string): Promise<DatasetFile> =>
  readDataset(nodeFiles, path.join(benchmarks, 'instances', name));
const predictionsOf = (name: string) => readPredictions(nodeFiles, path.join(benchmarks, 'predictions', name));
const count = (dataset: DatasetFile, test: (instance: Instance) => boolean): number =>
  dataset.instances.filter(test).length;
const required = (dataset: DatasetFile): readonly string[] =>
  dataset.instances.flatMap((instance) => [...(instance.failToPass ?? []), ...(instance.passToPass ?? [])]);

/** More opening than closing brackets: an id that the dataset cut inside its parameters. */
const isCut = (id: string): boolean => id.split('[').length > id.split(']').length;

describe.skipIf(!there)('SWE-bench Verified, Parquet', () => {
  let verified: DatasetFile;
  beforeAll(async () => {
    verified = await instancesOf('swebench_verified_test.parquet');
  });

  it('opens all 500 rows with v5 columns and nothing left out', () => {
    expect(verified).toMatchObject({ format: 'swebench-parquet', version: 'v5', skipped: [], notes: [], warnings: [] });
    expect(verified.instances).toHaveLength(500);
    expect(new Set(verified.instances.map((instance) => instance.id)).size).toBe(500);
  });

  it('has the figures that were measured on it', () => {
    expect(count(verified, (instance) => instance.hints === '')).toBe(162);
    expect(count(verified, (instance) => instance.statement?.includes('\r\n') ?? false)).toBe(252);
    expect(count(verified, (instance) => instance.passToPass?.length === 0)).toBe(11);
    expect(required(verified).filter(isCut)).toHaveLength(676);
    expect(count(verified, (instance) => instance.labels.difficulty?.[0]?.value === '<15 min fix')).toBe(194);
  });

  it('gives the same rows as the classic JSON lines, but for the columns of v5', async () => {
    const classic = await instancesOf('verified_for_logs.jsonl');
    expect(classic).toMatchObject({ format: 'swebench-jsonl', version: 'classic', skipped: [], notes: [] });
    for (const row of classic.instances) {
      const same = verified.instances.find((instance) => instance.id === row.id);
      const { repo, baseCommit, goldPatch, testPatch, failToPass, passToPass, version, createdAt, labels } = row;
      expect(same).toMatchObject({ repo, baseCommit, goldPatch, testPatch, failToPass, passToPass });
      expect(same).toMatchObject({ version, createdAt, labels });
      expect(row.evalScript).toBeNull();
    }
  });

  it('lists what it reads, and finds one instance by its id', async () => {
    const file = path.join(benchmarks, 'instances', 'swebench_verified_test.parquet');
    const listing = await listDataset(nodeFiles, file);
    expect(listing.instances.map(({ id, repo }) => [id, repo])).toEqual(
      verified.instances.map(({ id, repo }) => [id, repo]),
    );
    for (const [index, { title }] of listing.instances.entries())
      expect(verified.instances[index]?.statement?.trimStart().startsWith(title ?? 'no title')).toBe(true);
    const last = verified.instances.at(-1);
    expect(await readInstance(nodeFiles, file, last?.id ?? '')).toEqual(last);
  });
});

describe.skipIf(!there)('other sets', () => {
  it('opens SWE-bench Lite', async () => {
    const lite = await instancesOf('swebench_lite_test.parquet');
    expect(lite).toMatchObject({ skipped: [], notes: [] });
    expect(lite.instances).toHaveLength(300);
    expect(required(lite).filter(isCut)).toHaveLength(294);
  });

  it('opens SWE-bench Multilingual, whose lists are lists', async () => {
    const set = await instancesOf('swebench_multilingual_test.parquet');
    expect(set).toMatchObject({ skipped: [], notes: [] });
    expect(set.instances).toHaveLength(300);
    expect(set.instances.filter((i) => i.failToPass?.length === 0).map((i) => i.id)).toEqual(['tokio-rs__axum-1730']);
    expect(count(set, (instance) => instance.passToPass?.length === 0)).toBe(25);
    expect(count(set, (instance) => instance.testPatch?.includes('\r') ?? false)).toBe(2);
  });

  it('opens the JavaScript rows that the logs belong to', async () => {
    const rows = await instancesOf('js_for_logs.jsonl');
    expect(rows.instances.map((instance) => instance.logParser)).not.toContain(null);
    expect(rows.instances).toHaveLength(5);
  });
});

describe.skipIf(!there)('predictions', () => {
  it.each([
    ['miniswe_preds.json', 'predictions-by-id', 50, 0],
    ['openhands_crlf_list.json', 'predictions-json', 30, 0],
    ['sweagent_lite_gpt4.predictions.jsonl', 'predictions-jsonl', 299, 3],
    ['multi_swe_patch.jsonl', 'predictions-jsonl', 3, 0],
    ['swecompass_example.json', 'predictions-by-id', 2, 0],
  ])('reads %s', async (name, format, predictions, skipped) => {
    const found = await predictionsOf(name);
    expect([found.format, found.predictions.length, found.skipped.length]).toEqual([format, predictions, skipped]);
  });

  it('keeps CRLF in patches', async () => {
    const { predictions } = await predictionsOf('openhands_crlf_list.json');
    expect(predictions.filter((prediction) => prediction.patch?.includes('\r\n')).length).toBeGreaterThan(0);
  });
});

describe.skipIf(!there)('a folder of all of them', () => {
  it('opens without a study file: datasets and runs found by content', async () => {
    const study = await openStudy({ files: nodeFiles, sha256 }, benchmarks);
    expect(study.datasets.map((dataset) => dataset.id)).toEqual(
      expect.arrayContaining(['swebench_verified_test', 'js_for_logs', 'HumanEval', 'swebench_pro_3rows']),
    );
    expect(study.runs).toHaveLength(5);
  });
});

describe('the quickstart sample', () => {
  it('opens with seven instances, four runs and both judges, and without a fault', async () => {
    const sample = path.resolve(import.meta.dirname, '../../samples/quickstart');
    const study = await openStudy({ files: nodeFiles, sha256 }, sample);
    expect(study).toMatchObject({ studyId: 'quickstart', problems: [] });
    expect(study.datasets[0]).toMatchObject({ skipped: [], notes: [] });
    expect(study.datasets[0]?.instances).toHaveLength(7);
    expect(study.runs.map((run) => [run.id, run.model, run.attempt, run.base])).toEqual([
      ['kestrel-1', 'kestrel-1', 1, null],
      ['kestrel-1-a2', 'kestrel-1', 2, null],
      ['kestrel-1-a3', 'kestrel-1', 3, null],
      ['heron-2', 'heron-2', 1, 'kestrel-1'],
    ]);
    expect(study.judges).toHaveLength(2);
  });
});

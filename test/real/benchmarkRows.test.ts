import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { describe, expect, it } from 'vitest';
import { type DatasetFile, readDataset } from '../../src/app/readDataset';
import { imageOf } from '../../src/core/dataset/imageOf';
import type { Instance } from '../../src/core/instance/instance';
import { reversePatch } from '../../src/core/patch/reversePatch';
import { nodeFiles } from '../../src/io/files/nodeFiles';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const folder = path.join(data, 'benchmarks/instances');
const there = existsSync(folder);
if (!there) console.warn(`real benchmark rows skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const read = (name: string): Promise<DatasetFile> => readDataset(nodeFiles, path.join(folder, name));
const first = async (name: string): Promise<Instance> => {
  const [instance] = (await read(name)).instances;
  if (!instance) throw new Error(`${name} has no instance`);
  return instance;
};

/** Texts and lists with their lengths in bytes, so that no two rows give the same digest by shifting a border. */
class Digest {
  private readonly hash = createHash('sha256');

  text(text: string | null): void {
    const bytes = Buffer.from(text ?? '');
    this.hash.update(`${bytes.length}:`).update(bytes);
  }

  list(list: readonly string[] | null): void {
    this.hash.update(`${list?.length};`);
    for (const text of list ?? []) this.text(text);
  }

  hex(): string {
    return this.hash.digest('hex');
  }
}

const digestOf = (instances: readonly Instance[]): string => {
  const digest = new Digest();
  for (const { id, repo, baseCommit, goldPatch, testPatch, statement, failToPass, passToPass } of instances) {
    for (const text of [id, repo, baseCommit, goldPatch, testPatch, statement]) digest.text(text);
    for (const list of [failToPass, passToPass]) digest.list(list);
  }
  return digest.hex();
};

/**
 * The same digests of the same files as pyarrow 22 reads them (id, repo, base_commit, patch, test_patch,
 * problem_statement, FAIL_TO_PASS, PASS_TO_PASS of every row), made once: an independent reader.
 */
const parquets = [
  ['swebench_verified_test.parquet', 500, 'd58b782aac9cac4262ff696f1b4c14f28dd20dc9b46ef0e9e418caf88c82c72a'],
  ['swebench_lite_test.parquet', 300, 'b3f648367c5b2a028806c879c03bcd82af7af578ba5d2e3fb3513d0aeaa428e9'],
  ['swebench_multilingual_test.parquet', 300, '2e1b9107e39c49f0fd33b91e65a3512480559e42d152f1dbdf72fe279c9730bd'],
] as const;

describe.skipIf(!there)('Parquets of SWE-bench, byte by byte', () => {
  it.each(parquets)('%s: every text and every test id is what another reader finds', async (name, rows, digest) => {
    const { instances, skipped } = await read(name);
    expect([instances.length, skipped]).toEqual([rows, []]);
    expect(digestOf(instances)).toBe(digest);
  });

  it.each(parquets)('%s: patches have the very bytes of the columns', async (name) => {
    const { instances } = await read(name);
    const bytes = readFileSync(path.join(folder, name));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
    const columns = ['instance_id', 'patch', 'test_patch'];
    const parsers = { stringFromBytes: (raw: Uint8Array) => raw };
    const raw = await parquetReadObjects({ file, columns, compressors, parsers });
    for (const [index, row] of raw.entries()) {
      const { id, goldPatch, testPatch } = instances[index] as Instance;
      const found = [id, goldPatch, testPatch].map((text) => Buffer.from(text ?? '').toString('hex'));
      expect(found).toEqual(columns.map((column) => Buffer.from(row[column] as Uint8Array).toString('hex')));
    }
  });

  it('the junk and truncated ids of the sets are there as they are', async () => {
    const { instances } = await read('swebench_verified_test.parquet');
    const ids = (id: string): readonly string[] => {
      const found = instances.find((instance) => instance.id === id);
      return [...(found?.failToPass ?? []), ...(found?.passToPass ?? [])];
    };
    expect(ids('pytest-dev__pytest-5262')).toContain('[100%]');
    expect(ids('pytest-dev__pytest-7521')).toContain('[100%]');
    expect(ids('django__django-16145')).toContain('"');
    expect(ids('django__django-16612')).toContain('"');
    expect(ids('django__django-15863')).toContain('#15789');
  });
});

describe.skipIf(!there)('rows of other benchmarks', () => {
  it.each([
    ['HumanEval.jsonl.gz', 164, 'humaneval-jsonl', null],
    ['cruxeval.jsonl', 800, 'cruxeval-jsonl', null],
    ['swebench_pro_3rows.json', 3, 'swebench-pro-json', null],
    ['swe_rebench_v2_sample.json', 1, 'swe-rebench-json', 'v2'],
    ['swesmith_pandas.pr_53652.json', 1, 'swe-smith-json', null],
    ['js_for_logs.jsonl', 5, 'swebench-jsonl', 'v5'],
    ['verified_for_logs.jsonl', 10, 'swebench-jsonl', 'classic'],
  ])('opens all of %s without a note', async (name, rows, format, version) => {
    const dataset = await read(name);
    expect(dataset).toMatchObject({ format, version, skipped: [], notes: [], warnings: [] });
    expect(dataset.instances).toHaveLength(rows);
  });

  it('HumanEval: the prompt is the statement, solution and test are kept', async () => {
    const instance = await first('HumanEval.jsonl.gz');
    expect(instance).toMatchObject({ id: 'HumanEval/0', benchmark: 'humaneval', goldPatch: null });
    expect(instance.statement).toContain('has_close_elements');
    expect(Object.keys(instance.extra)).toEqual(['entry_point', 'canonical_solution', 'test']);
  });

  it('SWE-bench Pro: rows out of their envelope, lists, labels, the published image', async () => {
    const { instances } = await read('swebench_pro_3rows.json');
    expect(instances.map(({ labels }) => labels.languages?.[0]?.value)).toEqual(['JavaScript', 'Python', 'Go']);
    for (const instance of instances) {
      expect(instance.failToPass?.length).toBeGreaterThan(0);
      expect(instance.extra).toHaveProperty('changes');
      expect(instance.extra).toHaveProperty('before_repo_set_cmd');
      const byRule = imageOf({ ...instance, image: null });
      expect(byRule).toMatchObject({ name: instance.image, source: 'rule' });
    }
  });

  it('SWE-rebench V2: the time, the parser and the image that the row names', async () => {
    const instance = await first('swe_rebench_v2_sample.json');
    expect(new Date(instance.createdAt ?? '').getTime()).toBe(1609298073000);
    expect(instance.logParser).toBe('parse_log_jq');
    expect(imageOf({ ...instance, image: null })).toMatchObject({ name: instance.image, source: 'rule' });
  });

  it('SWE-smith: gold is the reverse of the patch that injects the bug', async () => {
    const instance = await first('swesmith_pandas.pr_53652.json');
    const injected = String(instance.extra['patch']);
    expect(instance.goldPatch).not.toBe(injected);
    expect(reversePatch(instance.goldPatch ?? '')).toEqual({ ok: true, value: injected });
  });

  it('every gold patch of Verified and Multilingual can be turned round and back', async () => {
    for (const name of ['swebench_verified_test.parquet', 'swebench_multilingual_test.parquet']) {
      for (const { id, goldPatch, testPatch } of (await read(name)).instances) {
        for (const patch of [goldPatch, testPatch]) {
          const back = reversePatch(patch ?? '');
          const again = back.ok ? reversePatch(back.value) : back;
          expect([id, again]).toEqual([id, { ok: true, value: patch }]);
        }
      }
    }
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDataset } from '../../src/app/readDataset';
import { parserFor } from '../../src/core/evaluation/logs/registry';
import { parserOfRepository } from '../../src/core/evaluation/logs/repositories';
import { resultsOf } from '../../src/core/evaluation/logs/resultsOf';
import type { Instance } from '../../src/core/instance/instance';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { commandLine } from '../fakes/commandLine';

const data = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');
const here = existsSync(data);
if (!here) console.warn(`real log parsers skipped: ${data} is absent (set TOUCHSTONE_DATA)`);

const rows = async (name: string): Promise<readonly Instance[]> =>
  (await readDataset(nodeFiles, join(data, 'instances', name))).instances;

describe.skipIf(!here)('every row has a parser', () => {
  it.each([
    ['swebench_verified_test.parquet', 500],
    ['swebench_lite_test.parquet', 300],
    ['swebench_multilingual_test.parquet', 300],
  ])('%s', async (name, count) => {
    const instances = await rows(name);
    expect(instances).toHaveLength(count);
    for (const rules of ['swebench-v4', 'swebench-v5'] as const) {
      const without = instances.filter((instance) => parserFor(instance, rules) === null);
      expect(without.map(({ id, logParser }) => `${id}: ${logParser}`)).toEqual([]);
    }
  });

  it.each(['swebench_verified_test.parquet', 'swebench_lite_test.parquet', 'swebench_multilingual_test.parquet'])(
    'and the same one by its repository, were it a classic row: %s',
    async (name) => {
      for (const instance of await rows(name)) {
        const classic = { ...instance, logParser: null };
        expect(parserFor(classic, 'swebench-v4')?.name, instance.id).toBe(parserFor(instance, 'swebench-v4')?.name);
      }
    },
  );

  it('knows every repository of the two harness versions', () => {
    expect(parserOfRepository.size).toBe(18 + 27 + 6 + 5 + 6 + 4 + 6 + 7);
  });
});

describe.skipIf(!here)("SWE-smith's Go log", () => {
  const log = here ? readFileSync(join(data, 'eval_smith', 'gin.go.txt'), 'utf8') : '';
  const instance = { id: 'gin-gonic__gin.3c12d2a8.x', repo: 'gin-gonic/gin', version: null, logParser: null };
  const graded = { ...instance, failToPass: [], passToPass: [], evalType: null };

  it('gives each test the status of its last line', () => {
    const last = new Map<string, string>();
    for (const [, word = '', name = ''] of log.matchAll(/^\s*--- (PASS|FAIL|SKIP): (\S+) \(\S+\)$/gm))
      last.set(name, word);
    expect(last.size).toBeGreaterThan(100);
    const parser = parserFor(graded, 'swebench-v4');
    const results = parser === null ? new Map() : resultsOf(parser, log);
    const words = new Map([...results].map(([id, { status }]) => [id, status.slice(0, 4)]));
    expect([...words].sort()).toEqual([...last].sort());
  });

  it('is read by `grade --parser` without a dataset: the results alone, each with its line and bytes', async () => {
    const path = join(data, 'eval_smith', 'gin.go.txt');
    const { code, out } = await commandLine('grade', '--log', path, '--parser', 'smith_gotest', '--json');
    const { parser, results, counts, warnings } = JSON.parse(out);
    expect([code, parser, counts]).toEqual([0, 'smith_gotest', { PASSED: 556, FAILED: 2, SKIPPED: 1 }]);
    expect(warnings).toEqual([]);
    const bytes = readFileSync(path);
    const lines = log.split('\n');
    for (const { id, line, start, end } of results) {
      expect(lines[line - 1]).toContain(id);
      expect(bytes.subarray(start, end).toString()).toContain(id);
    }
  });
});

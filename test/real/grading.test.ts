import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDataset } from '../../src/app/readDataset';
import { gradeLog } from '../../src/core/evaluation/grade/gradeLog';
import { toHarnessReport } from '../../src/core/evaluation/grade/harnessReport';
import type { RuleSetName } from '../../src/core/evaluation/report';
import type { Instance } from '../../src/core/instance/instance';
import { nodeFiles } from '../../src/io/files/nodeFiles';

const data = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');
const here = existsSync(data);
if (!here) console.warn(`real logs skipped: ${data} is absent (set TOUCHSTONE_DATA)`);

const readRows = async (name: string): Promise<Map<string, Instance>> => {
  const { instances } = await readDataset(nodeFiles, join(data, 'instances', name));
  return new Map(instances.map((instance) => [instance.id, instance]));
};

const grade = (rows: Map<string, Instance>, rules: RuleSetName, log: string, report: string) => {
  const official = JSON.parse(readFileSync(join(data, report), 'utf8')) as Record<string, unknown>;
  const id = Object.keys(official)[0] ?? '';
  const instance = rows.get(id);
  if (!instance) throw new Error(`no row for ${id}`);
  return { official, instance, grade: gradeLog({ instance, log: readFileSync(join(data, log), 'utf8'), rules }) };
};

describe.skipIf(!here)('Python logs under swebench-v4', () => {
  let verified: Map<string, Instance>;
  let selected: Map<string, Instance>;
  beforeAll(async () => {
    verified = await readRows('swebench_verified_test.parquet');
    selected = await readRows('verified_for_logs.jsonl');
  });
  const folders = here ? readdirSync(join(data, 'eval_py')) : [];

  it('is run on all ten logs', () => expect(folders).toHaveLength(10));

  it.each(folders)('%s gives the report of the harness, byte for byte', (folder) => {
    for (const rows of [verified, new Map([...verified, ...selected])]) {
      const { official, grade: ours } = grade(
        rows,
        'swebench-v4',
        `eval_py/${folder}/test_output.txt`,
        `eval_py/${folder}/report.json`,
      );
      expect(JSON.stringify(toHarnessReport(ours), null, 1)).toBe(JSON.stringify(official, null, 1));
    }
  });

  it.each(folders)('%s has the same answer under swebench-v5', (folder) => {
    const {
      official,
      instance,
      grade: ours,
    } = grade(verified, 'swebench-v5', `eval_py/${folder}/test_output.txt`, `eval_py/${folder}/report.json`);
    expect(ours.report?.resolved).toBe((official[instance.id] as { resolved: boolean }).resolved);
  });
});

/**
 * The noted edge. The model's patch breaks an import of `tests/conftest.py`, so pytest ends before it collects and
 * prints no summary at all. swebench-v4 takes the silence for 19 absent tests of a patch that applied; swebench-v5
 * takes it for a log that cannot be graded, and writes no lists. `resolved` is false in both.
 */
describe.skipIf(!here)('pylint-8898, in which nothing was collected', () => {
  it('is unresolved by both rule sets, for different reasons', async () => {
    const verified = await readRows('swebench_verified_test.parquet');
    const under = (rules: RuleSetName) =>
      grade(verified, rules, 'eval_py/pylint-8898/test_output.txt', 'eval_py/pylint-8898/report.json').grade;
    const [v4, v5] = [under('swebench-v4'), under('swebench-v5')];
    expect(v4.results.size).toBe(0);
    expect(v4.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    expect(v4.report).toMatchObject({ patch_successfully_applied: true, resolved: false });
    expect(v4.tests.every((test) => test.matched === 'absent' && test.success === false)).toBe(true);
    expect(v5.outcome).toEqual(v4.outcome);
    expect(v5.report).toEqual({
      patch_is_None: false,
      patch_exists: true,
      patch_successfully_applied: false,
      resolved: false,
      infra_failure: false,
      infra_failure_reason: 'missing_module',
    });
  });
});

describe.skipIf(!here)('JavaScript logs under swebench-v5', () => {
  let rows: Map<string, Instance>;
  beforeAll(async () => {
    rows = await readRows('js_for_logs.jsonl');
  });
  const logs = here ? readdirSync(join(data, 'eval_js')).filter((name) => name.endsWith('.test_output.txt')) : [];
  const plain = logs.filter((name) => !name.includes('.ansi.'));

  it('is run on all seven reports', () => expect(plain).toHaveLength(7));

  it.each(plain)('%s gives the report of the harness, byte for byte', (name) => {
    const { official, grade: ours } = grade(
      rows,
      'swebench-v5',
      `eval_js/${name}`,
      `eval_js/${name.replace('.test_output.txt', '.report.json')}`,
    );
    expect(JSON.stringify(toHarnessReport(ours), null, 4)).toBe(JSON.stringify(official, null, 4));
  });

  it('reads nothing from the coloured log of vuejs-11870 and says what hides it', () => {
    const { grade: ours } = grade(
      rows,
      'swebench-v5',
      'eval_js/vuejs__core-11870.gold.ansi.test_output.txt',
      'eval_js/vuejs__core-11870.gold.report.json',
    );
    expect(ours.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    expect(ours.report).not.toHaveProperty('tests_status');
    expect(ours.warnings.join('\n')).toMatch(/colour codes hide \d+ results from parse_log_vitest/);
  });

  it('flags the host that axios-5085 could not reach', () => {
    const { grade: ours } = grade(
      rows,
      'swebench-v5',
      'eval_js/axios__axios-5085.gold.test_output.txt',
      'eval_js/axios__axios-5085.gold.report.json',
    );
    expect(ours.outcome.kind).toBe('unresolved');
    expect(ours.signs.map((sign) => sign.kind)).toContain('dns');
  });
});

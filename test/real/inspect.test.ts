import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Inspection, inspectPath } from '../../src/app/inspect';
import { readDataset } from '../../src/app/readDataset';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { sha256 } from '../../src/io/store/sha256';
import { openTrajectoryFiles } from '../../src/io/trajectories/openTrajectoryFiles';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const benchmarks = path.join(data, 'benchmarks');
const listing = path.join(benchmarks, 'README.tsv');
const there = existsSync(listing);
if (!there) console.warn(`real inspect skipped: no ${listing} (set TOUCHSTONE_DATA)`);

const listed = there
  ? readFileSync(listing, 'utf8')
      .split('\n')
      .slice(1)
      .flatMap((line) => line.split('\t')[0] || [])
  : [];

/** Formats by what the list calls a file; the first that fits a path counts. */
const expected: readonly (readonly [RegExp, RegExp])[] = [
  [/^eval_(?:py|js)\/.*report\.json$/, /^swebench-report$/],
  [/^eval_(?:py|js)\/.*test_output\.txt$|^eval_smith\//, /^swebench-test-output$/],
  [/run_instance\.log$/, /^run-instance-log$/],
  [/^eval_v1\/.*\.eval\.log$/, /^v1-eval-log$/],
  [/^eval_v1\/report/, /^swebench-v1-report$/],
  [/^eval_pro\/.*output\.json$/, /^pro-output$/],
  [/^eval_pro\/.*analysis\.json$/, /^pro-analysis$/],
  [/^eval_pro\/.*stdout|post-test\.txt$/, /^pytest-log$/],
  [/^instances\/.*\.parquet$/, /^swebench-parquet$/],
  [/^instances\/.*_for_logs\.jsonl$/, /^swebench-jsonl$/],
  [/^instances\/swe_rebench/, /^swe-rebench/],
  [/^instances\/swesmith/, /^swe-smith/],
  [/^instances\/swebench_pro/, /^swebench-pro/],
  [/^instances\/HumanEval/, /^humaneval/],
  [/^instances\/cruxeval/, /^cruxeval/],
  [/issue_data\.json$/, /^swe-lancer-issue$/],
  [/\.patch$/, /^unified-diff$/],
  [/^task_repo\/.*task\.yaml$/, /^swebench-task-yaml$/],
  [/^task_repo\/.*tests\.json$/, /^swebench-task-tests$/],
  [/problem_statement\.md$/, /^problem-statement$/],
  [/task\.toml$/, /^harbor-task-toml$/],
  [/instruction\.md$/, /^task-instruction$/],
  [/rubric\.json$/, /^judge-rubric$/],
  [/^predictions\//, /^predictions-/],
  [/^run_reports\/sb_cli/, /^(?:sb-cli-report|swebench-summary)$/],
  [/^run_reports\//, /^swebench-summary$/],
  [/^terminal_bench\/.*results\.json$/, /^terminal-bench-trial$/],
  [/\.cast$/, /^asciinema$/],
  [/\.xlsx$/, /^spreadsheet$/],
  [/openhands_mm_ambiguity/, /^openhands-annotations$/],
];

describe.skipIf(!there)('inspect of the folder of benchmarks', () => {
  let found: ReadonlyMap<string, Inspection>;
  beforeAll(async () => {
    const all = await inspectPath({ files: nodeFiles, sha256 }, benchmarks);
    found = new Map(all.map((one) => [path.relative(benchmarks, one.path), one]));
  }, 120_000);

  it.each(listed)('names %s', (file) => {
    const one = found.get(file);
    const wanted = expected.find(([pattern]) => pattern.test(file))?.[1];
    expect(wanted, 'the list has a kind of file that this test does not know').toBeDefined();
    expect(one?.format ?? 'unknown').toMatch(wanted as RegExp);
    expect(Object.values(one?.counts ?? {}).some((count) => count > 0)).toBe(true);
  });

  it('leaves no file out and knows every one', () => {
    expect([...found.values()].filter((one) => one.format === null)).toEqual([]);
    expect(listed.filter((file) => !found.has(file))).toEqual([]);
    expect(found.get('')?.counts).toMatchObject({ files: listed.length + 1 });
  });

  it('has the counts that were measured', () => {
    const counts = (file: string) => found.get(file)?.counts;
    expect(counts('instances/swebench_verified_test.parquet')).toMatchObject({ instances: 500, repositories: 12 });
    expect(counts('instances/HumanEval.jsonl.gz')).toMatchObject({ instances: 164 });
    expect(counts('instances/cruxeval.jsonl')).toMatchObject({ instances: 800 });
    expect(counts('annotations/openhands_mm_ambiguity.json')).toEqual({ annotations: 102 });
    expect(counts('run_reports/claude-haiku-4-5.json')).toMatchObject({ resolved: 32, unresolved: 16 });
    expect(found.get('instances/verified_for_logs.jsonl')?.version).toBe('classic');
    expect(found.get('instances/js_for_logs.jsonl')?.version).toBe('v5');
  });

  it('names the tasks that are folders', () => {
    expect(found.get('harbor_tasks/better-auth')).toMatchObject({ format: 'harbor-task', counts: { instances: 1 } });
    expect(found.get('task_repo/PrismJS__prism-2348')).toMatchObject({ format: 'swebench-task-repo', version: 'v5' });
    expect(found.get('task_repo/bpmn-io__bpmn-js-1080')?.format).toBe('swebench-task-repo');
    expect(found.get('instances/swelancer_12155_1')?.format).toBe('swe-lancer');
  });
});

describe.skipIf(!there)('inspect of all real data at once', () => {
  it('names every file', async () => {
    const all = await inspectPath({ files: nodeFiles, sha256, trajectories: openTrajectoryFiles }, data);
    expect(all.filter((one) => one.format === null).map((one) => one.path)).toEqual([]);
    expect(all[0]?.counts).toMatchObject({ unknownFiles: 0 });
    expect(all.length).toBeGreaterThan(200);
  });
});

describe.skipIf(!there)('real tasks that are folders', () => {
  const instanceOf = async (folder: string) => {
    const dataset = await readDataset(nodeFiles, path.join(benchmarks, folder));
    return { dataset, instance: dataset.instances[0] };
  };
  const bytesOf = (file: string): string => readFileSync(path.join(benchmarks, file), 'utf8');

  it('SWE-bench task repo, byte for byte', async () => {
    const { instance } = await instanceOf('task_repo/PrismJS__prism-2348');
    expect(instance?.goldPatch).toBe(bytesOf('task_repo/PrismJS__prism-2348/gold.patch'));
    expect(instance?.testPatch).toBe(bytesOf('task_repo/PrismJS__prism-2348/test.patch'));
    expect(instance?.statement).toBe(bytesOf('task_repo/PrismJS__prism-2348/problem_statement.md'));
    expect(instance).toMatchObject({ repo: 'PrismJS/prism', version: '1.20', logParser: 'parse_log_prismjs' });
    expect(instance?.failToPass).toHaveLength(3);
    expect(instance?.labels).toMatchObject({ languages: [{ value: 'JavaScript' }], modality: [{ value: 'image' }] });
  });

  it('SWE-bench task repo with its gold patch alone', async () => {
    const { dataset, instance } = await instanceOf('task_repo/bpmn-io__bpmn-js-1080');
    expect(instance?.goldPatch).toBe(bytesOf('task_repo/bpmn-io__bpmn-js-1080/gold.patch'));
    expect(dataset.notes).toHaveLength(4);
  });

  it('Harbor with long metadata', async () => {
    const { instance } = await instanceOf('harbor_tasks/better-auth');
    expect(instance).toMatchObject({ repo: 'better-auth/better-auth', labels: { taskTypes: [{ source: 'data' }] } });
    expect(instance?.statement).toBe(bytesOf('harbor_tasks/better-auth/instruction.md'));
    expect(instance?.id).toContain('/');
  });

  it('SWE-Lancer: gold is the reverse of the bug', async () => {
    const { instance } = await instanceOf('instances/swelancer_12155_1');
    const injected = bytesOf('instances/swelancer_12155_1/bug_reintroduce.patch');
    const count = (text: string, sign: string): number =>
      text.split('\n').filter((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3))).length;
    expect(count(instance?.goldPatch ?? '', '-')).toBe(count(injected, '+'));
    expect(instance?.labels).toMatchObject({ taskTypes: [{ value: 'BF' }], languages: [{ value: 'TypeScript' }] });
  });
});

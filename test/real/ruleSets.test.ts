import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../fakes/commandLine';

const data = join(process.env['TOUCHSTONE_DATA'] ?? resolve('../shared/data'), 'benchmarks');
const here = existsSync(data);
if (!here) console.warn(`real results skipped: ${data} is absent (set TOUCHSTONE_DATA)`);

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-rules-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => join(data, path);

/** Rows made of what a real file says, in a file of our own that is gone after the test. */
const rows = (name: string, ...values: readonly object[]): string => {
  const path = join(folder, name);
  writeFileSync(path, values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  return path;
};

const row = (id: string, more: object = {}) => ({
  instance_id: id,
  repo: 'o/r',
  base_commit: '0'.repeat(40),
  problem_statement: '',
  patch: '',
  test_patch: '',
  FAIL_TO_PASS: [],
  PASS_TO_PASS: [],
  ...more,
});

const grade = async (...args: readonly string[]) => {
  const { code, out, err } = await commandLine('grade', ...args, '--json');
  return { code, err, document: JSON.parse(out) };
};

interface ProRow {
  readonly instance_id: string;
  readonly changes: Readonly<Record<string, readonly { readonly from: string; readonly to: string }[]>>;
  readonly row: Readonly<Record<string, unknown>>;
}

describe.skipIf(!here)('SWE-bench Pro: the golden output of an ansible instance', () => {
  const proRow = (): ProRow =>
    (JSON.parse(readFileSync(at('instances/swebench_pro_3rows.json'), 'utf8')) as ProRow[]).find(
      ({ instance_id: id }) => id.includes('ansible'),
    ) as ProRow;

  /** Test lists as the data has them: Python literals in strings. */
  const asLiteral = (names: unknown): string =>
    `[${(names as readonly string[]).map((name) => JSON.stringify(name)).join(', ')}]`;

  const gradeGolden = async (change: (names: readonly string[]) => readonly string[]) => {
    const { instance_id: id, row: value } = proRow();
    const lists = {
      fail_to_pass: asLiteral(change(value['fail_to_pass'] as string[])),
      pass_to_pass: asLiteral(value['pass_to_pass']),
    };
    const dataset = rows('pro.jsonl', { ...value, ...lists });
    const { document } = await grade(
      '--dataset',
      dataset,
      '--log',
      at('eval_pro/ansible/golden_output.json'),
      '--instance',
      id,
    );
    return { report: document[id], touchstone: document.touchstone };
  };

  it('is resolved under pro with the corrected names', async () => {
    const { report, touchstone } = await gradeGolden((names) => names);
    expect(touchstone).toMatchObject({ rules: 'pro', outcome: { kind: 'resolved' }, rule: 'pro.resolved' });
    expect(report.resolved).toBe(true);
    expect(touchstone.tests).toHaveLength(58);
  });

  it('is unresolved with the one cut name of the published row, as the analysis beside it says', async () => {
    const analysis = JSON.parse(readFileSync(at('eval_pro/ansible/analysis.json'), 'utf8'));
    const back = new Map(proRow().changes['fail_to_pass']?.map(({ from, to }) => [to, from]));
    const { report, touchstone } = await gradeGolden((names) => names.map((name) => back.get(name) ?? name));
    const missing = touchstone.tests.filter(({ success }: { success: boolean }) => !success);
    expect(report.resolved).toBe(analysis.golden.resolved);
    expect(missing.map(({ name }: { name: string }) => name)).toEqual(analysis.golden.missing);
    expect(missing[0].matched).toBe('absent');
  });
});

describe.skipIf(!here)('SWE-bench 1: the log of requests-863', () => {
  it('has the outcome that the run report of its harness gives', async () => {
    const summary = JSON.parse(readFileSync(at('eval_v1/report.golden.json'), 'utf8'));
    const { document } = await grade('--dataset', at('instances/swebench_lite_test.parquet'), at('eval_v1'));
    const id = 'psf__requests-863';
    expect(summary.resolved).toContain(id);
    expect(document[id].resolved).toBe(true);
    expect(document.touchstone[id]).toMatchObject({ rules: 'swebench-v4', outcome: { kind: 'resolved' } });
    expect(document[id].tests_status.FAIL_TO_PASS.success).toHaveLength(4);
  });

  it('names lines of the log itself', async () => {
    const log = at('eval_v1/psf__requests-863.SWE-bench_Lite_golden.eval.log');
    const lines = readFileSync(log, 'utf8').split('\n');
    const dataset = at('instances/swebench_lite_test.parquet');
    const { document } = await grade('--dataset', dataset, '--log', log, '--instance', 'psf__requests-863');
    for (const { name, line } of document.touchstone.tests) expect(lines[line - 1]).toContain(name.split('::').at(-1));
  });
});

describe.skipIf(!here)('SWE-bench-java: the report that run_instance.log prints', () => {
  it('is read as a Python literal and repeated, with its source', async () => {
    const id = 'fasterxml__jackson-databind-4048';
    const dataset = rows('java.jsonl', row(id, { repo: 'fasterxml/jackson-databind' }));
    const { document } = await grade('--dataset', dataset, at('eval_java'));
    expect(document[id]).toMatchObject({ patch_successfully_applied: true, resolved: true });
    expect(document[id].tests_status.FAIL_TO_PASS.success).toHaveLength(1);
    expect(document.touchstone[id].rule).toBe('report.found');
    expect(document.touchstone[id].reason).toContain('run_instance.log prints on line');
  });

  it('needs no dataset: as reported', async () => {
    const { code, document } = await grade('--log', at('eval_java/jackson-databind-4048.run_instance.log'));
    expect(code).toBe(0);
    expect(document['fasterxml__jackson-databind-4048'].resolved).toBe(true);
    expect(document.touchstone).toMatchObject({ rules: null, rule: 'report.found', outcome: { kind: 'resolved' } });
  });
});

describe.skipIf(!here)('Folders of logs with the reports of the harness beside them', () => {
  it('eval_js as it lies: two logs of one instance are told apart, and no report contradicts', async () => {
    const { code, document } = await grade('--dataset', at('instances/js_for_logs.jsonl'), at('eval_js'));
    expect(code).toBe(0);
    expect(Object.keys(document)).toContain('markedjs__marked-1825#2');
    expect(document.touchstone['markedjs__marked-1825#2'].log).toContain('.gold.test_output.txt');
    const all = Object.values<{ contradicts?: object }>(document.touchstone);
    expect(all).toHaveLength(8);
    expect(all.filter(({ contradicts }) => contradicts)).toEqual([]);
  });

  it('eval_py under swebench-v5 names the reports that are those of swebench-v4', async () => {
    const dataset = at('instances/verified_for_logs.jsonl');
    const { document } = await grade('--dataset', dataset, at('eval_py'), '--rules', 'swebench-v5');
    const said = Object.entries<{ contradicts?: object; notes: string[] }>(document.touchstone)
      .filter(([, { notes }]) => notes.join().includes('says what swebench-v4 makes of the same log'))
      .map(([id]) => id);
    expect(said).toEqual(['astropy__astropy-14369', 'pylint-dev__pylint-8898']);
    expect(JSON.stringify(document.touchstone)).not.toContain('"contradicts"');
  });
});

describe.skipIf(!here)('Terminal-Bench 1: two public trials', () => {
  it('are unresolved by a failed test and without a verdict after a parse error', async () => {
    const dataset = rows('tb.jsonl', row('fix-git'), row('cron-broken-network'));
    const { code, document } = await grade('--dataset', dataset, at('terminal_bench'), '--rules', 'terminal-bench');
    const { touchstone } = document;
    expect(code).toBe(1);
    expect(document['fix-git'].resolved).toBe(false);
    expect(touchstone['fix-git'].tests.map(({ name }: { name: string }) => name)).toEqual([
      'test_layout_file',
      'test_about_file',
    ]);
    expect(touchstone['cron-broken-network']).toMatchObject({
      resolved: null,
      outcome: { kind: 'none', reason: 'error' },
    });
  });
});

describe.skipIf(!here)('swebench-v4 against swebench-v5 on the ten Python logs', () => {
  it('changes two evaluations, no outcome, and says why', async () => {
    const dataset = at('instances/verified_for_logs.jsonl');
    const { document } = await grade(
      '--dataset',
      dataset,
      at('eval_py'),
      '--rules',
      'swebench-v4',
      '--against',
      'swebench-v5',
    );
    expect(document).toMatchObject({ rules: 'swebench-v4', against: 'swebench-v5', same: 8 });
    expect(document.changes.map(({ id }: { id: string }) => id)).toEqual([
      'astropy__astropy-14369',
      'pylint-dev__pylint-8898',
    ]);
    expect(document.changes[1]).toMatchObject({
      outcome: null,
      flags: [{ field: 'patch_successfully_applied', before: true, after: false }],
      rules: { before: 'v4.tests', after: 'v5.nothing-parsed' },
    });
  });

  it('explains in its output why the two disagree on pylint-8898', async () => {
    const args = ['--dataset', at('instances/verified_for_logs.jsonl'), '--instance', 'pylint-dev__pylint-8898'];
    const log = ['--log', at('eval_py/pylint-8898/test_output.txt')];
    const v4 = await commandLine('grade', ...args, ...log, '--rules', 'swebench-v4');
    expect(v4.out).toContain('Note: swebench-v4 takes a log without any result for a patch that was applied');
    const v5 = await commandLine('grade', ...args, ...log);
    expect(v5.out).toContain('Note: swebench-v5 calls this log not gradeable');
  });
});

describe.skipIf(!here)('HumanEval: results of samples', () => {
  const dataset = at('instances/HumanEval.jsonl.gz');

  it('are graded by sample, pass@k only where every problem was attempted', async () => {
    const sample = (n: number, passed: boolean) => ({
      task_id: `HumanEval/${n}`,
      completion: '',
      passed,
      result: passed ? 'passed' : 'failed: ',
    });
    const some = rows('some.jsonl_results.jsonl', sample(0, true), sample(0, false), sample(1, false));
    const partly = (await grade('--dataset', dataset, some)).document;
    expect(partly['HumanEval/0'].resolved).toBe(true);
    expect(partly['HumanEval/0#2'].resolved).toBe(false);
    expect(partly.touchstonePassAtK[0]).toEqual({
      k: 1,
      value: null,
      reason: '162 of 164 problems were not attempted',
    });
    const all = rows('all.jsonl_results.jsonl', ...Array.from({ length: 164 }, (_, n) => sample(n, n < 41)));
    expect((await grade('--dataset', dataset, all)).document.touchstonePassAtK[0]).toEqual({
      k: 1,
      value: 0.25,
      reason: null,
    });
  });
});

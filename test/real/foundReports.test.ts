import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStudy } from '../../src/app/openStudy';
import { readReportFile } from '../../src/app/openStudyReports';
import { outcomeWords } from '../../src/core/evaluation/outcomeWords';
import type { StudyCatalogue } from '../../src/core/study/catalogue';
import { nodeFiles } from '../../src/io/files/nodeFiles';
import { sha256 } from '../../src/io/store/sha256';
import { type TempFolder, tempFolder } from '../fakes/tempFolder';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../shared/data'));
const benchmarks = path.join(data, 'benchmarks');
const there = existsSync(benchmarks);
if (!there) console.warn(`real reports skipped: no ${benchmarks} (set TOUCHSTONE_DATA)`);

const open = (folder: string): Promise<StudyCatalogue> => openStudy({ files: nodeFiles, sha256 }, folder);

const tally = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
};

describe.skipIf(!there)('real reports', () => {
  it.each<[string, string, Record<string, number>]>([
    [
      'run_reports/claude-haiku-4-5.json',
      'swebench-summary',
      { resolved: 32, unresolved: 16, 'no verdict: empty': 1, 'no verdict: error': 1 },
    ],
    [
      'run_reports/multi_swe_java_results.json',
      'swebench-summary',
      { resolved: 9, unresolved: 74, 'no verdict: empty': 7, 'no verdict: error': 1 },
    ],
    ['run_reports/sb_cli_verified.json', 'sb-cli-report', { resolved: 1 }],
    ['eval_v1/report.golden.json', 'swebench-v1-report', { resolved: 318, unresolved: 5 }],
    ['eval_v1/psf__requests-863.SWE-bench_Lite_golden.eval.log', 'swebench-v1-log', { 'not evaluated': 1 }],
    ['terminal_bench/fix-git.1-of-5/results.json', 'terminal-bench-trial', { unresolved: 1 }],
    ['terminal_bench/cron-broken-network.1-of-5/results.json', 'terminal-bench-trial', { 'no verdict: error': 1 }],
    ['eval_py/flask-5014/report.json', 'swebench-report', { resolved: 1 }],
    ['eval_py/pylint-8898/report.json', 'swebench-report', { unresolved: 1 }],
    ['eval_js/markedjs__marked-1825.gold.report.json', 'swebench-report', { resolved: 1 }],
  ])('%s is %s', async (name, format, outcomes) => {
    const report = await readReportFile(nodeFiles, path.join(benchmarks, name));
    expect(report).toMatchObject({ format, problems: [] });
    expect(tally(report?.results.map(({ outcome }) => outcomeWords(outcome)) ?? [])).toEqual(outcomes);
  });

  it.each(['instances/swe_rebench_v2_sample.json', 'annotations/openhands_mm_ambiguity.json'])(
    '%s is no report',
    async (name) => {
      expect(await readReportFile(nodeFiles, path.join(benchmarks, name))).toBeNull();
    },
  );

  it('the folder of all of them opens in place: runs, models and attempts by their own names', async () => {
    const { runs, evaluations, problems } = await open(benchmarks);
    expect(runs.map(({ id, predictions }) => [id, predictions.length])).toEqual([
      ['miniswe_preds', 50],
      ['multi_swe_patch', 3],
      ['openhands_crlf_list', 30],
      ['sweagent_lite_gpt4.predictions', 299],
      ['swecompass_example', 2],
    ]);
    const named = new Set(evaluations.map(({ runId, model }) => `${runId} ${model}`));
    expect(named).toContain('eval_js gold');
    expect(named).toContain('eval_js base');
    expect(named).toContain('eval_v1 SWE-bench_Lite_golden');
    expect(evaluations.filter(({ contradiction }) => contradiction)).toEqual([]);
    const py = evaluations.filter(({ folder }) => folder.includes('/eval_py/'));
    expect(py.map(({ instanceId, hasLog }) => [instanceId, hasLog])).toContainEqual(['psf__requests-1921', true]);
    expect(problems.map(({ where }) => path.basename(where)).sort()).toEqual([
      'analysis.json',
      'openhands_mm_ambiguity.json',
    ]);
  });
});

describe.skipIf(!there)('real files in the layouts of their harnesses', () => {
  let folder: TempFolder;
  beforeEach(() => {
    folder = tempFolder();
  });
  afterEach(() => folder.remove());

  const copy = (from: string, to: string): void => {
    mkdirSync(path.dirname(path.join(folder.path, to)), { recursive: true });
    cpSync(path.join(benchmarks, from), path.join(folder.path, to), { recursive: true });
  };

  it('a run of SWE-bench: the summary and ten folders are one evaluation each', async () => {
    const logs = 'logs/run_evaluation/claude_4.5_haiku_subset/anthropic__claude-haiku-4-5';
    copy('eval_py/astropy-14369', `${logs}/astropy__astropy-14369`);
    copy('eval_py/sympy-12489', `${logs}/sympy__sympy-12489`);
    copy('run_reports/claude-haiku-4-5.json', 'anthropic__claude-haiku-4-5.claude_4.5_haiku_subset.json');
    const { evaluations } = await open(folder.path);
    expect(evaluations).toHaveLength(50);
    expect(new Set(evaluations.map(({ runId, model }) => `${runId} ${model}`))).toEqual(
      new Set(['claude_4.5_haiku_subset anthropic__claude-haiku-4-5']),
    );
    expect(evaluations.filter(({ others }) => others).map(({ instanceId }) => instanceId)).toEqual([
      'astropy__astropy-14369',
      'sympy__sympy-12489',
    ]);
  });

  it('a report that says otherwise than the summary is named', async () => {
    copy('run_reports/claude-haiku-4-5.json', 'anthropic__claude-haiku-4-5.r1.json');
    const report = readFileSync(path.join(benchmarks, 'eval_py/sympy-12489/report.json'), 'utf8');
    const turned = report.replace('"resolved": false', '"resolved": true');
    expect(turned).not.toBe(report);
    const place = 'logs/run_evaluation/r1/anthropic__claude-haiku-4-5/sympy__sympy-12489';
    folder.write(`${place}/report.json`, turned);
    const { evaluations } = await open(folder.path);
    expect(evaluations.filter(({ contradiction }) => contradiction)).toMatchObject([
      { instanceId: 'sympy__sympy-12489', outcome: { kind: 'resolved' } },
    ]);
  });

  it('the report that the Java harness printed into its log is read', async () => {
    const id = 'fasterxml__jackson-databind-4048';
    copy('eval_java/jackson-databind-4048.run_instance.log', `heron/logs/${id}/run_instance.log`);
    expect((await open(folder.path)).evaluations).toMatchObject([
      { runId: 'heron', instanceId: id, outcome: { kind: 'resolved' }, source: { format: 'swebench-printed-report' } },
    ]);
  });

  it('trials of Terminal-Bench', async () => {
    for (const trial of ['fix-git.1-of-5', 'cron-broken-network.1-of-5'])
      copy(`terminal_bench/${trial}`, `2025-09-01__11-19-06/${trial.replace(/\..*/, '')}/${trial}`);
    const { evaluations } = await open(folder.path);
    expect(evaluations.map(({ runId, instanceId, attempt }) => [runId, instanceId, attempt])).toEqual([
      ['2025-09-01__11-19-06', 'cron-broken-network', 1],
      ['2025-09-01__11-19-06', 'fix-git', 1],
    ]);
  });
});

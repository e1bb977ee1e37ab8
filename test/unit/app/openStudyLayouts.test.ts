import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStudy } from '../../../src/app/openStudy';
import { outcomeWords } from '../../../src/core/evaluation/outcomeWords';
import { instanceRuns } from '../../../src/core/study/instanceRuns';
import { nodeFiles } from '../../../src/io/files/nodeFiles';
import { sha256 } from '../../../src/io/store/sha256';
import { instanceRow, jsonLines, predictionRow } from '../../fakes/rows';
import { type TempFolder, tempFolder } from '../../fakes/tempFolder';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder.remove());

const open = () => openStudy({ files: nodeFiles, sha256 }, folder.path);

/** Run, model, instance, attempt and outcome of every evaluation, in the catalogue's order. */
const said = async (): Promise<readonly string[]> =>
  (await open()).evaluations.map(({ runId, model, instanceId, attempt, outcome, contradiction }) =>
    [runId, model, instanceId, attempt ?? '-', outcomeWords(outcome), ...(contradiction ? ['!'] : [])].join(' '),
  );

const write = (name: string, value: unknown): string =>
  folder.write(name, typeof value === 'string' ? value : JSON.stringify(value));

const entry = (id: string, resolved: boolean) => ({
  [id]: { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved, tests_status: {} },
});

const summary = (resolved: readonly string[], unresolved: readonly string[]) => ({
  total_instances: 3,
  completed_ids: [...resolved, ...unresolved],
  resolved_ids: resolved,
  unresolved_ids: unresolved,
  error_ids: [],
  schema_version: 2,
});

describe('layouts of others', () => {
  it('SWE-bench: folders of logs and the summary beside them are one evaluation each; a contradiction is named', async () => {
    write('logs/run_evaluation/r1/org__heron-3.5/a__b-1/report.json', entry('a__b-1', true));
    write('logs/run_evaluation/r1/org__heron-3.5/a__b-2/report.json', entry('a__b-2', true));
    write('org__heron-3.5.r1.json', summary(['a__b-1'], ['a__b-2', 'a__b-3']));
    expect(await said()).toEqual([
      'r1 org__heron-3.5 a__b-1 - resolved',
      'r1 org__heron-3.5 a__b-2 - resolved !',
      'r1 org__heron-3.5 a__b-3 - unresolved',
    ]);
    const { evaluations } = await open();
    expect(evaluations[1]?.contradiction).toMatchObject({
      shown: { format: 'swebench-report', outcome: { kind: 'resolved' } },
      other: { format: 'swebench-summary', field: 'unresolved_ids', outcome: { kind: 'unresolved' } },
    });
  });

  it('also with a study file', async () => {
    write('touchstone.yaml', 'touchstone: 1\nstudy: s\ndatasets: [d.jsonl]\nrubric: patch-review\n');
    write('d.jsonl', jsonLines([instanceRow('a__b-1')]));
    write('logs/run_evaluation/r1/heron/a__b-1/report.json', entry('a__b-1', false));
    write('heron.r1.json', summary(['a__b-1'], []));
    expect(await said()).toEqual(['r1 heron a__b-1 - unresolved !']);
  });

  it('the public experiments: predictions, results/ and logs/ of one submission', async () => {
    const heron = 'evaluation/lite/2024_heron';
    write(`${heron}/all_preds.jsonl`, jsonLines([predictionRow('a__b-1', 'x'), predictionRow('a__b-2', 'y')]));
    write(`${heron}/results/results.json`, { no_generation: [], no_logs: ['a__b-2'], resolved: ['a__b-1'] });
    write(`${heron}/logs/a__b-1/report.json`, entry('a__b-1', true));
    write(`${heron}/logs/a__b-1/test_output.txt`, 'log');
    write(`${heron}/trajs/a__b-1.json`, '{}');
    expect(await said()).toEqual([
      '2024_heron heron-2 a__b-1 - resolved',
      '2024_heron heron-2 a__b-2 - no verdict: error',
    ]);
    const rows = instanceRuns(await open()).get('a__b-1');
    expect(rows).toMatchObject([{ kind: 'prediction', runId: '2024_heron', outcome: { kind: 'resolved' } }]);
  });

  it('mini-swe-agent: preds.json beside trajectories, which are no left-out files', async () => {
    write('mini/preds.json', { 'a__b-1': predictionRow('a__b-1', 'x') });
    write('mini/a__b-1/a__b-1.traj.json', { messages: [] });
    const { runs, problems } = await open();
    expect(runs.map(({ id }) => id)).toEqual(['mini']);
    expect(problems).toEqual([]);
  });

  it('sb-cli: pending is not evaluated', async () => {
    const report = { ...summary(['a__b-1'], []), pending_ids: ['a__b-2'], failed_ids: [] };
    write('sb-cli-reports/swe-bench_verified__test__heron.json', report);
    expect(await said()).toEqual(['heron heron a__b-1 - resolved', 'heron heron a__b-2 - not evaluated']);
  });

  it('Terminal-Bench: trials and the run that lists them', async () => {
    const trial = (n: number, is_resolved: boolean | null) => ({
      trial_name: `fix-git.${n}-of-2.r1`,
      task_id: 'fix-git',
      is_resolved,
      failure_mode: 'unset',
    });
    write('2025-09-01/fix-git/fix-git.1-of-2.r1/results.json', trial(1, true));
    write('2025-09-01/fix-git/fix-git.2-of-2.r1/results.json', trial(2, false));
    write('2025-09-01/results.json', { results: [trial(1, true), trial(2, true)] });
    write('2025-09-01/run_metadata.json', { agent_name: 'agent', model_name: 'org/heron' });
    expect(await said()).toEqual([
      '2025-09-01 org/heron fix-git 1 resolved',
      '2025-09-01 org/heron fix-git 2 unresolved !',
    ]);
    const rows = instanceRuns(await open()).get('fix-git');
    expect(rows?.map(({ key, attempt }) => [key, attempt])).toEqual([
      ['2025-09-01/org/heron', 1],
      ['2025-09-01/org/heron#2', 2],
    ]);
  });

  it('Harbor: trials of a task are its attempts; reward files agree with the result or are said not to', async () => {
    const trial = (name: string, reward: number) => ({
      task_name: 'org/hello',
      trial_name: name,
      config: { agent: { model_name: 'org/heron' } },
      verifier_result: { rewards: { reward } },
      exception_info: null,
    });
    write('jobs/j1/hello__bbbbbbb/result.json', trial('hello__bbbbbbb', 0));
    write('jobs/j1/hello__bbbbbbb/verifier/reward.txt', '1\n');
    write('jobs/j1/hello__aaaaaaa/result.json', trial('hello__aaaaaaa', 1));
    write('jobs/j1/hello__aaaaaaa/verifier/reward.json', { reward: 1 });
    write('jobs/j1/hello__aaaaaaa/config.json', {});
    expect(await said()).toEqual(['j1 org/heron org/hello 1 reward 1', 'j1 org/heron org/hello 2 reward 0 !']);
  });

  it('samples of code and their results: attempts meet', async () => {
    const sample = (task: number, completion: string) => ({ task_id: `HumanEval/${task}`, completion });
    const samples = [sample(0, 'a'), sample(1, 'b'), sample(0, 'c')];
    write('samples.jsonl', jsonLines(samples));
    const results = samples.map((each, n) => ({ ...each, result: '', passed: n === 2 }));
    write('samples.jsonl_results.jsonl', jsonLines(results));
    const catalogue = await open();
    expect(catalogue.runs.map(({ id, predictions }) => [id, predictions.length])).toEqual([['samples', 3]]);
    const rows = instanceRuns(catalogue).get('HumanEval/0');
    expect(rows?.map(({ key, patchKind, outcome }) => [key, patchKind, outcome?.kind])).toEqual([
      ['samples', 'code', 'unresolved'],
      ['samples#2', 'code', 'resolved'],
    ]);
    expect(rows?.[1]).toMatchObject({ patchHash: sha256('c'), patchBytes: 1 });
  });

  it('reads a folder of files of code, a list of lists over its dataset, and generations by id', async () => {
    write('code/HumanEval_0/0.py', 'x');
    write('code/HumanEval_0/1.py', 'y');
    write('code/HumanEval_0/notes.txt', '');
    write(
      'lcb/questions.jsonl',
      jsonLines(['q2', 'q1'].map((question_id) => ({ question_id, question_content: 'x' }))),
    );
    write('lcb/answers.json', [['one'], ['two', 'more']]);
    write('crux/generations.json', { sample_0: ['1'], sample_1: ['2'] });
    const { runs } = await open();
    expect(
      runs.map(({ id, predictions }) => [id, predictions.map((p) => `${p.instanceId}#${p.attempt ?? 1}`)]),
    ).toEqual([
      ['code', ['HumanEval/0#1', 'HumanEval/0#2']],
      ['generations', ['sample_0#1', 'sample_1#1']],
      ['answers', ['q1#1', 'q2#1', 'q2#2']],
    ]);
    expect(runs[0]?.skipped.map(({ where }) => path.basename(where))).toEqual(['notes.txt']);
  });

  it('Multi-SWE-bench: predictions, reports and instances meet, however each spells the id', async () => {
    write('preds.jsonl', jsonLines([{ org: 'acme', repo: 'ledger', number: '7', fix_patch: 'x' }]));
    write('out/acme/ledger/evals/pr-7/report.json', {
      org: 'acme',
      repo: 'ledger',
      number: 7,
      valid: true,
      fix_patch_result: {},
    });
    write('out/final_report.json', { ...summary(['acme/ledger:pr-7'], []), submitted_ids: ['acme/ledger:pr-7'] });
    const { runs, evaluations } = await open();
    expect(new Set([runs[0]?.predictions[0]?.instanceId, ...evaluations.map((e) => e.instanceId)]).size).toBe(1);
    expect(evaluations).toMatchObject([{ runId: 'out', outcome: { kind: 'resolved' }, others: [{}] }]);
  });

  it('lists what it does not know, many of one name in one line, and what it can not read', async () => {
    for (let n = 0; n < 8; n += 1) write(`t${n}/extra.json`, { a: 1 });
    write('other.json', { b: 1 });
    write('report.json', '{"resol');
    write('log.eval', 'PK');
    symlinkSync(folder.path, path.join(folder.path, 'around'));
    const { problems, evaluations } = await open();
    expect(evaluations).toEqual([]);
    expect(problems.map(({ where, reason }) => `${path.basename(where)}: ${reason.slice(0, 30)}`)).toEqual([
      'around: A link; links are not followed',
      'log.eval: An Inspect log in its binary f',
      "report.json: Can't be read as JSON: Untermi",
      'other.json: Not recognised: no instances, ',
      'extra.json: Not recognised: no instances, ',
    ]);
    expect(problems.at(-1)?.reason).toContain('So are 7 more');
  });

  it('SWE-bench-Live, Pro and SWE-smith: an output folder is a run', async () => {
    const groups = { success: ['t'], failure: [] };
    const live = { instance_id: 'a__b-1', resolved: true, PASS_TO_PASS: groups, FAIL_TO_PASS: groups };
    write('live-out/a__b-1/report.json', live);
    write('live-out/a__b-1/status.json', { t: 'pass' });
    write('live-out/results.json', { success_ids: [], failure_ids: ['a__b-1'], error_ids: ['a__b-2'] });
    const pro = `instance_acme__ledger-${'a'.repeat(40)}`;
    write(`pro-out/${pro}/heron_output.json`, { tests: [{ name: 't', status: 'PASSED' }] });
    write('pro-out/eval_results.json', { [pro]: true });
    write('smith/logs/run_evaluation/r1/acme__x.1234abcd.y__1/report.json', {
      patch_exists: true,
      resolved: true,
      model_name_or_path: 'heron',
    });
    write('smith/logs/run_evaluation/r1/acme__x.1234abcd.y__1/test_output.txt', 'log');
    write('smith/logs/run_evaluation/r1/report.json', {
      resolved: 1,
      total: 1,
      ids_resolved: ['acme__x.1234abcd.y__1'],
    });
    expect([...(await said())].sort()).toEqual([
      'live-out live-out a__b-1 - resolved !',
      'live-out live-out a__b-2 - no verdict: error',
      `pro-out heron ${pro} - resolved`,
      'r1 heron acme__x.1234abcd.y__1 - resolved',
    ]);
  });

  it('a list of lists without its questions is no run, and is listed', async () => {
    write('tokens.json', [['a'], ['b']]);
    const { runs, problems } = await open();
    expect(runs).toEqual([]);
    expect(problems.map(({ field }) => field)).toEqual(['question_id']);
  });

  it('opens hundreds of folders of trials', async () => {
    for (let n = 0; n < 400; n += 1)
      write(`job/task-${n}/task-${n}.1-of-1/results.json`, {
        trial_name: `task-${n}.1-of-1`,
        task_id: `task-${n}`,
        is_resolved: n % 2 === 0,
        failure_mode: 'unset',
      });
    expect((await open()).evaluations.filter(({ outcome }) => outcome?.kind === 'resolved')).toHaveLength(200);
  });
});

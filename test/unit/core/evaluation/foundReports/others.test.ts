import { describe, expect, it } from 'vitest';
import { readRewardText } from '../../../../../src/core/evaluation/foundReports/harbor';
import { readFoundReport } from '../../../../../src/core/evaluation/foundReports/registry';
import { readSampleResults } from '../../../../../src/core/evaluation/foundReports/sampleResults';
import { outcomeWords } from '../../../../../src/core/evaluation/outcomeWords';

const read = (document: unknown, name = 'results.json', above: readonly string[] = ['task-1', 'job']) => {
  const report = readFoundReport(document, { name, above });
  if (report === null) return null;
  const said = report.results.map(({ instanceId, outcome, attempt }) => [instanceId, outcomeWords(outcome), attempt]);
  return { format: report.format, said, problems: report.problems.map(({ field }) => field) };
};

const groups = { success: ['t'], failure: [] };

describe('results of other benchmarks', () => {
  it('SWE-bench-Live: an instance, and a run', () => {
    const report = { instance_id: 'a__b-1', resolved: true, PASS_TO_PASS: groups, FAIL_TO_PASS: groups };
    expect(read(report)).toMatchObject({ format: 'swebench-live-report', said: [['a__b-1', 'resolved', null]] });
    const run = { submitted: 4, success_ids: ['a'], failure_ids: ['b'], error_ids: ['c'], empty_patch_ids: ['d'] };
    expect(read(run)?.said.map(([id, words]) => `${id} ${words}`)).toEqual([
      'a resolved',
      'b unresolved',
      'c no verdict: error',
      'd no verdict: empty',
    ]);
  });

  it('SWE-bench Pro: ids to true or false; test results alone leave the outcome open', () => {
    const id = `instance_acme__ledger-${'a'.repeat(40)}-vnan`;
    expect(read({ [id]: true, other: false, odd: 'x' }, 'eval_results.json')).toEqual({
      format: 'swebench-pro-results',
      said: [
        [id, 'resolved', null],
        ['other', 'unresolved', null],
      ],
      problems: ['odd'],
    });
    const output = readFoundReport(
      { tests: [{ name: 't', status: 'PASSED' }] },
      { name: 'heron_output.json', above: [id] },
    );
    expect(output?.results).toMatchObject([{ instanceId: id, model: 'heron', outcome: null }]);
    expect(read({ strict: true, verbose: false }, 'settings.json')).toBeNull();
  });

  it('Multi-SWE-bench: valid is the answer, the id that of the harness', () => {
    const report = { org: 'acme', repo: 'ledger', number: 7, valid: false, error_msg: 'x', fix_patch_result: {} };
    expect(read(report)?.said).toEqual([['acme/ledger:pr-7', 'unresolved', null]]);
    expect(read({ ...report, valid: null })).toMatchObject({ said: [], problems: ['valid'] });
  });

  it('SWE-rebench V2: passed_match; an error is no verdict', () => {
    const item = { from_fail_to_pass: [], failed_from_pass_to_pass: [] };
    const items = [
      { ...item, instance_id: 'a', passed_match: true, error: '' },
      { ...item, instance_id: 'b', passed_match: false, error: '' },
      { ...item, instance_id: 'c', error: 'no image' },
      item,
    ];
    const said = [
      ['a', 'resolved', null],
      ['b', 'unresolved', null],
      ['c', 'no verdict: error', null],
    ];
    expect(read(items, 'eval_report.json')).toMatchObject({ said, problems: ['[3]'] });
    expect(read({ summary: 1, instances: items }, 'eval_report.json')?.said).toEqual(said);
  });

  it('SWE-smith: a flat report named by its folder, a time-out, the summary of a run', () => {
    const flat = { patch_exists: true, patch_successfully_applied: false, resolved: true, tests_status: {} };
    expect(read(flat, 'report.json', ['acme__ledger.1234abcd.x__1', 'r1'])?.said).toEqual([
      ['acme__ledger.1234abcd.x__1', 'resolved', null],
    ]);
    expect(read({ timed_out: true, timeout: 60 })?.said).toEqual([['task-1', 'no verdict: time-out', null]]);
    expect(read({ resolved: 1, unresolved: 1, total: 2, ids_resolved: ['a'], ids_unresolved: ['b'] })?.said).toEqual([
      ['a', 'resolved', null],
      ['b', 'unresolved', null],
    ]);
  });

  it('Terminal-Bench: trials by their number, failure and outcome independent', () => {
    const trial = (n: number, is_resolved: unknown, failure_mode = 'unset') => ({
      trial_name: `fix-git.${n}-of-3.run`,
      task_id: 'fix-git',
      is_resolved,
      failure_mode,
      parser_results: null,
    });
    expect(read(trial(2, true, 'agent_timeout'))?.said).toEqual([['fix-git', 'resolved', 2]]);
    const run = { results: [trial(1, false), trial(2, null, 'test_timeout'), trial(3, null, 'parse_error'), {}] };
    expect(read(run)).toMatchObject({
      format: 'terminal-bench-run',
      said: [
        ['fix-git', 'unresolved', 1],
        ['fix-git', 'no verdict: time-out', 2],
        ['fix-git', 'no verdict: error', 3],
      ],
      problems: ['results[3]'],
    });
  });

  it('Harbor: a reward is a score; without one there is no verdict, and no 0', () => {
    const trial = { task_name: 'org/x', trial_name: 'x__abc1234', config: { agent: { model_name: 'org/heron' } } };
    const scored = { ...trial, verifier_result: { rewards: { speed: 2, reward: 0.5 } }, exception_info: null };
    const found = readFoundReport(scored, { name: 'result.json', above: ['x__abc1234'] });
    expect(found?.results).toMatchObject([
      { instanceId: 'org/x', model: 'org/heron', trial: 'x__abc1234', outcome: { kind: 'scored', value: 0.5 } },
    ]);
    const failed = { ...trial, verifier_result: null, exception_info: { exception_type: 'AgentTimeoutError' } };
    expect(read(failed, 'result.json')?.said).toEqual([['org/x', 'no verdict: time-out', null]]);
  });

  it.each([
    ['1\n', 'scored'],
    ['0.25', 'scored'],
    ['', 'none'],
    ['NaN', 'none'],
    ['0x10', 'none'],
  ])('Harbor reward.txt %j', (text, kind) => {
    const place = { name: 'reward.txt', above: ['verifier', 'hello__AbC1234', 'job'] };
    expect(readRewardText(text, place).results).toMatchObject([
      { instanceId: 'hello', trial: 'hello__AbC1234', outcome: { kind } },
    ]);
    const step = { name: 'reward.txt', above: ['verifier', 'one', 'steps', 'hello__AbC1234'] };
    expect(readRewardText(text, step).results).toEqual([]);
  });

  it('EvalPlus and BigCodeBench: sample n is attempt n', () => {
    const plus = [
      { base_status: 'pass', plus_status: 'pass' },
      { base_status: 'pass', plus_status: 'fail' },
      { base_status: 'fail', plus_status: 'pass' },
      { base_status: 'pass', plus_status: null },
      {},
    ];
    expect(read({ date: '', hash: '', eval: { 'HumanEval/0': plus } })).toEqual({
      format: 'evalplus-results',
      said: [
        ['HumanEval/0', 'resolved', 1],
        ['HumanEval/0', 'unresolved', 2],
        ['HumanEval/0', 'unresolved', 3],
        ['HumanEval/0', 'resolved', 4],
      ],
      problems: ['eval["HumanEval/0"][4]'],
    });
    const big = { date: '', eval: { 'BigCodeBench/1': [{ status: 'timeout' }, { status: 'pass' }] } };
    expect(read(big)?.said).toEqual([
      ['BigCodeBench/1', 'unresolved', 1],
      ['BigCodeBench/1', 'resolved', 2],
    ]);
  });

  it('LiveCodeBench and CRUXEval: a list of answers for each', () => {
    expect(
      read([{ question_id: 'q1', graded_list: [true, false, -1] }], 'codegeneration_10_0.2_eval_all.json'),
    ).toEqual({
      format: 'livecodebench-results',
      said: [
        ['q1', 'resolved', 1],
        ['q1', 'unresolved', 2],
      ],
      problems: ['[0].graded_list[2]'],
    });
    const crux = { raw_generations: {}, raw_scored_generations: { sample_0: [true], sample_1: 1 }, pass_at_1: 50 };
    expect(read(crux)).toMatchObject({ said: [['sample_0', 'resolved', 1]], problems: ['sample_1'] });
  });

  it('Aider: the last try counts; SWE-Lancer: 1 and 0 are its yes and no; Inspect: C and I, epochs', () => {
    expect(read({ testcase: 'bob', tests_outcomes: [false, true], model: 'm' })?.said).toEqual([
      ['bob', 'resolved', null],
    ]);
    expect(read({ testcase: 'bob', tests_outcomes: [] })?.said).toEqual([['bob', 'no verdict: error', null]]);
    expect(read({ score: 0, earned: 0, available: 250, variant: 'ic_swe' })?.said).toEqual([
      ['task-1', 'unresolved', null],
    ]);
    const sample = (id: unknown, epoch: number, value: unknown) => ({ id, epoch, scores: { match: { value } } });
    const log = {
      eval: { task: 't', model: 'm' },
      samples: [sample('a', 1, 'C'), sample('a', 2, 'I'), sample(3, 1, 0.5)],
    };
    expect(read(log)).toMatchObject({
      said: [
        ['a', 'resolved', 1],
        ['a', 'unresolved', 2],
        ['3', 'match 0.5', 1],
      ],
    });
  });

  it('HumanEval: the n-th row of a task is its n-th attempt', () => {
    const rows = [
      { task_id: 'HumanEval/0', passed: true },
      { task_id: 'HumanEval/1', passed: false },
      { task_id: 'HumanEval/0', passed: false },
      { task_id: 'HumanEval/0', passed: 'no' },
    ].map((value, at) => ({ place: `line ${at + 1}`, value }));
    const report = readSampleResults(rows, { name: 's.jsonl_results.jsonl', above: [] });
    expect(report.results.map(({ instanceId, attempt, outcome }) => [instanceId, attempt, outcome?.kind])).toEqual([
      ['HumanEval/0', 1, 'resolved'],
      ['HumanEval/1', 1, 'unresolved'],
      ['HumanEval/0', 2, 'unresolved'],
    ]);
    expect(report.problems).toHaveLength(1);
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeFolder } from '../../../src/app/gradeFolder';
import { regradeFolder } from '../../../src/app/regrade';
import type { GradedInstance } from '../../../src/core/evaluation/gradedInstance';
import type { RuleSetName } from '../../../src/core/evaluation/report';
import { nodeFiles } from '../../../src/io/files/nodeFiles';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grade layouts ä '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, content: string | object): void => {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
};

const row = (id: string, benchmark: string, more: Partial<GradedInstance> = {}): GradedInstance => ({
  id,
  benchmark,
  repo: 'o/r',
  version: null,
  failToPass: ['f'],
  passToPass: ['p'],
  logParser: 'pytest',
  evalType: null,
  ...more,
});

const grade = async (instance: GradedInstance, rules: RuleSetName | null = null) => {
  const { graded, skipped, withoutLog } = await gradeFolder(nodeFiles, [instance], folder, rules);
  return { grades: graded.map((log) => log.grade), paths: graded.map(({ path }) => path), skipped, withoutLog };
};

const only = async (instance: GradedInstance, rules: RuleSetName | null = null) => {
  const { grades, skipped } = await grade(instance, rules);
  expect(skipped).toEqual([]);
  expect(grades).toHaveLength(1);
  return grades[0];
};

describe('layouts of benchmarks are found and graded by their own rules', () => {
  it('SWE-bench-Live: status.json before post_patch_log.txt', async () => {
    const instance = row('o__r-1', 'swe-bench-live');
    write('out/o__r-1/post_patch_log.txt', 'PASSED f\nFAILED p - why\n');
    expect(await only(instance)).toMatchObject({ rules: 'live', resolved: false, parser: 'parse_log_pytest' });
    write('out/o__r-1/status.json', { f: 'pass' });
    expect(await only(instance)).toMatchObject({ rules: 'live', resolved: true, rule: 'live.resolved' });
  });

  it('SWE-bench-Live: a parser that is source is never run, and that is said', async () => {
    write('out/o__r-1/post_patch_log.txt', 'PASSED f\n');
    const extra = { log_parser: 'def parser(log):\n    return {}' };
    const graded = await only(row('o__r-1', 'swe-bench-live', { logParser: null, extra }));
    expect(graded).toMatchObject({ resolved: null, outcome: { kind: 'none', reason: 'error' } });
    expect(graded?.reason).toContain('never run here');
  });

  it('SWE-bench Pro: output.json, with and without a prefix', async () => {
    const tests = [
      { name: 'f', status: 'PASSED' },
      { name: 'p', status: 'PASSED' },
    ];
    write('out/o__r-1/run7_output.json', { tests });
    expect(await only(row('o__r-1', 'swe-bench-pro'))).toMatchObject({ rules: 'pro', resolved: true });
    write('out/o__r-1/output.json', { tests: tests.slice(1) });
    const { grades } = await grade(row('o__r-1', 'swe-bench-pro'));
    expect(grades.map(({ resolved }) => resolved)).toEqual([true, false]);
  });

  it('SWE-bench Pro: logs alone are read by the parser of the row, and no result is unresolved', async () => {
    write('out/o__r-1/x_stdout.log', 'PASSED f\nPASSED p\n');
    expect(await only(row('o__r-1', 'swe-bench-pro'))).toMatchObject({ resolved: true, parser: 'parse_log_pytest' });
    write('out/o__r-1/x_stdout.log', 'nothing\n');
    const graded = await only(row('o__r-1', 'swe-bench-pro'));
    expect(graded?.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
  });

  const stage = (passed: string[], failed: string[]) => ({
    passed_tests: passed,
    failed_tests: failed,
    skipped_tests: [],
  });
  const multi = row('o/r:pr-7', 'multi-swe-bench', {
    logParser: null,
    extra: {
      run_result: stage(['p'], []),
      test_patch_result: stage(['p'], ['f']),
      f2p_tests: { f: {} },
      p2p_tests: { p: {} },
    },
  });

  it('Multi-SWE-bench: named by org, repo and number of its place', async () => {
    write('work/o/r/evals/pr-7/fix-patch-run.log', 'ok f\n');
    expect(await only(multi)).toMatchObject({ rules: 'multi-swe-bench', resolved: null, outcome: { kind: 'none' } });
    write('work/o/r/evals/pr-7/report.json', { fix_patch_result: stage(['p', 'f'], []) });
    expect(await only(multi)).toMatchObject({ resolved: true, rule: 'multi-swe.resolved' });
  });

  it('SWE-rebench V2: <id>_log.txt and eval_report.json', async () => {
    const instance = row('o__r-1', 'swe-rebench', { extra: { interface: '' } });
    write('logs/o__r-1_log.txt', 'PASSED f\nPASSED p\n');
    expect(await only(instance)).toMatchObject({ rules: 'rebench-v2', resolved: true });
    rmSync(join(folder, 'logs'), { recursive: true });
    const item = { instance_id: 'o__r-1', from_fail_to_pass: ['f'], failed_from_pass_to_pass: ['p'], error: '' };
    write('eval_report.json', { items: [item, { instance_id: 'x' }] });
    const { grades, skipped } = await grade(instance);
    expect(grades).toMatchObject([{ rules: 'rebench-v2', resolved: false }]);
    expect(skipped).toMatchObject([{ field: 'instance_id', reason: expect.stringContaining('no instance "x"') }]);
  });

  it('SWE-smith: the parser of the repository that was copied, else pytest; absent is a pass', async () => {
    const id = 'o__r.1234abcd.lm__x';
    write(`run/${id}/test_output.txt`, ">>>>> Start Test Output'\nf PASSED\n>>>>> End Test Output\n");
    const graded = await only(row(id, 'swe-smith', { repo: 'swesmith/o__r.1234abcd', logParser: null }));
    expect(graded).toMatchObject({ rules: 'smith', resolved: true, parser: 'smith_pytest' });
    expect(graded?.report?.patch_successfully_applied).toBe(false);
  });

  it('SWE-Compass: the file of the measure that the source has', async () => {
    const of = (source: string) => row('o__r-1', 'swe-compass', { extra: { source }, logParser: null });
    write('work/test_case_generation/o__r-1/patch_coverage_result.json', {
      overall: { line_coverage: { covered: 1, total: 4 } },
    });
    expect(await only(of('test_case_generation'))).toMatchObject({ resolved: null, score: { value: 0.25 } });
    rmSync(join(folder, 'work'), { recursive: true });
    write('work/code_understanding/o__r-1/o__r-1.json', { question_scores: { q: { score: 0.5 } } });
    expect(await only(of('code_understanding'))).toMatchObject({ score: { name: 'checklist', value: 0.5 } });
    rmSync(join(folder, 'work'), { recursive: true });
    write('work/performance_optimization/o__r-1/parsed_test.json', { f: 1, p: 1 });
    write('work/performance_optimization/o__r-1/parsed_test_patch.json', { f: 0.7, p: 1 });
    expect(await only(of('performance_optimization'))).toMatchObject({ resolved: true, rule: 'compass.optimisation' });
  });

  it('Terminal-Bench 1: results.json of a trial, whose panes are not looked into again', async () => {
    write('run/t/t.1-of-2/results.json', { parser_results: { a: 'passed' }, failure_mode: 'unset', is_resolved: true });
    write('run/t/t.1-of-2/panes/post-test.txt', 'x');
    expect(await only(row('t', 'terminal-bench'))).toMatchObject({ rules: 'terminal-bench', resolved: true });
  });

  it('Harbor: the reward of a trial by its task_name, steps left to the trial', async () => {
    write('job/cut-name__aB3dE5f/result.json', { task_name: 'org/long-name', verifier_result: null });
    write('job/cut-name__aB3dE5f/verifier/reward.txt', '0.5\n');
    write('job/cut-name__aB3dE5f/steps/one/verifier/reward.txt', '0');
    expect(await only(row('org/long-name', 'harbor'))).toMatchObject({ rules: 'harbor', score: { value: 0.5 } });
  });

  it('a results file that is a link is not followed, and that is said', async () => {
    write('secret.txt', '1');
    write('job/t__aB3dE5f/config.json', '{}');
    mkdirSync(join(folder, 'job/t__aB3dE5f/verifier'));
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'job/t__aB3dE5f/verifier/reward.txt'));
    const { grades, skipped } = await grade(row('t', 'harbor'));
    expect(grades).toEqual([]);
    expect(skipped).toMatchObject([{ reason: expect.stringContaining('a link, which is not followed') }]);
  });

  it('Harbor: an exception of the trial is said where there is no reward', async () => {
    const exception = { exception_type: 'VerifierTimeoutError' };
    write('job/t__aB3dE5f/result.json', { task_name: 't', exception_info: exception });
    write('job/t__aB3dE5f/verifier/test-stdout.txt', '');
    expect(await only(row('t', 'harbor'))).toMatchObject({
      outcome: { kind: 'none', reason: 'time-out' },
      score: null,
    });
  });

  it('a log without a parser is graded from the report beside it, which is said', async () => {
    const instance = row('o__r-1', 'swe-bench', { logParser: null });
    write('o__r-1/test_output.txt', '>>>>> Start Test Output\n>>>>> End Test Output\n');
    expect(await only(instance)).toMatchObject({ outcome: { kind: 'none', reason: 'error' } });
    write('o__r-1/report.json', { 'o__r-1': { patch_is_None: false, resolved: true } });
    expect(await only(instance)).toMatchObject({ resolved: true, rule: 'report.found' });
  });

  it('a rule set that has nothing to go by says what is here', async () => {
    write('job/t__aB3dE5f/result.json', { task_name: 't' });
    write('job/t__aB3dE5f/verifier/reward.txt', '1');
    const graded = await only(row('t', 'harbor'), 'pro');
    expect(graded).toMatchObject({ rules: 'pro', resolved: null, rule: 'none.evidence' });
    expect(graded?.reason).toContain('harbor-rewards');
  });

  it('text that is no UTF-8, NUL bytes and broken JSON give a verdict of none, never a throw', async () => {
    write('out/o__r-1/status.json', '{"f": "pa\u0000ss"');
    write('out/o__r-1/post_patch_log.txt', '\u0000PASSED f\r\n\uFFFD');
    expect(await only(row('o__r-1', 'swe-bench-live'))).toMatchObject({ outcome: { kind: 'none', reason: 'error' } });
  });
});

describe('repeats of an evaluation', () => {
  it('are told apart, and a test that passes in some of them is flaky', async () => {
    const log = (p: string) => `>>>>> Start Test Output\nPASSED f\n${p} p\n>>>>> End Test Output\n`;
    write('r/m/o__r-1/test_output.txt', log('PASSED'));
    write('r.r2/m/o__r-1/test_output.txt', log('FAILED'));
    write('r.r3/m/o__r-1/test_output.txt', '>>>>> Tests Timed Out\n');
    const { graded, flaky } = await gradeFolder(nodeFiles, [row('o__r-1', 'swe-bench')], folder, null);
    expect(graded.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(flaky).toMatchObject([
      {
        id: 'o__r-1',
        tests: [{ name: 'p', required: 'PASS_TO_PASS', passed: 1, of: 2 }],
        outcomes: 'resolved 1 of 3, unresolved 1, no verdict: time-out 1',
      },
    ]);
    expect(flaky?.[0]?.tests[0]?.interval?.low).toBeCloseTo(0.0945, 4);
  });
});

describe('grading a folder again under another rule set', () => {
  it('gives what changes and why, and counts what stays', async () => {
    const log = '>>>>> Start Test Output\nPASSED f\nSKIPPED p\n>>>>> End Test Output\n';
    write('r/m/o__r-1/test_output.txt', log);
    write('r/m/o__r-2/test_output.txt', log.replace('SKIPPED', 'PASSED'));
    const rows = [row('o__r-1', 'swe-bench'), row('o__r-2', 'swe-bench')];
    const { changes, same } = await regradeFolder(nodeFiles, rows, folder, null, 'pro');
    expect(same).toBe(1);
    expect(changes).toMatchObject([
      {
        id: 'o__r-1',
        outcome: { before: { kind: 'resolved' }, after: { kind: 'unresolved', reason: 'tests' } },
        tests: [{ name: 'p', before: true, after: false, reason: 'SKIPPED (line 3) under both' }],
        rules: { before: 'v5.resolved', after: 'pro.tests' },
      },
    ]);
  });
});

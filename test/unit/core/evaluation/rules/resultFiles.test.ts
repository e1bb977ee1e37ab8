import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gradeLog } from '../../../../../src/core/evaluation/grade/gradeLog';
import { compassMetricOf } from '../../../../../src/core/evaluation/rules/compass';
import {
  decideChecklist,
  decideCompassResult,
  decideCoverage,
  decideOptimisation,
} from '../../../../../src/core/evaluation/rules/compassScores';
import { defaultRulesOf } from '../../../../../src/core/evaluation/rules/defaultRules';
import { entryPlaces } from '../../../../../src/core/evaluation/rules/entryPlaces';
import { decideFoundReport, reportIn } from '../../../../../src/core/evaluation/rules/foundReport';
import { decideRewards } from '../../../../../src/core/evaluation/rules/harbor';
import { decideSample, meanPassAtK, passAtK, sampleOf } from '../../../../../src/core/evaluation/rules/humanEval';
import { decideLiveStatus } from '../../../../../src/core/evaluation/rules/live';
import { decideProOutput } from '../../../../../src/core/evaluation/rules/pro';
import { decideRebenchReport, rebenchV2Rules, withoutTiming } from '../../../../../src/core/evaluation/rules/rebenchV2';
import { smithRules } from '../../../../../src/core/evaluation/rules/smith';
import { decideTrial } from '../../../../../src/core/evaluation/rules/terminalBench';
import { evidence, patch, row } from './evidence';

describe('SWE-bench-Live by status.json', () => {
  it('looks for pass and fail inside the word', () => {
    const good = decideLiveStatus(row(), { f: 'Passed (slow)', p: 'skip' });
    expect(good).toMatchObject({ resolved: true, outcome: { kind: 'resolved' } });
    expect(good.reason).toContain('1 of them were absent or skipped');
    expect(decideLiveStatus(row(), { f: 'pass', p: 'FAILURE' }).resolved).toBe(false);
    expect(decideLiveStatus(row(), { f: 'error', p: 'pass' }).resolved).toBe(false);
    expect(decideLiveStatus(row(), { f: 'pass', p: 'passed, then failed' }).resolved).toBe(false);
    expect(decideLiveStatus(row(), { f: 'failed, then passed', p: 'pass' }).resolved).toBe(false);
  });

  it('takes a missing PASS_TO_PASS for no failure, and a list for no verdict', () => {
    expect(decideLiveStatus(row(), { f: 'pass' }).resolved).toBe(true);
    expect(decideLiveStatus(row(), ['f']).outcome).toMatchObject({ kind: 'none', reason: 'error' });
    for (const word of [null, 1, ['pass'], { pass: 1 }])
      expect(decideLiveStatus(row(), { f: word, p: 'pass' }).outcome).toMatchObject({ kind: 'none', reason: 'error' });
  });
});

describe('SWE-bench Pro by output.json', () => {
  const output = (...tests: readonly (readonly [string, string])[]) =>
    JSON.stringify({ tests: tests.map(([name, status]) => ({ name, status })) }, null, 1);

  it('matches names byte for byte and shows where they stand', () => {
    const ruling = decideProOutput(row(), output(['p', 'PASSED'], ['f', 'PASSED']));
    expect(ruling.resolved).toBe(true);
    expect(ruling.tests.map(({ line }) => line)).toEqual([7, 3]);
    expect(decideProOutput(row(), output(['p', 'PASSED'], ['f ', 'PASSED'])).resolved).toBe(false);
    expect(decideProOutput(row(), output(['p', 'PASSED'], ['f', 'passed'])).resolved).toBe(false);
  });

  it('takes one PASSED entry of a name for enough, in any order', () => {
    for (const tests of [
      output(['f', 'FAILED'], ['f', 'PASSED'], ['p', 'PASSED']),
      output(['f', 'PASSED'], ['f', 'FAILED'], ['p', 'PASSED']),
    ])
      expect(decideProOutput(row(), tests).resolved).toBe(true);
  });

  it.each([[null], ['{'], ['[]'], ['{"tests": 1}'], ['{"tests": [1, null, {"name": 3}]}']])(
    '%s is unresolved, as in the benchmark, and sent to a person',
    (text) => {
      const ruling = decideProOutput(row(), text);
      expect(ruling.resolved).toBe(false);
      expect(ruling.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
    },
  );

  it.each([
    ['an entry without a status', { name: 'x' }],
    ['an entry that passed without a name', { status: 'PASSED' }],
    ['an entry that is no object', 3],
  ])('%s stops the benchmark: unresolved', (_what, entry) => {
    const text = JSON.stringify({ tests: [{ name: 'f', status: 'PASSED' }, { name: 'p', status: 'PASSED' }, entry] });
    expect(decideProOutput(row(), text)).toMatchObject({ resolved: false, rule: 'pro.no-result' });
  });

  it('reads NaN as Python does', () => {
    const text =
      '{"seconds": NaN, "why": "NaN \\" Infinity", "tests": [{"name": "f", "status": "PASSED", "t": -Infinity}]}';
    expect(decideProOutput(row({ passToPass: [] }), text).resolved).toBe(true);
  });

  it('finds the bytes of every entry, whatever stands in the texts', () => {
    const entry = fc.record({ name: fc.string({ unit: 'grapheme' }), status: fc.string() });
    fc.assert(
      fc.property(fc.array(entry), fc.string(), fc.constantFrom(0, 2), (tests, other, indent) => {
        const text = JSON.stringify({ other: [{ other }], tests, last: { other } }, null, indent);
        const bytes = new TextEncoder().encode(text);
        const cut = entryPlaces(text, 'tests').map(({ start, end }) =>
          new TextDecoder().decode(bytes.slice(start, end)),
        );
        expect(cut.map((one) => JSON.parse(one))).toEqual(tests);
      }),
    );
  });
});

describe('SWE-rebench V2', () => {
  it.each([
    ['works [1.34 ms]', 'works'],
    ['works (0.2s)', 'works'],
    ['AES in 29.08 msec done', 'AES done'],
    [' blanks ', 'blanks'],
    ['keeps (1 of 2)', 'keeps (1 of 2)'],
    ['step 2s', 'step 2s'],
    ['a in 2 secé', 'a in 2 secé'],
    ['a [1 ms] in 3 sec (4s)', 'a [1 ms]'],
    ['a ( ٣ ms )', 'a'],
  ])('%s is compared as %s', (name, plain) => expect(withoutTiming(name)).toBe(plain));

  it('compares names of a million blanks, digits or brackets in linear time', () => {
    for (const text of [' ', '1', '[', ' in', '(1']) {
      const name = `x${text.repeat(1_000_000)}`;
      expect(withoutTiming(name).length).toBeLessThanOrEqual(name.length);
    }
  });

  it('finds required names by their plain form and keeps them as the row has them', () => {
    const instance = row({ failToPass: ['f (12ms)'], passToPass: ['p'] });
    const ruling = rebenchV2Rules.decide(instance, evidence({ 'f (3ms)': 'PASSED', p: 'PASSED' }), patch);
    expect(ruling.resolved).toBe(true);
    expect(ruling.tests[0]).toMatchObject({ name: 'f (12ms)', line: 1 });
    expect(ruling.reason).toContain('passed_match is true');
  });

  it('says where passed_match differs from the natural rule', () => {
    const more = rebenchV2Rules.decide(row(), evidence({ f: 'PASSED', p: 'PASSED', x: 'PASSED' }), patch);
    expect(more.resolved).toBe(true);
    expect(more.reason).toContain('passed_match is false');
  });

  it('reads an item of the report; an error in it is no verdict', () => {
    const item = { from_fail_to_pass: ['f'], failed_from_pass_to_pass: [], passed_match: false };
    expect(decideRebenchReport(row(), item)).toMatchObject({ resolved: true, rule: 'rebench.resolved' });
    expect(decideRebenchReport(row(), { ...item, failed_from_pass_to_pass: ['p'] }).resolved).toBe(false);
    expect(decideRebenchReport(row(), { ...item, error: 'no image' }).outcome).toMatchObject({ reason: 'error' });
    expect(decideRebenchReport(row(), {}).outcome).toMatchObject({ kind: 'none' });
  });
});

describe('SWE-smith', () => {
  const tests = { failToPass: ['t/a.py::f'], passToPass: ['t/a.py::p', 't/b.py::q'] };

  it('counts only tests of the files that were run, where ids are pytest ids', () => {
    const ruling = smithRules.decide(row(tests), evidence({ 't/a.py::f': 'PASSED', 't/b.py::q': 'FAILED' }), patch);
    expect(ruling.resolved).toBe(true);
    expect(ruling.tests.map(({ success }) => success)).toEqual([true, true, null]);
    const mypy = row({ ...tests, repo: 'swesmith/python__mypy.e93f06ce' });
    expect(smithRules.decide(mypy, evidence({ 't/b.py::q': 'FAILED' }), patch).resolved).toBe(false);
  });

  it('reports patch_successfully_applied false beside resolved true, as its harness does', () => {
    const { report } = smithRules.decide(row(), evidence({ f: 'PASSED' }), patch);
    expect(report).toMatchObject({ patch_successfully_applied: false, resolved: true });
    expect(report?.tests_status?.PASS_TO_PASS.success).toEqual(['p']);
  });

  it('reads past bad codes that its harness does not know', () => {
    const log = evidence({ f: 'PASSED' }, { badCode: '>>>>> Tests Errored' });
    expect(smithRules.decide(row(), log, patch).resolved).toBe(true);
  });
});

describe('a report that was found', () => {
  it('is understood flat and by id, and its oddities are said', () => {
    const flat = { patch_is_None: false, patch_exists: true, patch_successfully_applied: false, resolved: true };
    const report = reportIn(flat, 'o__r-1');
    expect(report && decideFoundReport(row(), report, 'report.json')).toMatchObject({
      resolved: true,
      rule: 'report.found',
    });
    expect(report && decideFoundReport(row(), report, 'report.json').reason).toContain(
      'as in all reports of SWE-smith',
    );
    expect(reportIn({ 'o__r-1': flat }, 'o__r-1')).toEqual(flat);
    expect(reportIn({ 'o__r-1': 3 }, 'o__r-1')).toBeNull();
  });

  it('is no verdict where there was no patch', () => {
    const none = { patch_is_None: true, patch_exists: false, patch_successfully_applied: false, resolved: false };
    expect(decideFoundReport(row(), none, 'report.json').outcome).toMatchObject({ kind: 'none', reason: 'empty' });
  });
});

describe('SWE-Compass', () => {
  it.each([
    ['selected', 'tests'],
    ['performance_optimization', 'optimisation'],
    ['test_case_generation', 'coverage'],
    ['code_understanding', 'checklist'],
    ['swe-Rebench', 'swe-bench'],
  ])('source %s is measured by %s', (source, metric) =>
    expect(compassMetricOf(row({ extra: { source } }))).toBe(metric),
  );

  it.each([
    [0, 'resolved', 'compass.build'],
    [2, 'unresolved', 'compass.build'],
    [null, 'none', 'compass.no-build'],
  ])('a build without any test is graded by its exit code (%s)', (exitCode, kind, rule) => {
    const instance = row({
      extra: { source: 'configuration_deployment' },
      failToPass: [],
      passToPass: [],
      logParser: null,
    });
    const noted = exitCode === null ? '' : `>>>>> Test Exit Code: ${exitCode}\n`;
    const log = `>>>>> Start Test Output\nmake: all\n>>>>> End Test Output\n${noted}`;
    const grade = gradeLog({ instance, log, rules: 'compass' });
    expect([grade.outcome.kind, grade.rule]).toEqual([kind, rule]);
  });

  it('goes by its own codes of task types, but for those that are only inferred', () => {
    const typed = (value: string, source: 'data' | 'inferred') =>
      compassMetricOf(row({ labels: { taskTypes: [{ value, source }] } }));
    expect(['PO', 'TG', 'CU', 'BF'].map((code) => typed(code, 'data'))).toEqual([
      'optimisation',
      'coverage',
      'checklist',
      'tests',
    ]);
    expect(typed('PO', 'inferred')).toBe('tests');
  });

  it('goes by the task type where the source is not known', () => {
    const taskTypes = [{ value: 'Code Understanding', source: 'data' as const }];
    expect(compassMetricOf(row({ labels: { taskTypes } }))).toBe('checklist');
    expect(compassMetricOf(row())).toBe('tests');
  });

  it.each([
    [0.79, true],
    [0.8, false],
    [0, false],
  ])('a test that takes %d of its second is optimised: %s', (seconds, resolved) => {
    const ruling = decideOptimisation(row({ passToPass: [] }), { f: 1 }, { f: seconds });
    expect(ruling).toMatchObject({ resolved, score: { value: resolved ? 1 : 0 } });
  });

  it('wants a time of every PASS_TO_PASS test, and half of FAIL_TO_PASS quicker', () => {
    expect(decideOptimisation(row(), { f: 1, p: 1 }, { f: 0.1 }).resolved).toBe(false);
    const four = row({ failToPass: ['a', 'b', 'c', 'd'], passToPass: [] });
    const before = { a: 1, b: 1, c: 1, d: 1 };
    expect(decideOptimisation(four, before, { a: 0.1, b: 0.1, c: 1, d: 1 }).resolved).toBe(true);
    expect(decideOptimisation(four, before, { a: 0.1, b: 1, c: 1, d: 1 }).resolved).toBe(false);
    expect(decideOptimisation(four, null, {}).outcome.kind).toBe('none');
  });

  it('takes coverage and checklist for scores without a yes or no', () => {
    const coverage = decideCoverage(row(), { overall: { line_coverage: { covered: 33, total: 40 } } });
    expect(coverage).toMatchObject({ resolved: null, score: { value: 0.825, max: 1 }, outcome: { kind: 'scored' } });
    const list = decideChecklist(row(), { question_scores: { q1: { score: 1 }, q2: { score: 0.5 } } });
    expect(list.score?.value).toBe(0.75);
    const failed = decideChecklist(row(), { question_scores: { q1: { score: 0, reasoning: 'Error: no answer' } } });
    expect(failed.reason).toContain('the judge failed on 1');
  });

  it.each([[{}], [{ overall: { line_coverage: { covered: 0, total: 0 } } }], [null]])('%j is no coverage', (document) =>
    expect(decideCoverage(row(), document)).toMatchObject({ score: null, outcome: { kind: 'none' } }),
  );

  it('reads its own result.json', () => {
    const both = { PASS_TO_PASS_result: true, FAIL_TO_PASS_result: true, run_state: true };
    expect(decideCompassResult(row(), both).resolved).toBe(true);
    expect(decideCompassResult(row(), { ...both, PASS_TO_PASS_result: false }).resolved).toBe(false);
    expect(decideCompassResult(row(), {}).outcome.kind).toBe('none');
  });
});

describe('Terminal-Bench 1 by results.json', () => {
  it('is resolved where all tests passed, whatever became of the agent', () => {
    const trial = { parser_results: { a: 'passed', b: 'passed' }, failure_mode: 'agent_timeout', is_resolved: true };
    const ruling = decideTrial(row(), trial);
    expect(ruling).toMatchObject({ resolved: true, outcome: { kind: 'resolved' } });
    expect(ruling.reason).toBe('all 2 tests passed; failure mode of the trial: agent_timeout');
    expect(decideTrial(row(), { ...trial, parser_results: { a: 'passed', b: 'failed' } }).reason).toContain(
      'yet the trial says is_resolved true',
    );
  });

  it('all of no tests are resolved, as there, and that is said', () => {
    const ruling = decideTrial(row(), { parser_results: {}, failure_mode: 'unset', is_resolved: true });
    expect(ruling).toMatchObject({ resolved: true, rule: 'terminal-bench.nothing-tested' });
    expect(ruling.reason).toContain('all of no tests passed');
  });

  it.each([
    ['parse_error', 'error'],
    ['test_timeout', 'time-out'],
  ])('null results with %s are no verdict: %s', (mode, reason) => {
    const ruling = decideTrial(row(), { parser_results: null, failure_mode: mode, is_resolved: null });
    expect(ruling).toMatchObject({ resolved: null, outcome: { kind: 'none', reason } });
  });
});

describe('Harbor', () => {
  const decide = (rewardJson: string | null, rewardText: string | null, exception: string | null = null) =>
    decideRewards(row(), { rewardJson, rewardText, exception });

  it('prefers reward.json and says which reward it took', () => {
    expect(decide('{"reward": 0.25, "speed": 3}', '1')).toMatchObject({
      resolved: null,
      score: { name: 'reward', value: 0.25 },
      reason: 'reward of reward.json; all: reward 0.25, speed 3',
    });
    expect(decide('{"accuracy": 1}', null).score).toEqual({ name: 'accuracy', value: 1, max: null });
    expect(decide(null, ' 1.0\n').outcome).toEqual({ kind: 'scored', name: 'reward', value: 1, max: null });
  });

  it('a reward of 0 is a score, and a missing one never is', () => {
    expect(decide(null, '0').outcome).toMatchObject({ kind: 'scored', value: 0 });
    for (const [json, text] of [
      [null, null],
      ['', '1'],
      [null, ''],
      ['{', '1'],
      ['{}', '1'],
      ['[1]', '1'],
      [null, 'nan'],
      [null, 'done'],
    ] as const)
      expect(decide(json, text)).toMatchObject({ score: null, outcome: { kind: 'none', reason: 'error' } });
    expect(decide(null, null, 'VerifierTimeoutError').outcome).toMatchObject({ kind: 'none', reason: 'time-out' });
  });

  it('takes the first of several rewards with other names, and says so', () => {
    const ruling = decide('{"a": 1, "b": 0}', null);
    expect(ruling.score).toEqual({ name: 'a', value: 1, max: null });
    expect(ruling.reason).toBe('a of reward.json, the first of 2; all: a 1, b 0');
  });
});

describe('HumanEval', () => {
  it('reads a sample; running out of time is its own failure', () => {
    const slow = sampleOf({ task_id: 'HumanEval/0', passed: false, result: 'timed out' });
    if (typeof slow === 'string') throw new Error(slow);
    expect(decideSample(slow)).toMatchObject({ resolved: false, rule: 'humaneval.time-out', reason: 'timed out' });
    expect(sampleOf({ task_id: 'HumanEval/0' })).toContain('passed');
    expect(sampleOf(null)).toContain('object');
  });

  it('estimates pass@k as the exact share of k-subsets with a success', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), fc.integer({ min: 1, max: 20 }), (n, c, k) => {
        const value = passAtK(n, Math.min(c, n), k);
        if (k > n) expect(value).toBeNull();
        else expect(value).toBeCloseTo(1 - choose(n - Math.min(c, n), k) / choose(n, k), 10);
      }),
    );
  });

  it('gives no pass@k where a problem was not attempted, or too seldom', () => {
    const samples = [
      { taskId: 'a', passed: true, result: null },
      { taskId: 'a', passed: false, result: null },
    ];
    expect(meanPassAtK(samples, ['a'], 1).value).toBe(0.5);
    expect(meanPassAtK(samples, ['a', 'b'], 1)).toEqual({
      k: 1,
      value: null,
      reason: '1 of 2 problems were not attempted',
    });
    expect(meanPassAtK(samples, ['a'], 10).reason).toBe('1 problems have fewer than 10 samples');
  });
});

describe('the rule set that an instance has of itself', () => {
  it.each([
    ['swe-bench', {}, 'swebench-v5'],
    ['swe-gym', {}, 'swebench-v5'],
    ['swe-bench-live', {}, 'live'],
    ['swe-bench-pro', {}, 'pro'],
    ['multi-swe-bench', {}, 'multi-swe-bench'],
    ['swe-rebench', {}, 'swebench-v4'],
    ['swe-rebench', { interface: '' }, 'rebench-v2'],
    ['swe-smith', {}, 'smith'],
    ['swe-compass', {}, 'compass'],
    ['terminal-bench', {}, 'terminal-bench'],
    ['harbor', {}, 'harbor'],
    ['humaneval', {}, 'humaneval'],
  ])('%s %j: %s', (benchmark, extra, rules) => expect(defaultRulesOf({ benchmark, extra })).toBe(rules));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideMultiSweReport, multiSweBenchRules } from '../../../../../src/core/evaluation/rules/multiSweBench';
import type { Stage } from '../../../../../src/core/evaluation/rules/multiSweStages';
import { evidence, patch, row } from './evidence';

type Stages = Readonly<Record<string, Stage>>;

const stage = (stages: Stages) => {
  const of = (wanted: Stage) => Object.keys(stages).filter((name) => stages[name] === wanted);
  return { passed_tests: of('PASS'), failed_tests: of('FAIL'), skipped_tests: of('SKIP') };
};

const instance = (run: Stages, test: Stages, classes: Readonly<Record<string, readonly string[]>> = {}) =>
  row({
    extra: {
      run_result: stage(run),
      test_patch_result: stage(test),
      f2p_tests: Object.fromEntries((classes['f2p'] ?? []).map((name) => [name, {}])),
      p2p_tests: Object.fromEntries((classes['p2p'] ?? []).map((name) => [name, {}])),
      s2p_tests: Object.fromEntries((classes['s2p'] ?? []).map((name) => [name, {}])),
      n2p_tests: Object.fromEntries((classes['n2p'] ?? []).map((name) => [name, {}])),
    },
  });

const usual = instance(
  { p: 'PASS' },
  { p: 'PASS', f: 'FAIL', s: 'SKIP' },
  { f2p: ['f'], p2p: ['p'], s2p: ['s'], n2p: ['n'] },
);
const decide = (fix: Stages, of = usual) => decideMultiSweReport(of, { fix_patch_result: stage(fix) });

describe('Multi-SWE-bench', () => {
  it('is resolved where every test lands in its class', () => {
    const ruling = decide({ p: 'PASS', f: 'PASS', s: 'PASS', n: 'PASS' });
    expect(ruling).toMatchObject({ resolved: true, rule: 'multi-swe.resolved', outcome: { kind: 'resolved' } });
    expect(ruling.reason).toMatch(/^graded from its report: /);
    expect(ruling.tests.map(({ name, required }) => [name, required])).toEqual([
      ['f', 'FAIL_TO_PASS'],
      ['s', 'FAIL_TO_PASS'],
      ['n', 'FAIL_TO_PASS'],
      ['p', 'PASS_TO_PASS'],
    ]);
  });

  it('is unresolved and ungradeable without any result, as after a patch that does not apply', () => {
    const ruling = decide({});
    expect(ruling).toMatchObject({ resolved: false, rule: 'multi-swe.no-result' });
    expect(ruling.outcome).toEqual({ kind: 'unresolved', reason: 'ungradeable' });
  });

  it.each([
    ['a test outside all classes that passed before', { other: 'FAIL' }, 'multi-swe.broken', { other: 'PASS' }],
    ['nothing newly passing', { p: 'PASS', f: 'FAIL' }, 'multi-swe.nothing-fixed', {}],
    ['a required test that is missing', { p: 'PASS', f: 'PASS', s: 'PASS' }, 'multi-swe.classes', {}],
    ['a required test that skips', { p: 'SKIP', f: 'PASS', s: 'PASS', n: 'PASS' }, 'multi-swe.classes', {}],
  ] as const)('%s decides', (_words, fix, rule, before) => {
    const of = instance(
      { p: 'PASS' },
      { p: 'PASS', f: 'FAIL', s: 'SKIP', ...before },
      {
        f2p: ['f'],
        p2p: ['p'],
        s2p: ['s'],
        n2p: ['n'],
      },
    );
    expect(decide(fix as Stages, of)).toMatchObject({ resolved: false, rule });
  });

  it('calls a test odd that passed at the base, was silent in the test stage and fails with the fix', () => {
    const of = instance({ z: 'PASS' }, { f: 'FAIL' }, { f2p: ['f'] });
    expect(decide({ f: 'PASS', z: 'FAIL' }, of)).toMatchObject({ resolved: false, rule: 'multi-swe.anomaly' });
    const failing = instance({ z: 'FAIL' }, { f: 'FAIL' }, { f2p: ['f'] });
    expect(decide({ f: 'PASS', z: 'FAIL' }, failing).resolved).toBe(true);
  });

  it('reads a log by the statuses of the harness: expected failures pass, errors fail', () => {
    const of = instance({}, { f: 'FAIL', p: 'PASS' }, { f2p: ['f'], p2p: ['p'] });
    const good = multiSweBenchRules.decide(of, evidence({ f: 'XFAIL', p: 'PASSED' }), patch);
    expect(good.resolved).toBe(true);
    expect(good.tests[0]).toMatchObject({ name: 'f', status: 'XFAIL', line: 1, start: 0 });
    const bad = multiSweBenchRules.decide(of, evidence({ f: 'PASSED', p: 'ERROR' }), patch);
    expect(bad.rule).toBe('multi-swe.broken');
  });

  it('says which stored stage the row lacks, and gives no verdict', () => {
    const ruling = decideMultiSweReport(row({ extra: {} }), { fix_patch_result: stage({ f: 'PASS' }) });
    expect(ruling).toMatchObject({ resolved: null, outcome: { kind: 'none', reason: 'error' } });
    expect(ruling.reason).toContain('run_result and no test_patch_result');
    expect(decideMultiSweReport(usual, {}).reason).toContain('fix_patch_result');
  });

  it('never becomes resolved by a test that fails instead', () => {
    const names = ['f', 'p', 's', 'n', 'x'];
    const stages = fc.dictionary(fc.constantFrom(...names), fc.constantFrom<Stage>('PASS', 'FAIL', 'SKIP'));
    fc.assert(
      fc.property(stages, stages, stages, fc.constantFrom(...names), (run, test, fix, name) => {
        const of = instance(run, test, { f2p: ['f'], p2p: ['p'] });
        if (decide(fix, of).resolved === false) expect(decide({ ...fix, [name]: 'FAIL' }, of).resolved).toBe(false);
      }),
    );
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckedRun } from '../../../../../src/core/evaluation/check/checkedRun';
import { defectKinds } from '../../../../../src/core/evaluation/check/defect';
import { findDefects } from '../../../../../src/core/evaluation/check/findDefects';
import type { TestStatus } from '../../../../../src/core/evaluation/testResult';
import { ended, run, soundBase, soundGold } from './runs';

const kinds = (...runs: CheckedRun[]) => findDefects(runs).map(({ kind }) => kind);
const only = (...runs: CheckedRun[]) => {
  const [defect, ...others] = findDefects(runs);
  expect(others).toEqual([]);
  return defect;
};

describe('a sound instance', () => {
  it('has no defect', () => {
    expect(kinds(soundBase(), soundBase(), soundGold(), soundGold())).toEqual([]);
  });

  it('may run out of time without the patch, or print nothing: that is what the patch mends', () => {
    expect(kinds(ended('base', 'time-out'), soundGold())).toEqual([]);
    expect(kinds(run('base', {}), soundGold())).toEqual([]);
  });

  it('is not blamed for an engine that failed', () => {
    expect(kinds(soundBase(), ended('base', 'infrastructure'), soundGold(), ended('gold', 'infrastructure'))).toEqual(
      [],
    );
  });
});

describe('gold fails', () => {
  it('with the tests that fail each time, and their lines', () => {
    const gold = run('gold', { repairs: 'FAILED', keeps: 'PASSED' });
    const defect = only(soundBase(), gold, gold);
    expect(defect).toMatchObject({
      kind: 'gold-fails',
      words: 'Gold is not resolved in all 2 runs: 1 of 1 FAIL_TO_PASS fail.',
      evidence: [{ side: 'gold', folder: 'logs/run_evaluation/check/gold/a__b-1', line: 10, test: 'repairs' }],
    });
  });

  it('not where another test fails each time: that is flaky', () => {
    const runs = [
      soundBase(),
      run('gold', { repairs: 'FAILED', keeps: 'PASSED' }),
      run('gold', { repairs: 'PASSED', keeps: 'FAILED' }),
    ];
    expect(kinds(...runs)).toEqual(['flaky']);
  });

  it('also where nothing could be parsed', () => {
    const gold = { ...run('gold', {}), tests: [], outcome: { kind: 'unresolved', reason: 'ungradeable' } as const };
    expect(only(soundBase(), gold)).toMatchObject({ kind: 'gold-fails', evidence: [{ line: null, test: null }] });
  });

  it('names the tests that the log does not have', () => {
    expect(kinds(soundBase(), run('gold', { repairs: 'PASSED' }))).toEqual(['gold-fails', 'tests-absent']);
  });
});

describe('gold without a verdict', () => {
  it.each([
    ['not-applied', 'gold-does-not-apply'],
    ['error', 'gold-without-result'],
    ['empty', 'gold-without-result'],
    ['time-out', 'too-slow'],
  ] as const)('%s is %s, and never "gold fails"', (reason, kind) => {
    expect(kinds(soundBase(), ended('gold', reason), ended('gold', reason))).toEqual([kind]);
  });
});

describe('base passes', () => {
  it('where nothing has to be repaired', () => {
    const base = run('base', { repairs: 'PASSED', keeps: 'PASSED' });
    expect(only(base, base, soundGold())).toMatchObject({
      kind: 'base-passes',
      evidence: [{ side: 'base', test: 'repairs', line: 10 }],
    });
  });

  it('where it scores as high as gold', () => {
    const scored = (side: 'base' | 'gold', value: number) =>
      run(side, {}, { outcome: { kind: 'scored', name: 'line coverage', value, max: 1 }, tests: [] });
    expect(kinds(scored('base', 0.5), scored('gold', 0.5))).toEqual(['base-passes']);
    expect(kinds(scored('base', 0.1), scored('gold', 0.5))).toEqual([]);
    expect(kinds(scored('base', 0), scored('gold', 0))).toEqual(['gold-fails', 'base-passes']);
  });

  it('in part is a difference of the lists', () => {
    const lists = { failToPass: ['repairs', 'early'], passToPass: ['keeps', 'late'] };
    const base = run('base', { repairs: 'FAILED', early: 'PASSED', keeps: 'PASSED', late: 'FAILED' }, {}, lists);
    const gold = run('gold', { repairs: 'PASSED', early: 'PASSED', keeps: 'PASSED', late: 'PASSED' }, {}, lists);
    const defect = only(base, gold);
    expect(defect?.kind).toBe('lists-differ');
    expect(defect?.evidence.map(({ test }) => test)).toEqual(['early', 'late']);
  });
});

describe('flaky', () => {
  it('where a required test differs, with its pass rate', () => {
    const defect = only(
      soundBase(),
      soundGold(),
      soundGold(),
      run('gold', { repairs: 'PASSED', keeps: 'FAILED' }, { repeat: 3 }),
    );
    expect(defect).toMatchObject({
      kind: 'flaky',
      words: '"keeps" passed in 2 of 3 gold runs (95% .21 to .94).',
      rates: [{ side: 'gold', name: 'keeps', passed: 2, of: 3 }],
    });
    expect(defect?.evidence.map(({ repeat }) => repeat)).toEqual([1, 3]);
  });

  it('where the outcome alone differs', () => {
    expect(kinds(soundBase(), soundGold(), ended('gold', 'error'))).toEqual(['gold-without-result', 'flaky']);
  });

  it('not because base and gold differ: they should', () => {
    expect(kinds(soundBase(), soundGold())).toEqual([]);
  });
});

const sign = { line: 7, text: 'getaddrinfo EAI_AGAIN example.org', test: 'keeps', place: 'failure' } as const;

describe('needs network', () => {
  it('where the failure of a test that should pass shows it', () => {
    const broken = run('gold', { repairs: 'PASSED', keeps: 'FAILED' }, { network: [sign] });
    const found = findDefects([soundBase(), broken]).find(({ kind }) => kind === 'needs-network');
    expect(found?.evidence).toMatchObject([{ line: 7, test: 'keeps', text: sign.text }]);
  });

  it('not where the tests pass all the same', () => {
    expect(kinds(soundBase(), { ...soundGold(), network: [sign] })).toEqual([]);
  });

  it('outside of all tests only where tests are absent', () => {
    const outside = { ...sign, test: null, place: 'outside' as const };
    expect(kinds(soundBase(), run('gold', { keeps: 'PASSED' }, { network: [outside] }))).toContain('needs-network');
    expect(
      kinds(soundBase(), run('gold', { repairs: 'FAILED', keeps: 'PASSED' }, { network: [outside] })),
    ).not.toContain('needs-network');
  });

  it('on base only where a test to keep fails', () => {
    expect(kinds({ ...soundBase(), network: [sign] }, soundGold())).toEqual([]);
  });
});

describe('too slow', () => {
  it('where even the fastest run takes more than half of the limit', () => {
    const gold = (testSeconds: number) => ({ ...soundGold(), testSeconds });
    expect(kinds(soundBase(), gold(11), gold(19))).toEqual(['too-slow']);
    expect(kinds(soundBase(), gold(10), gold(19))).toEqual([]);
  });
});

describe('a test patch that git refused', () => {
  it('is said with the line, whatever the tests say', () => {
    const refusals = [
      { line: 4, text: 'error: test/a.js: patch does not apply', test: null, place: 'outside' },
    ] as const;
    expect(only({ ...soundBase(), refusals }, soundGold())).toMatchObject({
      kind: 'test-patch-does-not-apply',
      evidence: [{ side: 'base', line: 4 }],
    });
  });
});

const status = fc.constantFrom<TestStatus>('PASSED', 'FAILED', 'ERROR', 'SKIPPED', 'XFAIL', 'OTHER');
const statuses = fc.dictionary(fc.constantFrom('repairs', 'keeps', 'other'), status, { noNullPrototype: true });
const anyRun = (side: 'base' | 'gold') =>
  fc.oneof(
    { weight: 4, arbitrary: statuses.map((each) => run(side, each)) },
    fc.constantFrom('time-out', 'not-applied', 'error', 'infrastructure', 'empty').map((reason) => ended(side, reason)),
  );

describe('whatever the runs show', () => {
  it('every defect is named once, in the order of the kinds, and has evidence of its own side', () => {
    const runs = fc.tuple(fc.array(anyRun('base'), { maxLength: 4 }), fc.array(anyRun('gold'), { maxLength: 4 }));
    fc.assert(
      fc.property(runs, ([base, gold]) => {
        const defects = findDefects([...base, ...gold]);
        const order = defects.map(({ kind }) => defectKinds.indexOf(kind));
        expect(order).toEqual([...new Set(order)].sort((a, b) => a - b));
        for (const { evidence, words } of defects) {
          expect(words).not.toBe('');
          expect(evidence.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('repeating the same runs neither adds nor takes away a defect', () => {
    fc.assert(
      fc.property(anyRun('base'), anyRun('gold'), (base, gold) => {
        expect(kinds(base, base, gold, gold)).toEqual(kinds(base, gold));
      }),
    );
  });
});

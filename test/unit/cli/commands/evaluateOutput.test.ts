import { describe, expect, it } from 'vitest';
import type { EvaluatedItem, EvaluateResult } from '../../../../src/app/evaluation/request';
import type { EvaluationPlan } from '../../../../src/app/planEvaluation';
import {
  exitCodeOfResult,
  itemDocument,
  itemLine,
  summaryDocument,
  summaryLine,
} from '../../../../src/cli/commands/evaluateOutput';
import type { Outcome } from '../../../../src/core/evaluation/outcome';

const item = (outcome: Outcome, changes: Partial<EvaluatedItem> = {}): EvaluatedItem => ({
  instanceId: 'a__b-1',
  model: 'm',
  repeat: 1,
  rules: 'swebench-v5',
  outcome,
  report: null,
  reason: 'why',
  folder: '/out',
  seconds: 1.25,
  kept: false,
  ...changes,
});

const resolved = item({ kind: 'resolved' });
const unresolved = item({ kind: 'unresolved', reason: 'tests' });
const none = (reason: 'empty' | 'not-applied' | 'time-out' | 'error' | 'infrastructure') =>
  item({ kind: 'none', reason });
const result = (...items: EvaluatedItem[]): EvaluateResult => ({ items, summaries: ['/out/m.try.json'], fault: null });
const plan = {
  request: { runId: 'try', rules: 'swebench-v5', items: [{}, { rules: 'live' }] },
  problems: [],
} as unknown as EvaluationPlan;

describe('what evaluate prints', () => {
  it('a line per item', () => {
    expect(itemDocument(unresolved)).toMatchObject({
      instance: 'a__b-1',
      model: 'm',
      repeat: 1,
      rules: 'swebench-v5',
      resolved: false,
      seconds: 1.25,
    });
    expect(itemDocument(none('time-out')).resolved).toBeNull();
    expect(itemLine(resolved)).toBe('a__b-1  m  resolved  swebench-v5  1.3 s\n');
    expect(itemLine({ ...unresolved, repeat: 2, kept: true })).toBe(
      'a__b-1  m r2  unresolved (why)  swebench-v5  1.3 s, kept\n',
    );
  });

  it('nothing that drives a terminal', () => {
    expect(itemLine({ ...unresolved, reason: '\u001b[2Jx\u0007\u009b' })).toContain('(\\u{1b}[2Jx\\u{7}\\u{9b})');
  });

  it('a summary in which no verdict is never unresolved', () => {
    const all = result(resolved, unresolved, none('time-out'), none('empty'), none('empty'));
    expect(summaryLine(all)).toBe(
      '5 evaluated by swebench-v5: 1 resolved, 1 unresolved, 2 no verdict: empty, 1 no verdict: time-out\n',
    );
    expect(summaryLine(result(none('not-applied')))).toContain('1 no verdict: not applied');
    expect(summaryLine(result(resolved, { ...unresolved, rules: 'live' }))).toContain('by live, swebench-v5: ');
    expect(summaryDocument(plan, all, 'docker').summary).toMatchObject({
      rules: 'live, swebench-v5',
      total: 5,
      resolved: 1,
      unresolved: 1,
      noVerdict: { empty: 2, 'time-out': 1 },
      backend: 'docker',
    });
  });

  it.each([
    [0, result(resolved, unresolved, none('empty'), none('not-applied'), none('time-out'))],
    [1, result(none('error'))],
    [3, result(resolved, none('infrastructure'))],
    [3, { ...result(resolved), fault: new Error('gone') }],
  ])('exit code %d', (code, found) => {
    expect(exitCodeOfResult(plan, found)).toBe(code);
  });

  it('1 where rows were left out', () => {
    const problems = [{ where: 'row 1', field: null, reason: 'x' }];
    expect(exitCodeOfResult({ ...plan, problems }, result(resolved))).toBe(1);
  });
});

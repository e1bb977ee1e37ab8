import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleSetName } from '../../../../../src/core/evaluation/ruleSetName';
import { ruleSetNames } from '../../../../../src/core/evaluation/ruleSetName';
import { ruleSetOf } from '../../../../../src/core/evaluation/rules/registry';
import type { TestStatus } from '../../../../../src/core/evaluation/testResult';
import { evidence, patch, row } from './evidence';

type Seen = TestStatus | 'absent';

/** By test: + success, - failure, . neither list. FAIL_TO_PASS, then PASS_TO_PASS. */
const table: Readonly<Record<string, Readonly<Record<Seen, string>>>> = {
  'swebench-v4': { PASSED: '++', XFAIL: '++', FAILED: '--', ERROR: '--', SKIPPED: '..', OTHER: '..', absent: '--' },
  'swebench-v5': { PASSED: '++', XFAIL: '++', FAILED: '--', ERROR: '--', SKIPPED: '-+', OTHER: '..', absent: '--' },
  live: { PASSED: '++', XFAIL: '--', FAILED: '--', ERROR: '--', SKIPPED: '-.', OTHER: '--', absent: '-.' },
  pro: { PASSED: '++', XFAIL: '--', FAILED: '--', ERROR: '--', SKIPPED: '--', OTHER: '--', absent: '--' },
  'rebench-v2': { PASSED: '++', XFAIL: '--', FAILED: '--', ERROR: '--', SKIPPED: '--', OTHER: '--', absent: '--' },
  smith: { PASSED: '++', XFAIL: '++', FAILED: '--', ERROR: '--', SKIPPED: '..', OTHER: '..', absent: '++' },
  compass: { PASSED: '++', XFAIL: '-.', FAILED: '--', ERROR: '-.', SKIPPED: '-.', OTHER: '-.', absent: '-.' },
};

const sign = (success: boolean | null | undefined): string => (success === null ? '.' : success ? '+' : '-');
const statuses: readonly Seen[] = ['PASSED', 'XFAIL', 'FAILED', 'ERROR', 'SKIPPED', 'OTHER', 'absent'];
const named = Object.keys(table) as RuleSetName[];

const under = (rules: RuleSetName, f: Seen, p: Seen) => {
  const shown = Object.entries({ f, p, other: 'PASSED' as Seen }).filter(([, status]) => status !== 'absent');
  return ruleSetOf(rules).decide(row(), evidence(Object.fromEntries(shown) as Record<string, TestStatus>), patch);
};

describe('what each status counts as', () => {
  it.each(named.flatMap((rules) => statuses.map((status) => [rules, status] as const)))('%s: %s', (rules, status) => {
    const [repair] = under(rules, status, 'PASSED').tests;
    const [, kept] = under(rules, 'PASSED', status).tests;
    expect(sign(repair?.success) + sign(kept?.success)).toBe(table[rules]?.[status]);
  });

  it.each(named)('%s is resolved exactly where no required test counts as a failure', (rules) => {
    for (const f of statuses)
      for (const p of statuses) {
        const ruling = under(rules, f, p);
        expect(ruling.resolved).toBe(ruling.tests.every((test) => test.success !== false));
        expect(ruling.report?.resolved).toBe(ruling.resolved);
        expect(ruling.outcome.kind).toBe(ruling.resolved ? 'resolved' : 'unresolved');
      }
  });
});

describe('properties of every rule set over logs', () => {
  const names = ['f', 'g', 'p', 'q', 'x'];
  const status = fc.constantFrom<TestStatus>('PASSED', 'FAILED', 'SKIPPED', 'ERROR', 'XFAIL', 'OTHER');
  const log = fc.dictionary(fc.constantFrom(...names), status);
  const instance = row({ failToPass: ['f', 'g'], passToPass: ['p', 'q'] });

  it.each(named)('%s: a test that fails instead never makes an unresolved one resolved', (rules) => {
    fc.assert(
      fc.property(log, fc.constantFrom(...names), (statuses, name) => {
        const before = ruleSetOf(rules).decide(instance, evidence({ x: 'PASSED', ...statuses }), patch);
        const after = ruleSetOf(rules).decide(
          instance,
          evidence({ x: 'PASSED', ...statuses, [name]: 'FAILED' }),
          patch,
        );
        if (before.resolved === false) expect(after.resolved).toBe(false);
      }),
    );
  });

  it.each(named)('%s: tests that are not required never decide', (rules) => {
    fc.assert(
      fc.property(log, status, (statuses, other) => {
        const before = ruleSetOf(rules).decide(instance, evidence({ a: 'PASSED', ...statuses }), patch);
        const after = ruleSetOf(rules).decide(instance, evidence({ a: 'PASSED', ...statuses, zz: other }), patch);
        expect(after.resolved).toBe(before.resolved);
      }),
    );
  });
});

describe('what stops every rule set that reads logs', () => {
  const all = ruleSetNames.filter((name) => name !== 'harbor' && name !== 'humaneval');
  const good = evidence({ f: 'PASSED', p: 'PASSED' });

  it.each(all)('%s: no patch, time-outs and a missing or broken parser give no verdict', (name) => {
    const rules = ruleSetOf(name);
    const empty = rules.decide(row(), good, { isNone: true, exists: false });
    expect(empty.outcome).toMatchObject({ kind: 'none', reason: 'empty' });
    const broken = rules.decide(row(), { ...good, brokenAt: 3 }, patch);
    expect(broken.outcome).toMatchObject({ kind: 'none', reason: 'error' });
    const slow = rules.decide(row(), { ...good, timeOutSeconds: 1800 }, patch);
    expect(slow.outcome).toMatchObject({ kind: 'none', reason: 'time-out' });
    const unknown = rules.decide(row({ logParser: null }), { ...good, parser: null }, patch);
    expect(unknown.outcome).toMatchObject({ kind: 'none', reason: 'error' });
    expect(unknown.reason).toContain('set log_parser');
    for (const ruling of [empty, broken, slow, unknown]) expect(ruling.resolved).not.toBe(true);
  });

  it('only those with markers ask for them, and know the codes of the harness that prints them', () => {
    const torn = evidence({ f: 'PASSED', p: 'PASSED' }, { badCode: '>>>>> Patch Apply Failed' });
    const refused = all.filter((name) => ruleSetOf(name).decide(row(), torn, patch).rule.endsWith('.not-applied'));
    expect(refused).toEqual(all.filter((name) => ruleSetOf(name).markers === 'required'));
    const cut = evidence({ f: 'PASSED', p: 'PASSED' }, { missingMarker: 'end' });
    const stopped = named.filter((name) => ruleSetOf(name).decide(row(), cut, patch).outcome.kind === 'none');
    expect(stopped).toEqual(['swebench-v4', 'swebench-v5', 'smith']);
    expect(named.filter((name) => ruleSetOf(name).markers === 'required')).toEqual(stopped);
  });

  it.each(['harbor', 'humaneval'] as const)('%s never grades by a log', (name) => {
    expect(ruleSetOf(name).decide(row(), good, patch)).toMatchObject({ resolved: null, outcome: { kind: 'none' } });
  });
});

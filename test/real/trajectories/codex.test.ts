import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexRollout } from '../../../src/core/run/trajectory/formats/codexRollout';
import type { Step } from '../../../src/core/run/trajectory/step';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/codex');
const there = existsSync(folder);
if (!there) console.warn(`real Codex rollouts skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const linesOf = (name: string): unknown[] =>
  text(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const readValues = (values: unknown) => readRecords(codexRollout, recordsOf(values, { kind: 'lines' }));
const read = (name: string) => readValues(linesOf(name));
const tokens = (step: Step | undefined): number => (step?.usage?.prompt ?? 0) + (step?.usage?.completion ?? 0);

/** The figure of the calls' own totals that the head names beside the running total. */
const callSum = (warnings: readonly string[]): number =>
  Number(/add up to (\d+)/.exec(warnings.join('\n'))?.[1] ?? Number.NaN);

describe.skipIf(!there)('Codex rollouts', () => {
  it('count a forked session once: 26,938,802 tokens by the calls, 26,801,911 by the running total', () => {
    const parent = read('fork_token_oracle/parent.jsonl');
    const child = read('fork_token_oracle/child.jsonl');
    const { oracle } = JSON.parse(text('fork_token_oracle/manifest.json'));
    expect(callSum(child.head.warnings)).toBe(26_938_802);
    expect(callSum(child.head.warnings)).toBe(oracle.dedupedLastTokens);
    expect(callSum(parent.head.warnings)).toBe(oracle.copiedPrefixLastTokens);
    expect((child.head.totals.prompt ?? 0) + (child.head.totals.completion ?? 0)).toBe(26_801_911);
    expect(parent.steps.map(tokens)).toEqual(child.steps.slice(0, parent.steps.length).map(tokens));
    expect(child.head.warnings[0]).toContain('Forked from session parent-session');
    expect(child.steps[0]?.notices.map(({ kind }) => kind)).toContain('copied-context');
    expect(parent.steps[0]?.notices.map(({ kind }) => kind)).not.toContain('copied-context');
  });

  it('of older versions have their status and tokens', () => {
    const legacy = read('codex_050_legacy.jsonl').head;
    expect([legacy.status, legacy.version, legacy.totals.prompt]).toEqual(['submitted', '0.50.0', 1420]);
    const raw = read('codex_052_raw.jsonl').head;
    expect([raw.status, raw.totals.prompt, raw.totals.completion]).toEqual(['submitted', 2600, 880]);
    expect(raw.warnings[0]).toContain("read as each turn's own");
    const limited = read('codex_053_rate_limit.jsonl');
    expect([limited.head.status, limited.head.totals.completion]).toEqual(['api_error', 182]);
    expect(limited.steps.at(-1)?.thought).toBe('Rate limit exceeded');
  });

  it('of 0.146 pair calls with outputs, and tell a text once that stands in two lines', () => {
    const { head, steps } = read('schema_coverage_0.146.jsonl');
    expect(head).toMatchObject({ version: '0.146.0', agent: 'codex_cli_rs', status: 'aborted' });
    expect(steps.filter(({ thought }) => thought.includes('List the files'))).toHaveLength(1);
    expect(steps.filter(({ thought }) => thought.includes('Found 2 files.'))).toHaveLength(1);
    const [, first] = steps;
    expect(first?.calls.map(({ id, name }) => [id, name])).toEqual([
      ['call-1', 'shell'],
      ['call-2', 'shell'],
    ]);
    expect(first?.observations.map(({ callId, text: shown }) => [callId, shown])).toEqual([
      ['call-2', 'a.txt\n'],
      ['call-1', 'a.txt\nb.txt\n'],
    ]);
    expect(first?.reasoning?.encrypted).toBe(true);
    expect(steps.filter(({ usage }) => usage?.prompt === 16_341)).toHaveLength(1);
  });

  it('of any damage are read without a crash, and no line is lost', () => {
    for (const name of ['schema_coverage_0.146.jsonl', 'codex_053_rate_limit.jsonl']) {
      for (const values of mutations(linesOf(name), 60)) {
        const { head, steps } = readValues(values);
        const hidden = Number(/^(\d+) record/.exec(head.warnings.at(-1) ?? '')?.[1] ?? 0);
        const shown = steps.reduce((sum, step) => sum + step.rawRefs.length, 0);
        expect(shown + hidden).toBe(Array.isArray(values) ? values.length : 1);
      }
    }
  });
});

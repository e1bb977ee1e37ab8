import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { geminiSession } from '../../../src/core/run/trajectory/formats/geminiSession';
import { lineRecords } from '../../fakes/lineRecords';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/gemini');
const there = existsSync(folder);
if (!there) console.warn(`real Gemini sessions skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
const detect = (values: readonly unknown[]) => geminiSession.detect({ path: 'x', values, text: '' });

describe.skipIf(!there)('Gemini CLI, real sessions', () => {
  it('the document of 2025: a claim without any call', () => {
    const document: unknown = JSON.parse(text('hello_false_claim.json'));
    const cut = detect([document])?.cut ?? { kind: 'whole' };
    expect(cut).toEqual({ kind: 'document', arrays: ['messages'] });
    const { head, steps } = readRecords(geminiSession, recordsOf(document, cut));
    expect(steps.map(({ role, calls }) => [role, calls.length])).toEqual([
      ['user', 0],
      ['agent', 0],
    ]);
    expect(steps[1]?.thought).toContain("I've created the file `/app/hello.txt`");
    expect(head).toMatchObject({ id: 'cdd63974-c2a3-4f1c-931d-cce1db22ec03', model: 'gemini-2.0-flash' });
    expect(head).toMatchObject({ status: 'unknown', startedAt: Date.parse('2025-10-10T06:59:39.894Z') });
    expect(head.totals).toMatchObject({ prompt: 5915, cached: 0, completion: 24, visibleSteps: 1, incomplete: false });
  });

  it('the lines of 2026', () => {
    const records = lineRecords(text('session_v040.jsonl'));
    expect(detect(records.map(({ value }) => value))?.cut).toEqual({ kind: 'lines' });
    const { head, steps } = readRecords(geminiSession, records);
    expect(head.totals).toMatchObject({ prompt: 11855 + 12069, cached: 11502, completion: 228, visibleSteps: 2 });
    expect(steps.map(({ role }) => role)).toEqual(['user', 'agent', 'agent']);
    expect(steps[1]).toMatchObject({
      calls: [{ name: 'run_shell_command', args: { command: 'ls -F' } }],
      observations: [{ callId: 'run_shell_command_stage0', isError: false, exitCode: null }],
    });
    expect(steps[1]?.observations[0]?.text).toContain('README.md\nProcess Group PGID: 12345');
  });

  it('mutated, nothing breaks, and every message is in a step', () => {
    const whole = lineRecords(text('session_v040.jsonl')).map(({ value }) => value);
    for (const values of mutations(whole, 200)) {
      const records = recordsOf(values, { kind: 'lines' });
      const { head, steps } = readRecords(geminiSession, records);
      const skipped = /([\d,]+) records? without a step/.exec(head.warnings.join('\n'))?.[1] ?? '0';
      expect(steps.flatMap(({ rawRefs }) => rawRefs).length + Number(skipped)).toBe(records.length);
    }
  });
});

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { otelTraces } from '../../../src/core/run/trajectory/formats/otelTraces';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const file = path.join(data, 'trajectories/other/otel_test_traces.json');
const there = existsSync(file);
if (!there) console.warn(`real OpenTelemetry traces skipped: no ${file} (set TOUCHSTONE_DATA)`);

const lines = (): unknown[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe.skipIf(!there)('OpenTelemetry traces', () => {
  it('that hold no call of a model open with their spans, whole', () => {
    const text = readFileSync(file, 'utf8');
    const found = otelTraces.detect({ path: 'otel_test_traces.json', values: lines(), text });
    expect(found).toEqual({ cut: { kind: 'lines' }, version: null });
    const { head, steps } = readRecords(otelTraces, recordsOf(lines(), { kind: 'lines' }));
    expect(head).toMatchObject({
      agent: 'Agento-Module-1',
      status: 'unknown',
      totals: { prompt: null, apiCalls: null },
    });
    expect(head.warnings[0]).toContain('2 traces');
    expect(steps.map(({ thought, startedAt }) => [thought, startedAt])).toEqual([
      ['test_span', 1_751_247_501_952],
      ['test_span', 1_751_247_517_253],
    ]);
    expect(steps[0]?.observations[0]?.text.length).toBeGreaterThan(5_000);
  });

  it('of any damage are read without a crash', () => {
    for (const spoilt of mutations(lines(), 150)) {
      const asParsed: unknown = JSON.parse(JSON.stringify(spoilt));
      expect(readRecords(otelTraces, recordsOf(asParsed, { kind: 'lines' })).head.format).toBe('otel');
    }
  });
});

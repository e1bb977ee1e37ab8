import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { opencodeStorage } from '../../../src/core/run/trajectory/formats/opencodeStorage';
import type { RawRecord } from '../../../src/core/run/trajectory/trajectoryFormat';
import { mutations } from '../../fakes/mutateValue';
import { type ReadTrajectory, readRecords } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/opencode/storage_v2');
const there = existsSync(folder);
if (!there) console.warn(`real opencode storage skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const paths = (): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

const records = (id: string): readonly RawRecord[] => {
  const found = opencodeStorage.folder?.(paths())?.trajectories.find((one) => one.id === id);
  return (found?.parts ?? []).map(({ path: file }) => {
    const text = readFileSync(path.join(folder, file), 'utf8');
    const ref = { file, start: 0, end: Buffer.byteLength(text), at: [] };
    return { ref, place: '', value: JSON.parse(text), broken: null };
  });
};

const read = (id: string): ReadTrajectory => readRecords(opencodeStorage, records(id));

describe.skipIf(!there)('opencode, a real storage', () => {
  it('its sessions are told by their folders', () => {
    const found = opencodeStorage.folder?.(paths());
    expect(found?.trajectories.map(({ id }) => id)).toEqual(['s_stage0_large', 's_stage0_small']);
  });

  it('tokens, cost, parts and the abort of the large session stand in the steps of their messages', () => {
    const { head, steps } = read('s_stage0_large');
    expect(head).toMatchObject({ id: 's_stage0_large', version: '1.3.17', model: 'gpt-4o-mini', status: 'unknown' });
    expect(head.totals).toMatchObject({ prompt: 120, completion: 16, costUsd: 0.0011, costSource: 'reported' });
    expect(head.totals).toMatchObject({ visibleSteps: 2, incomplete: false });
    expect(steps.map(({ role, thought }) => [role, thought])).toEqual([
      ['user', 'Step 1'],
      ['agent', 'Command failed with exit code 1.\n[file: error.log]'],
      ['user', 'Step 2'],
      ['agent', 'Ok'],
    ]);
    expect(steps[1]).toMatchObject({
      reasoning: { text: 'Investigating failing command.' },
      calls: [{ id: 'call_large_1', kind: 'search' }],
      observations: [{ callId: 'call_large_1', exitCode: 1, isError: true }],
      filesTouched: ['/tmp/large/error.log'],
      environmentMs: 500,
      startedAt: 1730000102000,
      endedAt: 1730000103000,
    });
    expect(steps[1]?.notices.map(({ kind }) => kind)).toEqual(['compaction', 'missing-reply']);
  });

  it('the small session has its own parts alone, though its files are named otherwise than its messages', () => {
    const { head, steps } = read('s_stage0_small');
    expect(steps.map(({ role, thought }) => [role, thought])).toEqual([
      ['user', 'Hello'],
      ['agent', 'Found 2 files.'],
    ]);
    expect(steps[1]?.observations[0]).toMatchObject({ text: 'a.txt\nb.txt\n', exitCode: 0 });
    expect(head.warnings.join('\n')).toContain('part of other messages');
  });

  it('mutated, nothing breaks or is lost', () => {
    const whole = records('s_stage0_large');
    for (const values of mutations(
      whole.map(({ value }) => value),
      200,
    )) {
      const spoilt = whole.map((record, index) => ({ ...record, value: (values as unknown[])[index] }));
      const { head, steps } = readRecords(opencodeStorage, spoilt);
      const skipped = /([\d,]+) records? without a step/.exec(head.warnings.join('\n'))?.[1] ?? '0';
      expect(steps.flatMap(({ rawRefs }) => rawRefs).length + Number(skipped)).toBe(spoilt.length);
    }
  });
});

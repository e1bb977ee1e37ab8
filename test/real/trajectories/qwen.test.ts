import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { qwenChat } from '../../../src/core/run/trajectory/formats/qwenChat';
import { lineRecords } from '../../fakes/lineRecords';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/qwen');
const there = existsSync(folder);
if (!there) console.warn(`real Qwen chats skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const records = (name: string) => lineRecords(readFileSync(path.join(folder, name), 'utf8'));
const read = (name: string) => {
  const values = records(name).map(({ value }) => value);
  const found = qwenChat.detect({ path: name, values, text: '' });
  expect(found?.cut).toEqual({ kind: 'lines' });
  return readRecords(qwenChat, records(name), { version: found?.version ?? null });
};

describe.skipIf(!there)('Qwen Code, real chats', () => {
  it('a rewind leaves its dead branch to be seen, and goes on from the first step', () => {
    const { head, steps } = read('session_rewind.jsonl');
    expect(head).toMatchObject({ version: '0.21.13', model: 'synthetic-active-model', status: 'unknown' });
    expect(steps.map(({ role, parentStep }) => [role, parentStep])).toEqual([
      ['user', null],
      ['agent', null],
      ['system', 1],
      ['user', null],
      ['agent', null],
    ]);
    expect(steps[2]?.notices[0]?.kind).toBe('rewind');
    expect(steps[1]?.thought).toBe('Discarded branch answer.');
    expect(steps[4]).toMatchObject({
      thought: 'Active branch answer.',
      reasoning: { text: 'Reason over the active branch.' },
      calls: [{ name: 'read_file', kind: 'read' }],
      usage: { prompt: 12, completion: 4 },
    });
    expect(head.totals).toMatchObject({ prompt: 12, completion: 4, visibleSteps: 2, apiCalls: null });
    expect(head.warnings).toEqual([
      '3 records without a step: 2 system custom_title, 1 system session_artifact_snapshot',
    ]);
  });

  it('the telemetry counts calls of the model, those that failed are notices', () => {
    const { head, steps } = read('system_telemetry.jsonl');
    expect(head.totals).toMatchObject({ apiCalls: 2, visibleSteps: 1 });
    expect(steps.flatMap(({ notices }) => notices.map(({ kind }) => kind))).toEqual(['missing-reply']);
    expect(steps.find(({ role }) => role === 'agent')?.observations).toHaveLength(1);
  });

  it.each(['session_rewind.jsonl', 'system_telemetry.jsonl'])('%s, mutated: nothing breaks or is lost', (name) => {
    for (const values of mutations(
      records(name).map(({ value }) => value),
      150,
    )) {
      const spoilt = recordsOf(values, { kind: 'lines' });
      const { head, steps } = readRecords(qwenChat, spoilt);
      const skipped = /([\d,]+) records? without a step/.exec(head.warnings.join('\n'))?.[1] ?? '0';
      expect(steps.flatMap(({ rawRefs }) => rawRefs).length + Number(skipped)).toBe(spoilt.length);
    }
  });
});

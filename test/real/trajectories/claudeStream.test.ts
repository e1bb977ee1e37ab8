import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeStreamJson } from '../../../src/core/run/trajectory/formats/claudeStreamJson';
import { lineRecords } from '../../fakes/lineRecords';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/claude-code');
const there = existsSync(folder);
if (!there) console.warn(`real Claude Code streams skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const text = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

const excerpt = 'stream_json_2.1.19_truncated_excerpt.jsonl';
const turns = 'action_sample_turns.json';

describe.skipIf(!there)('Claude Code, real streams', () => {
  it('a stream without a result line was ended, and is no success', () => {
    const records = lineRecords(text(excerpt));
    const found = claudeStreamJson.detect({ path: excerpt, values: records.map(({ value }) => value), text: '' });
    expect(found).toEqual({ cut: { kind: 'lines' }, version: '2.1.19' });
    const { head, steps } = readRecords(claudeStreamJson, records, { version: '2.1.19' });
    expect(head).toMatchObject({ status: 'aborted', rawStatus: null, agent: 'claude-code', startedAt: null });
    expect(head.totals).toMatchObject({ visibleSteps: 5, costUsd: null, incomplete: true });
    expect(head.totals.completion).toBe(1 + 1 + 26 + 24 + 24);
    expect(steps.map(({ calls }) => calls.length)).toEqual([1, 1, 1, 1, 1]);
    expect(steps[0]?.observations[0]).toMatchObject({ isError: true });
    expect(steps[4]?.observations).toEqual([]);
  });

  it('the turns that the action keeps are one array: their result gives the cost', () => {
    const document: unknown = JSON.parse(text(turns));
    const found = claudeStreamJson.detect({ path: turns, values: [document], text: '' });
    expect(found).toEqual({ cut: { kind: 'array' }, version: null });
    const { head, steps } = readRecords(claudeStreamJson, recordsOf(document, { kind: 'array' }));
    expect(head).toMatchObject({ id: 'sample-session-id', status: 'submitted', model: 'claude-test-model' });
    expect(head.totals).toMatchObject({ completion: 265, cached: 315, prompt: 945, costUsd: 0.0347 });
    expect(head.totals).toMatchObject({ costSource: 'reported', incomplete: false, visibleSteps: 4 });
    expect(steps.flatMap(({ filesTouched }) => filesTouched)).toEqual(['/path/to/sample/file.py']);
  });

  it('mutated, nothing breaks, and no record is lost', () => {
    const whole = lineRecords(text(excerpt)).map(({ value }) => value);
    for (const values of mutations(whole, 100)) {
      const records = recordsOf(values, { kind: 'lines' });
      const { head, steps } = readRecords(claudeStreamJson, records);
      const skipped = /([\d,]+) records? without a step/.exec(head.warnings.join('\n'))?.[1] ?? '0';
      expect(steps.flatMap(({ rawRefs }) => rawRefs).length + Number(skipped)).toBe(records.length);
    }
  });
});

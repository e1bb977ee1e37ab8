import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { autoCodeRover } from '../../../src/core/run/trajectory/formats/autoCodeRover/autoCodeRover';
import type { RawRecord } from '../../../src/core/run/trajectory/trajectoryFormat';
import { mutations } from '../../fakes/mutateValue';
import { readRecords, recordsOf } from '../../fakes/readTrajectory';

const data = path.resolve(process.env['TOUCHSTONE_DATA'] ?? path.join(import.meta.dirname, '../../../../shared/data'));
const folder = path.join(data, 'trajectories/autocoderover');
const there = existsSync(folder);
if (!there) console.warn(`real AutoCodeRover skipped: no ${folder} (set TOUCHSTONE_DATA)`);

const task = 'django__django-11099_2024-04-06_13-39-57';
const text = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

const folderOf = () =>
  autoCodeRover.folder?.(readdirSync(folder, { recursive: true, encoding: 'utf8' }))?.trajectories ?? [];

const records = (spoil: (value: unknown) => unknown = (value) => value): readonly RawRecord[] =>
  folderOf().flatMap(({ parts }) =>
    parts.flatMap(({ path: file, cut }) => {
      const value = cut.kind === 'text' ? text(file).split(/(?<=\n)/) : spoil(JSON.parse(text(file)));
      return recordsOf(value, cut, file);
    }),
  );

describe.skipIf(!there)('AutoCodeRover, a real task', () => {
  it('is one trajectory, whose gold patch is left alone', () => {
    const [only, ...others] = folderOf();
    expect(others).toEqual([]);
    expect(only?.id).toBe(task);
    expect(only?.parts.map((part) => path.basename(part.path))).toEqual([
      'meta.json',
      'cost.json',
      'extract_status.json',
      'tool_call_layers.json',
      'debug_agent_write_patch_1.json',
      'extracted_patch_1.diff',
    ]);
  });

  it('has its instance, cost and patch, and the calls beside the replies', () => {
    const { head, steps } = readRecords(autoCodeRover, records());
    expect(head).toMatchObject({
      instanceId: 'django__django-11099',
      model: 'gpt-4-0125-preview',
      status: 'submitted',
      rawStatus: 'APPLICABLE_PATCH',
      finalPatch: { text: text(`${task}/extracted_patch_1.diff`) },
      startedAt: 1_712_381_997_200,
      totals: { visibleSteps: 4, prompt: 4906, completion: 875, costUsd: 0.07531000000000002, costSource: 'reported' },
    });
    const agent = steps.filter((step) => step.role === 'agent');
    expect(agent.map((step) => step.calls.map((call) => call.name))).toEqual([
      ['search_class', 'search_class'],
      [],
      [
        'search_method_in_class',
        'search_method_in_file',
        'search_class_in_file',
        'search_method_in_class',
        'search_method_in_file',
        'search_class_in_file',
      ],
      ['write_patch'],
    ]);
    expect(agent.map((step) => step.observations.length)).toEqual([1, 0, 1, 0]);
    const messages: unknown[] = JSON.parse(text(`${task}/debug_agent_write_patch_1.json`));
    expect(steps.flatMap((step) => step.rawRefs)).toHaveLength(messages.length);
  });

  it('counts among the resolved of its run, by the report of that run', () => {
    const report = JSON.parse(text('acr-run-1_report.json')) as { readonly resolved: readonly string[] };
    expect(report.resolved).toContain(readRecords(autoCodeRover, records()).head.instanceId);
  });

  it('is read however it is spoilt', () => {
    const seeds = Array.from({ length: 60 }, (_, i) => i);
    for (const seed of seeds) {
      const spoilt = records((value) => [...mutations(value, seed + 1)].at(-1));
      expect(readRecords(autoCodeRover, spoilt).head.format).toBe('auto-code-rover');
    }
  });
});

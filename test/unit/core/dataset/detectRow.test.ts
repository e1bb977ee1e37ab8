import { describe, expect, it } from 'vitest';
import { detectRow, openEnvelope } from '../../../../src/core/dataset/detectRow';
import { formatByName } from '../../../../src/core/dataset/formats/registry';
import { benchmarkRows } from '../../../fakes/benchmarkRows';
import { instanceRow, predictionRow } from '../../../fakes/rows';

const namesOf = (row: unknown): string => {
  const kind = detectRow(row);
  return kind.kind === 'instance' ? `instance ${kind.format.name} of ${kind.benchmark}` : kind.kind;
};

describe('detectRow', () => {
  it.each(Object.entries(benchmarkRows))('knows a row of %s by its fields', (name, row) => {
    const kind = detectRow(row);
    expect(kind.kind === 'instance' && [kind.format.name, kind.benchmark]).toEqual([
      name,
      formatByName(name)?.benchmark,
    ]);
    expect(formatByName(`${name}-jsonl`)?.name).toBe(name);
  });

  it.each(Object.entries(benchmarkRows))('knows %s by its column names and listed values alone', (name, row) => {
    const fields = formatByName(name)?.listFields;
    const listed = new Set([...(fields?.id ?? []), ...(fields?.repo ?? [])]);
    const bare = Object.entries(row).map(([field, value]) => [field, listed.has(field) ? value : null]);
    expect(namesOf(Object.fromEntries(bare))).toBe(namesOf(row));
  });

  it.each([
    ['v5 columns', instanceRow('a__b-1'), 'instance swebench of swe-bench'],
    ['a sample row with labels', instanceRow('a__b-1', { task_types: ['BF'] }), 'instance swebench of swe-bench'],
    ['SWE-rebench v1', instanceRow('a__b-1', { install_config: {} }), 'instance swe-rebench of swe-rebench'],
    ['a row that lost its id', { base_commit: 'x', problem_statement: 'y' }, 'instance swebench of swe-bench'],
    ['SWE-bench’s pandas', instanceRow('a', { repo: 'pandas-dev/pandas' }), 'instance swebench of swe-bench'],
    ['sanitized MBPP', { task_id: 2, prompt: '', code: '', test_list: [] }, 'instance mbpp of mbpp'],
    ['a prediction', predictionRow('a__b-1', null), 'prediction'],
    ['a prediction of SWE-bench Pro', { instance_id: 'a', patch: '', prefix: 'x' }, 'prediction'],
    ['a prediction of Multi-SWE-bench', { org: 'a', repo: 'b', number: '1', fix_patch: '' }, 'prediction'],
    ['a report', { patch_successfully_applied: true, resolved: true }, 'report'],
    ["a run's summary", { resolved_ids: [], total_instances: 3 }, 'summary'],
    ['lists of tests without an instance', { FAIL_TO_PASS: [], PASS_TO_PASS: [] }, 'unknown'],
    ['an envelope', { row_idx: 0, row: instanceRow('a__b-1') }, 'instance swebench of swe-bench'],
    ['a row number', { row: 7, id: 'x' }, 'unknown'],
    ['a list', [1], 'unknown'],
    ['null', null, 'unknown'],
  ])('tells %s by its fields', (_name, row, kind) => {
    expect(namesOf(row)).toBe(kind);
  });
});

describe('openEnvelope', () => {
  it('keeps what stands beside the row, and says what differs', () => {
    const { row, clashes } = openEnvelope({ instance_id: 'other', changes: [1], row: instanceRow('a__b-1') });
    expect(row).toMatchObject({ instance_id: 'a__b-1', changes: [1], envelope: { instance_id: 'other' } });
    expect(clashes).toEqual(['instance_id']);
  });
});

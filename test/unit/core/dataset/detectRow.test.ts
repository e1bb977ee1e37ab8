import { describe, expect, it } from 'vitest';
import { detectRow } from '../../../../src/core/dataset/detectRow';
import { instanceRow, predictionRow } from '../../../fakes/rows';

describe('detectRow', () => {
  it.each([
    ['v5 columns', instanceRow('a__b-1'), { kind: 'instance', benchmark: 'swe-bench' }],
    ['SWE-bench-Live', instanceRow('a__b-1', { test_cmds: [] }), { kind: 'instance', benchmark: 'swe-bench-live' }],
    ['SWE-rebench', instanceRow('a__b-1', { install_config: {} }), { kind: 'instance', benchmark: 'swe-rebench' }],
    [
      'a row that lost its id',
      { base_commit: 'x', problem_statement: 'y' },
      { kind: 'instance', benchmark: 'swe-bench' },
    ],
    ['a prediction', predictionRow('a__b-1', null), { kind: 'prediction' }],
    ['a prediction of SWE-bench Pro', { instance_id: 'a', patch: '', prefix: 'x' }, { kind: 'prediction' }],
    ['a prediction of Multi-SWE-bench', { org: 'a', repo: 'b', number: '1', fix_patch: '' }, { kind: 'prediction' }],
    ['a report', { patch_successfully_applied: true, resolved: true }, { kind: 'report' }],
    ["a run's summary", { resolved_ids: [], total_instances: 3 }, { kind: 'summary' }],
    [
      'SWE-smith, whose patch injects the bug',
      instanceRow('a', { repo: 'swesmith/x.1' }),
      { kind: 'foreign', name: 'SWE-smith' },
    ],
    [
      'SWE-bench Pro',
      { instance_id: 'a', base_commit: 'b', fail_to_pass: '[]' },
      { kind: 'foreign', name: 'SWE-bench Pro' },
    ],
    [
      'HumanEval',
      { task_id: 'HumanEval/0', entry_point: 'f', canonical_solution: '' },
      { kind: 'foreign', name: 'HumanEval' },
    ],
    ['lists of tests without an instance', { FAIL_TO_PASS: [], PASS_TO_PASS: [] }, { kind: 'unknown' }],
    ['a list', [1], { kind: 'unknown' }],
    ['null', null, { kind: 'unknown' }],
  ])('tells %s by its fields', (_name, row, kind) => {
    expect(detectRow(row)).toEqual(kind);
  });
});

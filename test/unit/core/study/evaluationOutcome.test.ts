import { describe, expect, it } from 'vitest';
import {
  type EvaluationFacts,
  evaluationOutcome,
  reportOf,
  resultOf,
  runAndRepeat,
} from '../../../../src/core/study/evaluationOutcome';

const nothing: EvaluationFacts = { report: null, result: null, logTail: null, harnessTail: null, patchBytes: null };
const group = { success: [], failure: [] };
const status = { FAIL_TO_PASS: group, PASS_TO_PASS: group, FAIL_TO_FAIL: group, PASS_TO_FAIL: group };
const report = { patch_is_None: false, patch_exists: true, patch_successfully_applied: true, resolved: false };

describe('evaluationOutcome', () => {
  it.each<[string, Partial<EvaluationFacts>, unknown]>([
    ['nothing at all', {}, null],
    ['resolved', { report: { ...report, resolved: true, tests_status: status } }, { kind: 'resolved' }],
    ['unresolved', { report: { ...report, tests_status: status } }, { kind: 'unresolved', reason: 'tests' }],
    ['a report without tests', { report }, { kind: 'unresolved', reason: 'ungradeable' }],
    ['a report of no patch', { report: { ...report, patch_exists: false } }, { kind: 'none', reason: 'empty' }],
    ['a time-out', { logTail: 'ok 1\nTimeout error: 1800 seconds exceeded.' }, { kind: 'none', reason: 'time-out' }],
    [
      'words of a time-out inside the log',
      { logTail: 'Timeout error: 3 seconds exceeded.\nok 1\n' },
      expect.objectContaining({ reason: 'error' }),
    ],
    ['an apply failure', { harnessTail: '>>>>> Patch Apply Failed:\nerror' }, { kind: 'none', reason: 'not-applied' }],
    ['an empty patch.diff alone', { patchBytes: 0 }, { kind: 'none', reason: 'empty' }],
    ['a patch.diff alone', { patchBytes: 10 }, null],
  ])('tells %s', (_name, facts, outcome) => {
    expect(evaluationOutcome({ ...nothing, ...facts })).toEqual(outcome);
  });

  it('lets our own record win over the report', () => {
    const record = {
      outcome: { kind: 'none', reason: 'infrastructure', detail: 'the engine went away' },
      rules: 'swebench-v5',
    };
    const result = resultOf(record);
    expect(result).toMatchObject({ rules: 'swebench-v5', model: null, patchHash: null });
    expect(evaluationOutcome({ ...nothing, result, report: { ...report, resolved: true } })).toEqual(record.outcome);
  });

  it.each([[null], [[]], [{}], [{ stage: 'done', rung: null }]])('takes %j for no record of ours', (document) => {
    expect(resultOf(document)).toBeNull();
  });

  it('does not invent an outcome from a record that it does not know', () => {
    expect(resultOf({ outcome: { kind: 'none', reason: 'new reason' }, rules: 'other' })).toMatchObject({
      outcome: null,
      rules: null,
    });
  });

  it('takes the report of the instance alone, by its own id', () => {
    expect(reportOf({ a: report }, 'a')).toEqual(report);
    expect(reportOf({ a: report }, 'b')).toBeNull();
    expect(reportOf({ a: { resolved: 'yes' } }, 'a')).toBeNull();
    expect(reportOf({}, '__proto__')).toBeNull();
  });

  it('tells run and repeat', () => {
    expect(runAndRepeat('heron-2.r3')).toEqual({ runId: 'heron-2', repeat: 3 });
    expect(runAndRepeat('heron-2')).toEqual({ runId: 'heron-2', repeat: 1 });
    expect(runAndRepeat('.r2')).toEqual({ runId: '.r2', repeat: 1 });
  });
});

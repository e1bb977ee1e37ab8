import { describe, expect, it } from 'vitest';
import { readPrintedReport } from '../../../../../src/core/evaluation/foundReports/printedReport';
import { readFoundReport } from '../../../../../src/core/evaluation/foundReports/registry';
import { readV1Log } from '../../../../../src/core/evaluation/foundReports/swebenchV1';
import { outcomeWords } from '../../../../../src/core/evaluation/outcomeWords';

const read = (document: unknown, name = 'report.json', above: readonly string[] = ['a__b-1', 'heron', 'r1']) => {
  const report = readFoundReport(document, { name, above });
  return (
    report && {
      format: report.format,
      scope: report.scope,
      said: report.results.map(({ instanceId, outcome, field }) => [instanceId, outcomeWords(outcome), field]),
      problems: report.problems.map(({ field, reason }) => `${field}: ${reason}`),
    }
  );
};

const entry = (resolved: unknown, more: Record<string, unknown> = {}) => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved,
  tests_status: {},
  ...more,
});

describe('report.json of an instance', () => {
  it('gives resolved, unresolved, ungradeable and empty', () => {
    const document = {
      a: entry(true),
      b: entry(false),
      c: entry(false, { tests_status: undefined, infra_failure: true, infra_failure_reason: 'dns' }),
      d: entry(false, { patch_is_None: true }),
    };
    expect(read(document)?.said).toEqual([
      ['a', 'resolved', 'a.resolved'],
      ['b', 'unresolved', 'b.resolved'],
      ['c', 'unresolved: ungradeable', 'c.resolved'],
      ['d', 'no verdict: empty', 'd.resolved'],
    ]);
  });

  it('leaves an entry without a yes or no out, and says so', () => {
    const found = read({ a: entry('yes'), b: entry(true), c: [] });
    expect(found?.said).toEqual([['b', 'resolved', 'b.resolved']]);
    expect(found?.problems).toEqual([
      'a: resolved: true or false expected, text found; the entry gives no outcome.',
      'c: resolved: true or false expected, nothing found; the entry gives no outcome.',
    ]);
  });
});

describe('the summary of a run', () => {
  const summary = {
    total_instances: 5,
    completed_ids: ['a', 'b'],
    incomplete_ids: ['z'],
    empty_patch_ids: ['c'],
    submitted_ids: ['a', 'b', 'c', 'd'],
    resolved_ids: ['a'],
    unresolved_ids: ['b'],
    error_ids: ['d'],
    schema_version: 2,
  };

  it('gives what each list means; what was never submitted is not in it', () => {
    expect(read(summary, 'heron.r1.json')).toEqual({
      format: 'swebench-summary',
      scope: 'run',
      said: [
        ['a', 'resolved', 'resolved_ids'],
        ['b', 'unresolved', 'unresolved_ids'],
        ['c', 'no verdict: empty', 'empty_patch_ids'],
        ['d', 'no verdict: error', 'error_ids'],
      ],
      problems: [],
    });
  });

  it('reads 5.0 (advice changes nothing), older ones with unstopped_*, and `resolved` for `resolved_ids`', () => {
    const five = { ...summary, infra_failure_ids: ['b'], ambiguous_failure_ids: [], failure_reasons: { b: 'dns' } };
    expect(read(five)?.said).toEqual(read(summary)?.said);
    const { resolved_ids: resolved, ...rest } = summary;
    const older = { ...rest, resolved, unstopped_instances: 0, unstopped_containers: [], unremoved_images: [] };
    expect(read(older)?.said[0]).toEqual(['a', 'resolved', 'resolved']);
  });

  it("reads sb-cli's, where pending is not evaluated", () => {
    const found = read({ ...summary, pending_ids: ['p'], failed_ids: ['f'] });
    expect(found?.format).toBe('sb-cli-report');
    expect(found?.said.slice(-2)).toEqual([
      ['f', 'no verdict: error', 'failed_ids'],
      ['p', 'not evaluated', 'pending_ids'],
    ]);
  });

  it("names Multi-SWE-bench's final report by its ids", () => {
    const ids = { ...summary, submitted_ids: ['acme/ledger:pr-1'], resolved_ids: ['acme/ledger:pr-1'] };
    expect(read(ids, 'final_report.json')?.format).toBe('multi-swe-bench-final-report');
  });

  it('keeps both where an id stands in two lists, and says what is no id or named twice', () => {
    const found = read({ ...summary, resolved_ids: ['a', 'a', 7], unresolved_ids: ['a'], error_ids: 'd' });
    expect(found?.said.filter(([id]) => id === 'a')).toHaveLength(2);
    expect(found?.problems).toEqual([
      'resolved_ids: 1 of 3 entries are no ids; left out.',
      'resolved_ids: 1 of 2 ids are named more than once; each counts once.',
      'error_ids: a list of ids expected, text found; left out.',
    ]);
  });
});

describe('SWE-bench 1', () => {
  it('reads the report of a run: what ran and failed in no list is unresolved', () => {
    const report = {
      no_generation: ['e'],
      generated: ['a', 'b', 'n', 't'],
      with_logs: ['a', 'b', 'n', 't'],
      install_fail: [],
      reset_failed: [],
      no_apply: ['n'],
      applied: ['a', 'b', 't', 'x'],
      test_errored: ['x'],
      test_timeout: ['t'],
      resolved: ['a'],
    };
    expect(Object.fromEntries(read(report)?.said.map(([id, words]) => [id, words]) ?? [])).toEqual({
      a: 'resolved',
      b: 'unresolved',
      e: 'no verdict: empty',
      n: 'no verdict: not applied',
      t: 'no verdict: time-out',
      x: 'unresolved',
    });
  });

  it.each([
    ['>>>>> Patch Apply Failed; (pred)', 'no verdict: not applied'],
    ['>>>>> Tests Timed Out after 900 seconds', 'no verdict: time-out'],
    ['>>>>> Applied Patch (test)\n1 passed', 'not evaluated'],
  ])('reads a log: %s', (text, words) => {
    const report = readV1Log(text, { name: 'psf__requests-863.org.v1.2.eval.log', above: [] });
    expect(report?.results[0]).toMatchObject({ instanceId: 'psf__requests-863', model: 'org.v1.2' });
    expect(outcomeWords(report?.results[0]?.outcome ?? null)).toBe(words);
  });

  it('takes no other log for one', () => {
    expect(readV1Log('', { name: 'run_instance.log', above: [] })).toBeNull();
  });
});

describe('a report printed into a log', () => {
  it('is read as a Python literal; the line after it where the literal is cut', () => {
    const dict = "{'a__b-1': {'patch_successfully_applied': True, 'resolved': False, 'tests_status': {}}}";
    const place = { name: 'run_instance.log', above: [] };
    const whole = readPrintedReport(
      `2024-08-22 20:21:27,207 - INFO - report: ${dict}\nResult for a__b-1: resolved: False\n`,
      place,
    );
    expect(whole?.results[0]).toMatchObject({ instanceId: 'a__b-1', outcome: { kind: 'unresolved', reason: 'tests' } });
    const cut = readPrintedReport("INFO - report: {'a__b\nResult for a__b-1: resolved: True\n", place);
    expect(cut?.results[0]).toMatchObject({ instanceId: 'a__b-1', outcome: { kind: 'resolved' } });
    expect(readPrintedReport('report: {} and nothing else', place)).toBeNull();
  });

  it('is not what a patch in the log says', () => {
    const place = { name: 'run_instance.log', above: [] };
    const forged = "2024-08-22 20:21:27,207 - INFO - report: {'a__b-1': {'resolved': True}}";
    const lines = ['Result for a__b-1: resolved: True', forged].flatMap((line) =>
      ['+', '+\r', '-\u2028'].map((start) => `${start}${line}`),
    );
    expect(readPrintedReport(`x - INFO - Git diff after:\n${lines.join('\n')}\n`, place)).toBeNull();
  });
});

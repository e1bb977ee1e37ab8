import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRewardText } from '../../../../../src/core/evaluation/foundReports/harbor';
import { readPrintedReport } from '../../../../../src/core/evaluation/foundReports/printedReport';
import { readFoundReport, reportFormats } from '../../../../../src/core/evaluation/foundReports/registry';
import { readSampleResults } from '../../../../../src/core/evaluation/foundReports/sampleResults';
import { readV1Log } from '../../../../../src/core/evaluation/foundReports/swebenchV1';

/** Keys that some reader looks at, so that random documents get past the first look. */
const keys = [
  'instance_id',
  'resolved',
  'resolved_ids',
  'unresolved_ids',
  'completed_ids',
  'patch_successfully_applied',
  'patch_exists',
  'tests_status',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
  'success_ids',
  'failure_ids',
  'no_generation',
  'applied',
  'task_id',
  'trial_name',
  'is_resolved',
  'results',
  'task_name',
  'verifier_result',
  'rewards',
  'exception_info',
  'eval',
  'samples',
  'scores',
  'base_status',
  'status',
  'question_id',
  'graded_list',
  'raw_scored_generations',
  'testcase',
  'tests_outcomes',
  'score',
  'earned',
  'available',
  'from_fail_to_pass',
  'failed_from_pass_to_pass',
  'passed_match',
  'org',
  'repo',
  'number',
  'valid',
  'fix_patch_result',
  'ids_resolved',
  'timed_out',
  'timeout',
  '__proto__',
];

const key = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...keys) }, { weight: 1, arbitrary: fc.string() });

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1.5, '', 'a__b-1', 'pass', '\u0000', 'é '),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 8 }),
  ),
}));

const place = fc.record({
  name: fc.constantFrom('report.json', 'results.json', 'eval_results.json', 'reward.json', 'heron_output.json', ''),
  above: fc.array(fc.constantFrom('a__b-1', 'verifier', 'steps', 'job'), { maxLength: 4 }),
});

describe('any document', () => {
  it('is read or not, and never throws; what is given names an instance and a place', () => {
    fc.assert(
      fc.property(value, place, (document, at) => {
        const report = readFoundReport(document, at);
        for (const found of report?.results ?? []) {
          expect(found.instanceId).not.toBe('');
          expect(found.field).not.toBe('');
          expect(found.attempt === null || Number.isFinite(found.attempt)).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('that a format takes for its own is read by it without a throw', () => {
    fc.assert(
      fc.property(value, place, (document, at) => {
        for (const format of reportFormats) if (format.matches(document, at)) format.read(document, at);
      }),
      { numRuns: 1000 },
    );
  });

  it('of text never throws', () => {
    fc.assert(
      fc.property(fc.string(), place, (text, at) => {
        readRewardText(text, at);
        readPrintedReport(`report: {${text}`, at);
        readV1Log(text, { ...at, name: 'a__b-1.m.eval.log' });
        readSampleResults([{ place: 'line 1', value: text }], at);
      }),
    );
  });
});

describe('an empty id', () => {
  it('is left out and said', () => {
    const report = readFoundReport(
      { raw_scored_generations: { '': [true], sample_1: [true] } },
      { name: 'x.json', above: [] },
    );
    expect(report?.results.map(({ instanceId }) => instanceId)).toEqual(['sample_1']);
    expect(report?.problems.map(({ field }) => field)).toEqual(['raw_scored_generations[""][0]']);
  });
});

describe('a large summary', () => {
  it('of 200,000 ids, each twice, is read whole', () => {
    const ids = Array.from({ length: 200_000 }, (_, n) => `a__b-${n >> 1}`);
    const report = readFoundReport({ completed_ids: [], resolved_ids: ids }, { name: 'x.json', above: [] });
    expect(report?.results).toHaveLength(100_000);
    expect(report?.problems[0]?.reason).toContain('100000 of 200000 ids');
  });
});

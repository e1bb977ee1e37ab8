import { describe, expect, it } from 'vitest';
import type { FoundCheck } from '../../../../../src/core/evaluation/check/datasetCheck';
import type { EvaluationEntry } from '../../../../../src/core/study/catalogue';
import { instanceRuns } from '../../../../../src/core/study/instanceRuns';
import { checkSection } from '../../../../../src/core/study/page/checkSection';
import { checkOf } from '../../../../fakes/datasetChecks';
import { blankInstance } from '../../../../fakes/instances';

const found = (changes: Partial<FoundCheck> = {}): FoundCheck => ({
  ...checkOf(blankInstance('a__b-1'), ['gold-fails']),
  file: '/s/checks/d.jsonl',
  line: 1,
  root: '/s',
  stale: false,
  ...changes,
});

const evaluation = (repeat: number): EvaluationEntry => ({
  runId: 'check-d',
  model: 'gold',
  instanceId: 'a__b-1',
  repeat,
  folder: `/s/logs/run_evaluation/check-d${repeat === 1 ? '' : `.r${repeat}`}/gold/a__b-1`,
  rules: null,
  outcome: { kind: 'unresolved', reason: 'tests' },
  report: null,
  patchHash: null,
  hasLog: true,
});

const runs = instanceRuns({ runs: [], evaluations: [evaluation(1), evaluation(2)] }).get('a__b-1') ?? [];

describe('the dataset check on the page', () => {
  it('is not there where the instance was not checked', () => {
    expect(checkSection(null, runs)).toBeNull();
  });

  it('links each defect to the line of the repeat that shows it', () => {
    expect(checkSection(found(), runs)).toMatchObject({
      state: 'defects',
      words: '1 defect',
      defects: [
        {
          title: 'gold fails',
          evidence: [{ label: 'gold 2, line 3', text: 'keeps', log: { runKey: 'check-d/gold', repeat: 2, line: 3 } }],
        },
      ],
    });
  });

  it('names the place without a link where the log is gone', () => {
    expect(checkSection(found(), [])?.defects[0]?.evidence).toEqual([
      { label: 'gold 2, line 3', text: 'keeps', log: null },
    ]);
  });

  it('says that the row has changed since', () => {
    const section = checkSection(found({ stale: true, defects: [] }), runs);
    expect(section).toMatchObject({ state: 'stale', words: 'sound, stale' });
    expect(section?.detail).toContain('the row has changed since');
  });
});

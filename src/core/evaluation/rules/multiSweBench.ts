import type { GradedInstance } from '../gradedInstance';
import type { TestResults } from '../testResult';
import { emptyReport, noVerdict, reportOfTests } from './judgeTests';
import { expectedClasses, type Stage, type StageResults, stageOf, stagesOfRow } from './multiSweStages';
import { obstacleOf } from './obstacles';
import type { RuleSet, Ruling } from './ruleSet';
import { requiredOf, type Verdict, weigh } from './weighStages';

/** Statuses of a log as a stage: expected failures pass, errors fail (its `mapping_to_testresult`). */
const stageOfResults = (results: TestResults): StageResults => {
  const stage = new Map<string, Stage>();
  for (const [name, { status }] of results) {
    if (status === 'PASSED' || status === 'XFAIL') stage.set(name, 'PASS');
    else if (status === 'FAILED' || status === 'ERROR') stage.set(name, 'FAIL');
    else if (status === 'SKIPPED') stage.set(name, 'SKIP');
  }
  return stage;
};

const rulingOf = (instance: GradedInstance, fix: StageResults, results: TestResults, from: string): Ruling => {
  const stages = stagesOfRow(instance);
  if (typeof stages === 'string')
    return noVerdict(instance, 'multi-swe.row', 'error', stages, emptyReport({ isNone: false, exists: true }));
  const expected = expectedClasses(instance);
  const verdict: Verdict = weigh({ ...stages, fix }, expected);
  const tests = requiredOf(expected, { ...stages, fix }, results);
  const resolved = verdict.rule === 'multi-swe.resolved';
  const ungradeable = verdict.rule === 'multi-swe.no-result';
  return {
    resolved,
    outcome: resolved ? { kind: 'resolved' } : { kind: 'unresolved', reason: ungradeable ? 'ungradeable' : 'tests' },
    score: null,
    tests,
    rule: verdict.rule,
    reason: `${from}${verdict.reason}`,
    report: reportOfTests(tests, resolved),
  };
};

/**
 * Multi-SWE-bench (its `report.py` and `gen_report.py`) over a fix log that a parser of ours reads. The row's own
 * results of the run and test stages are the other side; a patch that doesn't apply leaves no result and is
 * unresolved there.
 */
export const multiSweBenchRules: RuleSet = {
  name: 'multi-swe-bench',
  title: 'Multi-SWE-bench',
  markers: 'none',
  keeps: 'all',
  decide: (instance, evidence, patch) =>
    obstacleOf('multi-swe', instance, evidence, patch, 'none') ??
    rulingOf(instance, stageOfResults(evidence.results), evidence.results, ''),
};

/**
 * Rules by the benchmark's own `report.json`: its `fix_patch_result` stands for the log, which as a rule only one of
 * its 2,500 parsers reads; everything else is decided anew from the row. Never throws for bad data.
 */
export const decideMultiSweReport = (instance: GradedInstance, report: Readonly<Record<string, unknown>>): Ruling => {
  const fix = stageOf(report['fix_patch_result']);
  if (fix === null) {
    const reason = 'its report.json has no fix_patch_result with lists of passed, failed and skipped tests';
    return noVerdict(instance, 'multi-swe.report', 'error', reason, emptyReport({ isNone: false, exists: true }));
  }
  return rulingOf(instance, fix, new Map(), 'graded from its report: ');
};

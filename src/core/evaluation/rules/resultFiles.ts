import { parsePythonJson } from '../../shared/pythonJson';
import { coverageWishOf } from '../coverage/coverageWish';
import { measureCoverage } from '../coverage/measureCoverage';
import type { GradedInstance } from '../gradedInstance';
import type { RuleSetName } from '../ruleSetName';
import {
  decideChecklist,
  decideCompassResult,
  decideCoverage,
  decideLineCoverage,
  decideOptimisation,
} from './compassScores';
import { decideFoundReport, reportIn } from './foundReport';
import { decideRewards } from './harbor';
import { noVerdict } from './judgeTests';
import { decideLiveStatus } from './live';
import { decideMultiSweReport } from './multiSweBench';
import { printedReport } from './printedReport';
import { decideProOutput } from './pro';
import type { Ruling } from './ruleSet';
import { decideTrial } from './terminalBench';

/** Files of results that are no logs, each with the rule set that it serves. */
export type ResultKind =
  | 'live-status'
  | 'pro-output'
  | 'multi-swe-report'
  | 'compass-result'
  | 'compass-coverage'
  | 'coverage-reports'
  | 'compass-checklist'
  | 'compass-times'
  | 'terminal-bench-trial'
  | 'harbor-rewards'
  | 'report'
  | 'printed-report';

/** Texts of the files that a kind names, in its order; null where a file is absent. */
export type ResultTexts = readonly (string | null)[];

interface KindOfResult {
  /** Null: any, since the file only repeats what a harness said. */
  readonly rules: RuleSetName | null;
  readonly decide: (instance: GradedInstance, texts: ResultTexts) => Ruling;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A document, or undefined where the text is none. */
const parsed = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? undefined : parsePythonJson(text);

const first =
  (decide: (instance: GradedInstance, document: unknown) => Ruling) =>
  (instance: GradedInstance, [text]: ResultTexts): Ruling =>
    decide(instance, parsed(text) ?? null);

const multiSwe = first((instance, document) => decideMultiSweReport(instance, isFields(document) ? document : {}));

const exceptionOf = (trial: unknown): string | null => {
  const info = isFields(trial) ? trial['exception_info'] : null;
  const type = isFields(info) ? info['exception_type'] : null;
  return typeof type === 'string' ? type : null;
};

/** The rewards that a trial's result.json repeats, where the verifier's own files are gone. */
const rewardsOfTrial = (trial: unknown): string | null => {
  const verifier = isFields(trial) ? trial['verifier_result'] : null;
  const rewards = isFields(verifier) ? verifier['rewards'] : null;
  return isFields(rewards) ? JSON.stringify(rewards) : null;
};

const rewards = (instance: GradedInstance, [json = null, text = null, result]: ResultTexts): Ruling => {
  const trial = parsed(result);
  const kept = json ?? (text === null ? rewardsOfTrial(trial) : null);
  return decideRewards(instance, { rewardJson: kept, rewardText: text, exception: exceptionOf(trial) });
};

const found = (instance: GradedInstance, [text]: ResultTexts): Ruling => {
  const document = parsed(text);
  const report = reportIn(document, instance.id);
  if (report) return decideFoundReport(instance, report, 'report.json');
  const timedOut = isFields(document) && document['timed_out'] === true;
  const reason = timedOut ? 'report.json says timed_out' : 'report.json has no entry with resolved for the instance';
  return noVerdict(instance, timedOut ? 'report.time-out' : 'report.none', timedOut ? 'time-out' : 'error', reason);
};

const printed = (instance: GradedInstance, [text]: ResultTexts): Ruling => {
  const read = printedReport(text ?? '');
  if (!read.ok) return noVerdict(instance, 'report.printed', 'error', `run_instance.log: ${read.error}`);
  const report = reportIn(read.value.document, instance.id);
  return report
    ? decideFoundReport(instance, report, `the report that run_instance.log prints on line ${read.value.line}`)
    : noVerdict(instance, 'report.printed', 'error', 'the report in run_instance.log is of another instance');
};

/** Reports of coverage tools that an evaluation of ours kept beside its log. */
const coverage = (instance: GradedInstance, texts: ResultTexts): Ruling => {
  const reports = texts.flatMap((text, at) => (text === null ? [] : [{ name: `report ${at + 1}`, text }]));
  const wish = coverageWishOf(instance) ?? { reports: [], files: null };
  return decideLineCoverage(instance, measureCoverage(wish, reports));
};

const kinds: Readonly<Record<ResultKind, KindOfResult>> = {
  'live-status': { rules: 'live', decide: first(decideLiveStatus) },
  'pro-output': { rules: 'pro', decide: (instance, [text = null]) => decideProOutput(instance, text) },
  'multi-swe-report': { rules: 'multi-swe-bench', decide: multiSwe },
  'compass-result': { rules: 'compass', decide: first(decideCompassResult) },
  'compass-coverage': { rules: 'compass', decide: first(decideCoverage) },
  'coverage-reports': { rules: 'compass', decide: coverage },
  'compass-checklist': { rules: 'compass', decide: first(decideChecklist) },
  'compass-times': {
    rules: 'compass',
    decide: (instance, [before, after]) => decideOptimisation(instance, parsed(before), parsed(after)),
  },
  'terminal-bench-trial': { rules: 'terminal-bench', decide: first(decideTrial) },
  'harbor-rewards': { rules: 'harbor', decide: rewards },
  report: { rules: null, decide: found },
  'printed-report': { rules: null, decide: printed },
};

/** Whether a file of results can be graded by a rule set. */
export const servesRules = (kind: ResultKind, rules: RuleSetName): boolean =>
  kinds[kind].rules === null || kinds[kind].rules === rules;

/** The ruling by a file of results. Never throws for bad data. */
export const decideResult = (kind: ResultKind, instance: GradedInstance, texts: ResultTexts): Ruling =>
  kinds[kind].decide(instance, texts);

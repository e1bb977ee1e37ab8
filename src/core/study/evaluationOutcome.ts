import { noVerdictReasons, type Outcome } from '../evaluation/outcome';
import type { InstanceReport, RuleSetName } from '../evaluation/report';
import { ruleSetNames } from '../evaluation/ruleSetName';

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The entry of one instance in a `report.json` of the SWE-bench layout (formats.md A3): `{ <id>: { ... } }`. Null
 * where there is none for the instance or it is no report.
 */
export const reportOf = (document: unknown, instanceId: string): InstanceReport | null => {
  if (!isFields(document) || !Object.hasOwn(document, instanceId)) return null;
  const report = document[instanceId];
  return isFields(report) && typeof report['resolved'] === 'boolean' ? (report as unknown as InstanceReport) : null;
};

const scoreOfRecord = ({ name, value, max }: Fields): Outcome | null => {
  if (typeof name !== 'string' || typeof value !== 'number') return null;
  return { kind: 'scored', name, value, max: typeof max === 'number' ? max : null };
};

const outcomeOfRecord = (value: unknown): Outcome | null => {
  if (!isFields(value)) return null;
  const { kind, reason, detail } = value;
  if (kind === 'resolved') return { kind };
  if (kind === 'unresolved') return { kind, reason: reason === 'ungradeable' ? 'ungradeable' : 'tests' };
  if (kind === 'scored') return scoreOfRecord(value);
  const known = noVerdictReasons.find((name) => name === reason);
  if (kind !== 'none' || known === undefined) return null;
  return typeof detail === 'string' ? { kind, reason: known, detail } : { kind, reason: known };
};

export interface ResultRecord {
  readonly outcome: Outcome | null;
  readonly rules: RuleSetName | null;
  readonly model: string | null;
  readonly patchHash: string | null;
}

/** Our own `result.json` beside a report; null where the file holds something else. */
export const resultOf = (document: unknown): ResultRecord | null => {
  if (!isFields(document) || !Object.hasOwn(document, 'outcome')) return null;
  const { rules, model, patchSha256 } = document;
  return {
    outcome: outcomeOfRecord(document['outcome']),
    rules: ruleSetNames.find((name) => name === rules) ?? null,
    model: typeof model === 'string' ? model : null,
    patchHash: typeof patchSha256 === 'string' && /^[0-9a-f]{64}$/.test(patchSha256) ? patchSha256 : null,
  };
};

/** What lies in the folder of one evaluation, as far as an outcome can be told from it. */
export interface EvaluationFacts {
  readonly report: InstanceReport | null;
  readonly result: ResultRecord | null;
  /** Last characters of test_output.txt; null where there is no such file. */
  readonly logTail: string | null;
  /** Last characters of run_instance.log, the harness's own; null where there is no such file. */
  readonly harnessTail: string | null;
  /** Bytes of patch.diff; null where there is no such file. */
  readonly patchBytes: number | null;
}

const outcomeOfReport = (report: InstanceReport): Outcome => {
  if (report.resolved) return { kind: 'resolved' };
  if (report.patch_is_None === true || report.patch_exists === false) return { kind: 'none', reason: 'empty' };
  return { kind: 'unresolved', reason: report.tests_status === undefined ? 'ungradeable' : 'tests' };
};

const timedOut = /Timeout error: \d+(?:\.\d+)? seconds exceeded\.?\s*$/;

/**
 * The outcome of an evaluation found on disk. Our own record wins; then the report; without one the harness's traces
 * (formats.md B1): a log that ends in `Timeout error`, an apply failure in run_instance.log. Null: not evaluated.
 */
export const evaluationOutcome = (facts: EvaluationFacts): Outcome | null => {
  if (facts.result?.outcome) return facts.result.outcome;
  if (facts.report) return outcomeOfReport(facts.report);
  if (facts.logTail !== null && timedOut.test(facts.logTail)) return { kind: 'none', reason: 'time-out' };
  if (facts.harnessTail?.includes('Patch Apply Failed')) return { kind: 'none', reason: 'not-applied' };
  if (facts.logTail !== null) return { kind: 'none', reason: 'error', detail: 'a log without a report' };
  if (facts.patchBytes === 0) return { kind: 'none', reason: 'empty' };
  if (facts.harnessTail !== null) return { kind: 'none', reason: 'error', detail: 'no log and no report' };
  return null;
};

/** `<run>` and repeat of a folder name: `heron-2.r3` is the third repeat of `heron-2`. */
export const runAndRepeat = (folder: string): { readonly runId: string; readonly repeat: number } => {
  const found = /^(.+)\.r([1-9]\d{0,5})$/.exec(folder);
  return found?.[1] === undefined ? { runId: folder, repeat: 1 } : { runId: found[1], repeat: Number(found[2]) };
};

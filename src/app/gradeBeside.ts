import type { MeasuredCoverage } from '../core/evaluation/coverage/measureCoverage';
import type { Grade } from '../core/evaluation/grade/grade';
import { type ReportContradiction, reportContradiction } from '../core/evaluation/grade/reportContradiction';
import type { InstanceReport } from '../core/evaluation/report';
import type { RuleSetName } from '../core/evaluation/ruleSetName';
import { reportIn } from '../core/evaluation/rules/foundReport';
import type { FilePort } from '../core/shared/files';
import { parsePythonJson } from '../core/shared/pythonJson';
import type { GradedLog } from './gradeLogFile';
import { isLink } from './gradeResults';
import { recordedRules } from './ownRecord';

const largest = 50_000_000;
const logEnd = 'test_output.txt';

/** What the harness's report beside a log says of its grade. */
export interface ReportBeside {
  /** Absolute path of the report. */
  readonly report: string;
  /** Null: it agrees under `agreesWith`. */
  readonly contradicts: ReportContradiction | null;
  /** The rule set under which it says what the log says; null where there is none. */
  readonly agreesWith: RuleSetName | null;
}

/** An evaluation that was graded; one of several attempts at an instance with its number. */
export type GradedEntry = GradedLog & {
  readonly attempt?: number;
  readonly beside?: ReportBeside;
  /** By the reports that lie beside the log; left out where there are none. */
  readonly coverage?: MeasuredCoverage;
};

const documentAt = async (files: FilePort, path: string): Promise<unknown> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > largest || (await isLink(files, path))) return null;
  return parsePythonJson(new TextDecoder().decode(await files.readBytes(path))) ?? null;
};

/** The other versions of SWE-bench, whose report may lie beside a log that is graded by this one. */
const kin = (rules: RuleSetName): readonly RuleSetName[] =>
  rules === 'swebench-v5' ? ['swebench-v4'] : rules === 'swebench-v4' ? ['swebench-v5'] : [];

const agreeing = async (
  report: InstanceReport,
  rules: RuleSetName,
  gradeBy: (rules: RuleSetName) => Promise<GradedLog>,
): Promise<RuleSetName | null> => {
  for (const other of kin(rules)) {
    if (reportContradiction(report, (await gradeBy(other)).grade) === null) return other;
  }
  return null;
};

const isGradedLog = ({ path, grade }: GradedLog): boolean =>
  path.endsWith(logEnd) && grade.report !== null && !grade.rule.startsWith('report.');

/**
 * A graded log with what the report beside it says: `report.json` beside `test_output.txt`, `<x>.report.json` beside
 * `<x>.test_output.txt`. Where the two differ, the other version of SWE-bench is asked by `gradeBy`, since that report
 * may be its own; a report that is recorded as another rule set's is not held against this one.
 */
export const withReportBeside = async (
  files: FilePort,
  log: GradedLog,
  gradeBy: (rules: RuleSetName) => Promise<GradedLog>,
): Promise<GradedEntry> => {
  if (!isGradedLog(log)) return log;
  const path = `${log.path.slice(0, -logEnd.length)}report.json`;
  const report = reportIn(await documentAt(files, path), log.grade.id);
  if (report === null) return log;
  const { rules } = log.grade;
  const contradicts = reportContradiction(report, log.grade);
  if (contradicts === null) return { ...log, beside: { report: path, contradicts: null, agreesWith: rules } };
  const recorded = await recordedBeside(files, log);
  if (recorded !== null && recorded !== rules) return log;
  const agreesWith = recorded === null ? await agreeing(report, rules, gradeBy) : null;
  return { ...log, beside: { report: path, contradicts: agreesWith === null ? contradicts : null, agreesWith } };
};

/** Only a log that is called `test_output.txt` has a record of ours beside it. */
const recordedBeside = async (files: FilePort, { path }: GradedLog): Promise<RuleSetName | null> =>
  path.endsWith(`/${logEnd}`) || path.endsWith(`\\${logEnd}`)
    ? recordedRules(files, path.slice(0, -logEnd.length - 1))
    : null;

/** What to say beside the grade: the lists that differ, or under which rule set the report agrees; null for nothing. */
export const besideWords = ({ rules }: Pick<Grade, 'rules'>, beside: ReportBeside | undefined): string | null => {
  if (beside === undefined || beside.agreesWith === rules) return null;
  const { contradicts, agreesWith, report } = beside;
  const name = report.split(/[\\/]/).at(-1);
  if (agreesWith !== null)
    return `${name} beside the log differs from ${rules} and says what ${agreesWith} makes of the same log`;
  return contradicts && `${name} beside the log contradicts this grade: ${contradicts.words.join('; ')}`;
};

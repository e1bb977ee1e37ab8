import type { Grade } from '../core/evaluation/grade/grade';
import { gradeLog } from '../core/evaluation/grade/gradeLog';
import { gradeOfRuling } from '../core/evaluation/grade/gradeOfRuling';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import { type CompassMetric, compassMetricOf } from '../core/evaluation/rules/compass';
import { defaultRulesOf } from '../core/evaluation/rules/defaultRules';
import { emptyReport, noVerdict } from '../core/evaluation/rules/judgeTests';
import { ruleSetOf } from '../core/evaluation/rules/registry';
import { type ResultKind, servesRules } from '../core/evaluation/rules/resultFiles';
import { withRowParser } from '../core/evaluation/rules/rowParser';
import { isV1Log, v1LogWithMarkers } from '../core/evaluation/rules/v1Log';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';
import { asCompass } from './evaluation/ownLog';
import type { FoundEvaluation, FoundResults } from './gradeFolderFound';
import { type GradedLog, gradeLogFile } from './gradeLogFile';
import { gradeResults } from './gradeResults';

const headBytes = 65_536;
/** Logs of SWE-bench 1 are read whole. */
const largestV1 = 200_000_000;
const patch = { isNone: false, exists: true };

/** The rule set asked for, else that of the instance's benchmark. */
export const rulesFor = (instance: GradedInstance, asked: RuleSetName | null): RuleSetName =>
  asked ?? defaultRulesOf(instance);

/** A log of SWE-bench 1, by rules of later versions over what its harness read; without a rule set, by swebench-v4. */
const gradeV1 = async (
  files: FilePort,
  instance: GradedInstance,
  path: string,
  rules: RuleSetName,
): Promise<GradedLog> => {
  const bytes = (await files.stat(path))?.bytes ?? 0;
  if (bytes > largestV1) throw new InputFault(`${path}: ${bytes} bytes are more than a log of SWE-bench 1 can have.`);
  const log = v1LogWithMarkers(await files.readBytes(path));
  if (!log.ok) {
    const ruling = noVerdict(instance, 'v1.not-applied', 'not-applied', log.error, emptyReport(patch));
    return { path, grade: gradeOfRuling(instance, rules, ruling) };
  }
  const grade = gradeLog({ instance, log: log.value, rules });
  const said = 'a log of SWE-bench 1: read from the last "Applied Patch (pred)" to its end, as that harness does';
  return { path, grade: { ...grade, warnings: [said, ...grade.warnings] } };
};

/** Grades one log by a rule set, or by that of the instance's benchmark. Faults as `gradeLogFile`. */
export const gradeOneLog = async (
  files: FilePort,
  instance: GradedInstance,
  path: string,
  asked: RuleSetName | null,
): Promise<GradedLog> => {
  const rules = rulesFor(instance, asked);
  const found = await files.stat(path);
  if (found?.kind === 'file' && isV1Log(await files.readBytes(path, headBytes)))
    return gradeV1(files, instance, path, asked === null && rules === 'swebench-v5' ? 'swebench-v4' : rules);
  if (rules === 'compass' && compassMetricOf(instance) === 'swe-bench')
    return { path, grade: asCompass((await gradeLogFile(files, instance, path, 'swebench-v4')).grade) };
  return gradeLogFile(files, withRowParser(instance, rules), path, rules);
};

const ofMetric: Readonly<Record<CompassMetric, readonly ResultKind[]>> = {
  tests: ['compass-result'],
  'swe-bench': ['report'],
  optimisation: ['compass-times', 'compass-result'],
  coverage: ['compass-coverage', 'coverage-reports'],
  checklist: ['compass-checklist'],
};

/** Files of results that the rule set is made for, the best first. */
const exact = (instance: GradedInstance, found: FoundEvaluation, rules: RuleSetName): readonly FoundResults[] => {
  const serving = found.results.filter(({ kind, last }) => !last && servesRules(kind, rules));
  if (rules !== 'compass') return serving;
  const wanted = ofMetric[compassMetricOf(instance)];
  return serving.filter(({ kind }) => wanted.includes(kind)).sort((a, b) => rank(wanted, a) - rank(wanted, b));
};

const rank = (wanted: readonly ResultKind[], { kind }: FoundResults): number => wanted.indexOf(kind);

/** What is looked at last; a report that says nothing of the instance is passed over. */
const repeated = async (
  files: FilePort,
  instance: GradedInstance,
  found: FoundEvaluation,
  rules: RuleSetName,
): Promise<GradedLog | null> => {
  for (const results of found.results) {
    if (!results.last || !servesRules(results.kind, rules)) continue;
    const graded = await gradeResults(files, instance, results, rules);
    if (graded.grade.resolved !== null) return graded;
  }
  return null;
};

const isWithoutParser = ({ parser, rule }: Grade): boolean => parser === null && rule.endsWith('.no-parser');

/**
 * Grades one evaluation by what the rule set is made for: its own file of results, else the log, else a report that
 * only repeats what a harness said. Where nothing fits, the grade says so and gives no verdict.
 */
export const gradeFound = async (
  files: FilePort,
  instance: GradedInstance,
  found: FoundEvaluation,
  asked: RuleSetName | null,
): Promise<GradedLog> => {
  const rules = rulesFor(instance, asked);
  const [own] = exact(instance, found, rules);
  if (own) {
    const graded = await gradeResults(files, instance, own, rules);
    // Beside a log of ours the log stays the evaluation's place, by which grades of several rule sets are joined.
    return own.kind === 'coverage-reports' && found.log !== null ? { ...graded, path: found.log } : graded;
  }
  const graded = found.log === null ? null : await gradeOneLog(files, instance, found.log, asked);
  if (graded !== null && !isWithoutParser(graded.grade)) return graded;
  return (await repeated(files, instance, found, rules)) ?? graded ?? nothingFits(instance, found, rules);
};

const nothingFits = (instance: GradedInstance, found: FoundEvaluation, rules: RuleSetName): GradedLog => {
  const here = found.results.map(({ kind }) => kind).join(', ') || 'no log and no file of results';
  const reason = `${ruleSetOf(rules).title} can't grade what is here (${here}): name another rule set`;
  return {
    path: found.path,
    grade: gradeOfRuling(instance, rules, noVerdict(instance, 'none.evidence', 'error', reason)),
  };
};

import type { GradedFolder } from '../../app/gradeFolder';
import type { GradedLog } from '../../app/gradeLogFile';
import type { Regrading } from '../../core/evaluation/grade/regrade';
import { versionNotes } from '../../core/evaluation/grade/versionNotes';
import type { RuleSetName } from '../../core/evaluation/report';
import { InputFault } from '../../core/shared/problem';

type Graded = GradedLog & { readonly attempt?: number };

/** What Touchstone adds to the harness's report. */
const additions = ({ path, grade, attempt }: Graded) => ({
  rules: grade.rules,
  outcome: grade.outcome,
  resolved: grade.resolved,
  score: grade.score,
  tests: grade.tests,
  signs: grade.signs,
  parser: grade.parser,
  rule: grade.rule,
  reason: grade.reason,
  notes: versionNotes(grade),
  warnings: grade.warnings,
  log: path,
  ...(attempt === undefined ? {} : { attempt }),
});

/** The report; where the rule set has none in the SWE-bench layout, its own answer in its place. */
const reportOf = ({ grade }: Graded) => grade.report ?? { resolved: grade.resolved, score: grade.score };

/** The key `touchstone` holds one log's additions, as its own object. */
export const oneDocument = (log: Graded) => ({ [log.grade.id]: reportOf(log), touchstone: additions(log) });

/** Samples of an instance in one file, and repeats of its evaluation, are told apart as `<id>#2`; two logs of one instance are refused. */
const keyed = (logs: readonly Graded[]): ReadonlyMap<string, Graded> => {
  const byKey = new Map<string, Graded>();
  for (const log of logs) {
    const key = (log.attempt ?? 1) === 1 ? log.grade.id : `${log.grade.id}#${log.attempt}`;
    const other = byKey.get(key);
    if (other)
      throw new InputFault(
        `${key} has two logs: ${other.path} and ${log.path}. Name the folder of one run and one model.`,
      );
    byKey.set(key, log);
  }
  return byKey;
};

/**
 * Of a folder, the additions stand by instance under `touchstone`, and what was not graded under `touchstoneSkipped`;
 * a report has one place for an instance.
 */
export const folderDocument = ({ graded, withoutLog, skipped, passAtK = [], flaky = [] }: GradedFolder) => {
  const logs = [...keyed(graded)];
  return {
    ...Object.fromEntries(logs.map(([key, log]) => [key, reportOf(log)])),
    touchstone: Object.fromEntries(logs.map(([key, log]) => [key, additions(log)])),
    touchstoneSkipped: [
      ...withoutLog.map(({ folder, ...rest }) => ({ where: folder, ...rest })),
      ...skipped.map(({ where, reason }) => ({ where, instance: null, outcome: null, reason })),
    ],
    ...(passAtK.length > 0 ? { touchstonePassAtK: passAtK } : {}),
    ...(flaky.length > 0 ? { touchstoneFlaky: flaky } : {}),
  };
};

/** What another rule set changes: `{ rules, against, same, changes }`. */
export const regradeDocument = (rules: RuleSetName | null, against: RuleSetName, { changes, same }: Regrading) => ({
  rules,
  against,
  same,
  changes,
});

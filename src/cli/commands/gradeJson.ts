import { besideWords, type GradedEntry } from '../../app/gradeBeside';
import type { GradedFolder } from '../../app/gradeFolder';
import type { ParsedLog } from '../../core/evaluation/grade/parserAlone';
import type { Regrading } from '../../core/evaluation/grade/regrade';
import { versionNotes } from '../../core/evaluation/grade/versionNotes';
import type { RuleSetName } from '../../core/evaluation/report';
import { keysOf } from './gradeKeys';

/** The report where it is not what its harness made of the log; nothing where they agree or there is none. */
const contradiction = ({ beside }: GradedEntry) =>
  beside?.contradicts
    ? {
        contradicts: {
          report: beside.report,
          flags: beside.contradicts.flags,
          lists: beside.contradicts.lists,
        },
      }
    : {};

const notesOf = ({ grade, beside }: GradedEntry): readonly string[] => {
  const words = beside?.contradicts ? null : besideWords(grade, beside);
  return [...versionNotes(grade), ...(words === null ? [] : [words])];
};

/** What Touchstone adds to the harness's report; `rules` is null where a report is repeated as it stands. */
const additions = (entry: GradedEntry) => {
  const { path, grade, attempt } = entry;
  return {
    instance: grade.id,
    rules: grade.rule.startsWith('report.') ? null : grade.rules,
    outcome: grade.outcome,
    resolved: grade.resolved,
    score: grade.score,
    tests: grade.tests,
    signs: grade.signs,
    parser: grade.parser,
    rule: grade.rule,
    reason: grade.reason,
    notes: notesOf(entry),
    warnings: grade.warnings,
    ...contradiction(entry),
    ...(entry.coverage === undefined ? {} : { coverage: entry.coverage }),
    log: path,
    ...(attempt === undefined ? {} : { attempt }),
  };
};

/** The report; where the rule set has none in the SWE-bench layout, its own answer in its place. */
const reportOf = ({ grade }: GradedEntry) => grade.report ?? { resolved: grade.resolved, score: grade.score };

/** The key `touchstone` holds one log's additions, as its own object. */
export const oneDocument = (log: GradedEntry) => ({
  ...Object.fromEntries(keysOf([log]).map(([key]) => [key, reportOf(log)])),
  touchstone: additions(log),
});

/**
 * Of a folder, the additions stand under `touchstone` by the keys of the reports, each with its `instance` and `log`,
 * and what was not graded under `touchstoneSkipped`.
 */
export const folderDocument = ({ graded, withoutLog, skipped, passAtK = [], flaky = [] }: GradedFolder) => {
  const logs = keysOf(graded);
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

/** A parser's results alone: `{ parser, log, counts, results: [{ id, status, line, start, end }], signs, warnings }`. */
export const parsedDocument = (log: string, { parser, counts, results, signs, warnings }: ParsedLog) => ({
  parser,
  log,
  counts,
  results,
  signs,
  warnings,
});

/** What another rule set changes: `{ rules, against, same, changes }`. */
export const regradeDocument = (rules: RuleSetName | null, against: RuleSetName, { changes, same }: Regrading) => ({
  rules,
  against,
  same,
  changes,
});

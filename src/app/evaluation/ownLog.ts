import type { MeasuredCoverage } from '../../core/evaluation/coverage/measureCoverage';
import type { Grade } from '../../core/evaluation/grade/grade';
import { gradeLog } from '../../core/evaluation/grade/gradeLog';
import { gradeOfRuling } from '../../core/evaluation/grade/gradeOfRuling';
import type { GradedInstance } from '../../core/evaluation/gradedInstance';
import type { RuleSetName } from '../../core/evaluation/report';
import { compassMetricOf } from '../../core/evaluation/rules/compass';
import { decideLineCoverage } from '../../core/evaluation/rules/compassScores';
import { withRowParser } from '../../core/evaluation/rules/rowParser';

/** Rows of the public sets in SWE-Compass are graded as SWE-bench 4.1 does, under its own name. */
export const asCompass = (grade: Grade): Grade => ({
  ...grade,
  rules: 'compass',
  reason: `by SWE-bench 4.1, as this source is: ${grade.reason}`,
});

/** By the coverage that the tests left, where that is the benchmark's measure; the log's signs and warnings stay. */
export const byCoverage = (instance: GradedInstance, grade: Grade, coverage: MeasuredCoverage | null): Grade => {
  if (coverage === null || grade.rule !== 'compass.no-coverage') return grade;
  const ruled = gradeOfRuling(instance, grade.rules, decideLineCoverage(instance, coverage));
  return { ...ruled, parser: grade.parser, signs: grade.signs, warnings: grade.warnings };
};

/**
 * Grades a log in memory as one that lies in a folder is graded, by the rules and parsers of its benchmark. `coverage`:
 * what the tests left beside it.
 */
export const gradeOwnLog = (
  instance: GradedInstance,
  log: Uint8Array,
  rules: RuleSetName,
  coverage: MeasuredCoverage | null = null,
): Grade => byCoverage(instance, gradeTests(instance, log, rules), coverage);

const gradeTests = (instance: GradedInstance, log: Uint8Array, rules: RuleSetName): Grade =>
  rules === 'compass' && compassMetricOf(instance) === 'swe-bench'
    ? asCompass(gradeLog({ instance, log, rules: 'swebench-v4' }))
    : gradeLog({ instance: withRowParser(instance, rules), log, rules });

import type { Grade } from '../../core/evaluation/grade/grade';
import { gradeLog } from '../../core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../../core/evaluation/gradedInstance';
import type { RuleSetName } from '../../core/evaluation/report';
import { compassMetricOf } from '../../core/evaluation/rules/compass';
import { withRowParser } from '../../core/evaluation/rules/rowParser';

/** Rows of the public sets in SWE-Compass are graded as SWE-bench 4.1 does, under its own name. */
export const asCompass = (grade: Grade): Grade => ({
  ...grade,
  rules: 'compass',
  reason: `by SWE-bench 4.1, as this source is: ${grade.reason}`,
});

/** Grades a log in memory as one that lies in a folder is graded, by the rules and parsers of its benchmark. */
export const gradeOwnLog = (instance: GradedInstance, log: Uint8Array, rules: RuleSetName): Grade =>
  rules === 'compass' && compassMetricOf(instance) === 'swe-bench'
    ? asCompass(gradeLog({ instance, log, rules: 'swebench-v4' }))
    : gradeLog({ instance: withRowParser(instance, rules), log, rules });

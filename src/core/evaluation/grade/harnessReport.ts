import type { InstanceReport } from '../report';
import type { Grade } from './grade';

/** The object of a `report.json`: one key, the instance id, and the report's fields in the harness's order.
 * Null where the rule set has no such report. */
export const toHarnessReport = (grade: Pick<Grade, 'id' | 'report'>): Record<string, InstanceReport | null> => ({
  [grade.id]: grade.report,
});

/** The text of a `report.json` as the harness writes it: four blanks, no line end. */
export const harnessReportText = (grade: Pick<Grade, 'id' | 'report'>): string =>
  JSON.stringify(toHarnessReport(grade), null, 4);

import type { InstanceReport } from '../report';
import type { Grade } from './grade';

/** The object of a `report.json`: one key, the instance id, and the report's fields in the harness's order. */
export const toHarnessReport = (grade: Pick<Grade, 'id' | 'report'>): Record<string, InstanceReport> => ({
  [grade.id]: grade.report,
});

/** The text of a `report.json` as the harness writes it: four blanks, no line end. */
export const harnessReportText = (grade: Pick<Grade, 'id' | 'report'>): string =>
  JSON.stringify(toHarnessReport(grade), null, 4);

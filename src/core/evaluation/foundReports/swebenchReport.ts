import type { Outcome } from '../outcome';
import type { InstanceReport } from '../report';
import type { ReportFormat } from './foundReport';
import { type Fields, isFields, kindWords, ReportReading, result } from './reportFields';

const isEntry = (value: unknown): value is Fields =>
  isFields(value) && Object.hasOwn(value, 'resolved') && Object.hasOwn(value, 'patch_successfully_applied');

const outcomeOf = (report: InstanceReport): Outcome => {
  if (report.resolved) return { kind: 'resolved' };
  if (report.patch_is_None === true || report.patch_exists === false) return { kind: 'none', reason: 'empty' };
  return { kind: 'unresolved', reason: report.tests_status === undefined ? 'ungradeable' : 'tests' };
};

/**
 * `report.json` of SWE-bench v2 to v5: entries by instance id, usually one (formats.md A3). v5's `infra_failure` is
 * advice: it stands in the entry and changes no outcome.
 */
export const swebenchReport: ReportFormat = {
  name: 'swebench-report',
  matches: (document) => isFields(document) && Object.values(document).some(isEntry),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    for (const [id, entry] of Object.entries(document as Fields)) {
      const flag = isFields(entry) ? entry['resolved'] : undefined;
      if (typeof flag !== 'boolean') {
        reading.skip(id, `resolved: true or false expected, ${kindWords(flag)} found; the entry gives no outcome.`);
        continue;
      }
      const report = entry as unknown as InstanceReport;
      reading.add(result(id, outcomeOf(report), `${id}.resolved`, { report }));
    }
    return reading.done('swebench-report', 'SWE-bench', 'instance');
  },
};

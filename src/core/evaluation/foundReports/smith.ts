import type { Outcome } from '../outcome';
import type { InstanceReport } from '../report';
import type { ReportFormat } from './foundReport';
import { type Fields, has, isFields, ReportReading, resolved, result, textOf, unresolved } from './reportFields';
import { idsOf } from './swebenchSummary';

const outcomeOf = (fields: Fields): Outcome => {
  if (fields['resolved'] === true) return resolved;
  if (fields['patch_is_None'] === true || fields['patch_exists'] === false) return { kind: 'none', reason: 'empty' };
  return { kind: 'unresolved', reason: isFields(fields['tests_status']) ? 'tests' : 'ungradeable' };
};

/**
 * SWE-smith's `report.json` of one instance: the SWE-bench entry without the id around it, so the folder names the
 * instance; or `{ timed_out, timeout }`. `patch_successfully_applied: false` beside `resolved: true` occurs and is kept.
 */
export const smithReport: ReportFormat = {
  name: 'swe-smith-report',
  matches: (document) =>
    (has(document, 'patch_exists', 'resolved') && typeof document['resolved'] === 'boolean') ||
    (has(document, 'timed_out', 'timeout') && document['timed_out'] === true),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    const id = textOf(fields['instance_id']) ?? place.above[0];
    const model = textOf(fields['model_name_or_path']);
    if (id === undefined) reading.skip('instance_id', 'Neither the report nor a folder names the instance.');
    else if (fields['timed_out'] === true)
      reading.add(result(id, { kind: 'none', reason: 'time-out' }, 'timed_out', { model }));
    else
      reading.add(result(id, outcomeOf(fields), 'resolved', { model, report: document as unknown as InstanceReport }));
    return reading.done('swe-smith-report', 'SWE-smith', 'instance');
  },
};

/** SWE-smith's summary of a run, `{ resolved, unresolved, total, ids_resolved, ids_unresolved }`. */
export const smithSummary: ReportFormat = {
  name: 'swe-smith-summary',
  matches: (document) => has(document, 'ids_resolved') || has(document, 'ids_unresolved', 'total'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    for (const id of idsOf(fields['ids_resolved'], 'ids_resolved', reading))
      reading.add(result(id, resolved, 'ids_resolved'));
    for (const id of idsOf(fields['ids_unresolved'], 'ids_unresolved', reading))
      reading.add(result(id, unresolved, 'ids_unresolved'));
    return reading.done('swe-smith-summary', 'SWE-smith', 'run');
  },
};

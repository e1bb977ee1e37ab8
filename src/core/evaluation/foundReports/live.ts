import type { InstanceReport, TestsStatusGroup } from '../report';
import type { ReportFormat } from './foundReport';
import {
  type Fields,
  has,
  isFields,
  outcomeOfFlag,
  ReportReading,
  resolved,
  result,
  textOf,
  textsOf,
  unresolved,
} from './reportFields';
import { idsOf } from './swebenchSummary';

const groupOf = (value: unknown): TestsStatusGroup => ({
  success: (isFields(value) && textsOf(value['success'])) || [],
  failure: (isFields(value) && textsOf(value['failure'])) || [],
});

const empty: TestsStatusGroup = { success: [], failure: [] };

const reportOf = (fields: Fields): InstanceReport => ({
  patch_is_None: false,
  patch_exists: true,
  patch_successfully_applied: true,
  resolved: fields['resolved'] === true,
  tests_status: {
    FAIL_TO_PASS: groupOf(fields['FAIL_TO_PASS']),
    PASS_TO_PASS: groupOf(fields['PASS_TO_PASS']),
    FAIL_TO_FAIL: empty,
    PASS_TO_FAIL: empty,
  },
});

/** SWE-bench-Live `<out>/<id>/report.json`: `{ instance_id, resolved, FAIL_TO_PASS, PASS_TO_PASS }`, one object. */
export const liveReport: ReportFormat = {
  name: 'swebench-live-report',
  matches: (document) =>
    has(document, 'instance_id', 'resolved', 'FAIL_TO_PASS', 'PASS_TO_PASS') && isFields(document['FAIL_TO_PASS']),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    const id = textOf(fields['instance_id']);
    const flag = fields['resolved'];
    if (id === null) reading.skip('instance_id', 'instance_id is no text; the report names no instance.');
    else if (typeof flag !== 'boolean') reading.skip('resolved', 'resolved is neither true nor false; no outcome.');
    else reading.add(result(id, outcomeOfFlag(flag), 'resolved', { report: reportOf(fields) }));
    return reading.done('swebench-live-report', 'SWE-bench-Live', 'instance');
  },
};

/** SWE-bench-Live `<out>/results.json`: `success_ids`, `failure_ids`, `error_ids`, `empty_patch_ids`. */
export const liveResults: ReportFormat = {
  name: 'swebench-live-results',
  matches: (document) => has(document, 'success_ids', 'failure_ids'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    const outcomes = {
      success_ids: resolved,
      failure_ids: unresolved,
      error_ids: { kind: 'none', reason: 'error' },
      empty_patch_ids: { kind: 'none', reason: 'empty' },
    } as const;
    for (const [name, outcome] of Object.entries(outcomes))
      for (const id of idsOf(fields[name], name, reading)) reading.add(result(id, outcome, name));
    return reading.done('swebench-live-results', 'SWE-bench-Live', 'run');
  },
};

import type { Outcome } from '../outcome';
import type { ReportFormat } from './foundReport';
import {
  type Fields,
  has,
  isFields,
  kindWords,
  ReportReading,
  resolved,
  result,
  textsOf,
  unresolved,
} from './reportFields';

const none = (reason: 'empty' | 'error', detail?: string): Outcome =>
  detail === undefined ? { kind: 'none', reason } : { kind: 'none', reason, detail };

/**
 * Lists that decide, with what membership means. `resolved` in place of `resolved_ids` is Multi-SWE-bench's Java
 * report; `failed_ids` and `pending_ids` are sb-cli's. `incomplete_ids` were never submitted, `completed_ids` and
 * `submitted_ids` say nothing of the outcome, `infra_failure_ids` and `ambiguous_failure_ids` are advice.
 */
const lists: readonly (readonly [string, Outcome | null])[] = [
  ['resolved_ids', resolved],
  ['resolved', resolved],
  ['unresolved_ids', unresolved],
  ['empty_patch_ids', none('empty')],
  ['error_ids', none('error')],
  ['failed_ids', none('error', 'sb-cli could not evaluate it')],
  ['pending_ids', null],
];

/** Multi-SWE-bench's `final_report.json` is the one that counts incomplete instances and has no schema version. */
const isMulti = (fields: Fields): boolean =>
  textsOf(fields['submitted_ids'])?.some((id) => /^[^/]+\/[^/]+:pr-\d+$/.test(id)) ?? false;

const formatOf = (fields: Fields): readonly [string, string] => {
  if (isMulti(fields)) return ['multi-swe-bench-final-report', 'Multi-SWE-bench'];
  if (has(fields, 'pending_ids') || has(fields, 'pending_instances')) return ['sb-cli-report', 'SWE-bench (sb-cli)'];
  return ['swebench-summary', 'SWE-bench'];
};

/** Ids of one list, each once; what is no text, and how often an id came too often, is said. */
export const idsOf = (value: unknown, field: string, reading: ReportReading): readonly string[] => {
  if (value === undefined || typeof value === 'number') return [];
  if (!Array.isArray(value)) {
    reading.skip(field, `a list of ids expected, ${kindWords(value)} found; left out.`);
    return [];
  }
  const texts = value.filter((id): id is string => typeof id === 'string' && id !== '');
  if (texts.length < value.length)
    reading.skip(field, `${value.length - texts.length} of ${value.length} entries are no ids; left out.`);
  const ids = [...new Set(texts)];
  if (ids.length < texts.length)
    reading.skip(
      field,
      `${texts.length - ids.length} of ${texts.length} ids are named more than once; each counts once.`,
    );
  return ids;
};

/**
 * The summary of a run, `<model>.<run>.json` (formats.md A3): schema version 2 with and without the keys of 5.0, older
 * ones with `unstopped_*`, sb-cli's with pending and failed ids, Multi-SWE-bench's `final_report.json`. An id in two
 * lists gives two results, so that the report's contradiction with itself is seen.
 */
export const swebenchSummary: ReportFormat = {
  name: 'swebench-summary',
  matches: (document) =>
    isFields(document) &&
    (Array.isArray(document['unresolved_ids']) || Array.isArray(document['completed_ids'])) &&
    (Array.isArray(document['resolved_ids']) || Array.isArray(document['resolved'])) &&
    !Object.hasOwn(document, 'results'),
  read: (document, place) => {
    const reading = new ReportReading(place.name);
    const fields = document as Fields;
    for (const [name, outcome] of lists)
      for (const id of idsOf(fields[name], name, reading)) reading.add(result(id, outcome, name));
    const [format, rules] = formatOf(fields);
    return reading.done(format, rules, 'run');
  },
};

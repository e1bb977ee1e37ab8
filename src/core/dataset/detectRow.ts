import { has, hasAny, isFields } from './formats/fields';
import { formatOfRow } from './formats/registry';
import type { Fields, RowFormat } from './formats/rowFormat';

/** What one row looks like, by its fields alone (never by a file's name). */
export type RowKind =
  | { readonly kind: 'instance'; readonly benchmark: string; readonly format: RowFormat }
  | { readonly kind: 'prediction' }
  /** One entry of report.json; `summary`: the counts and id lists of a whole run. */
  | { readonly kind: 'report' }
  | { readonly kind: 'summary' }
  | { readonly kind: 'unknown' };

const isReport = (row: Fields): boolean => has(row, 'patch_successfully_applied', 'resolved');

const isSummary = (row: Fields): boolean =>
  has(row, 'resolved_ids') || has(row, 'resolved_instances', 'total_instances');

/** A model's answer. Multi-SWE-bench calls gold `fix_patch` too; only its instances have what comes from the issue. */
const isPrediction = (row: Fields): boolean =>
  hasAny(row, 'model_patch', 'model_name_or_path', 'fix_patch') && !hasAny(row, 'base', 'resolved_issues', 'f2p_tests');

/**
 * Tells an instance, and of which benchmark, from a prediction, a report and rows of anything else. A row in an
 * envelope (`{ row: { ... } }`) is told by what is in it.
 */
export const detectRow = (value: unknown): RowKind => {
  if (!isFields(value)) return { kind: 'unknown' };
  const { row } = openEnvelope(value);
  if (isReport(row)) return { kind: 'report' };
  if (isSummary(row)) return { kind: 'summary' };
  if (isPrediction(row)) return { kind: 'prediction' };
  const format = formatOfRow(row);
  if (format !== null) return { kind: 'instance', benchmark: format.benchmark, format };
  return has(row, 'instance_id', 'patch') ? { kind: 'prediction' } : { kind: 'unknown' };
};

/** A row out of its envelope. `clashes`: fields of the envelope that the row itself has with another value. */
export interface OpenedRow {
  readonly row: Fields;
  readonly clashes: readonly string[];
}

/**
 * Takes a row out of an envelope, as dataset viewers and notes on rows write it: `{ row_idx, row: { ... } }`. What
 * stands beside `row` is kept among the row's own fields; where both have a field, the row's counts.
 */
export const openEnvelope = (value: Fields): OpenedRow => {
  const inner = value['row'];
  if (!isFields(inner) || formatOfRow(inner) === null) return { row: value, clashes: [] };
  const { row: _row, ...beside } = value;
  const clashes = Object.keys(beside).filter(
    (name) => Object.hasOwn(inner, name) && JSON.stringify(inner[name]) !== JSON.stringify(beside[name]),
  );
  const kept =
    clashes.length === 0 ? {} : { envelope: Object.fromEntries(clashes.map((name) => [name, beside[name]])) };
  return { row: { ...beside, ...inner, ...kept }, clashes };
};

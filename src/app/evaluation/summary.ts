import { resolvedOf } from '../../core/evaluation/outcome';
import type { EvaluatedItem } from './request';

/** `<model>.<run>.json` of the SWE-bench layout, `schema_version` 2 (`reference: SWE-bench harness, reporting`). */
export interface RunSummary {
  readonly total_instances: number;
  readonly submitted_instances: number;
  readonly completed_instances: number;
  readonly resolved_instances: number;
  readonly unresolved_instances: number;
  readonly empty_patch_instances: number;
  readonly error_instances: number;
  readonly completed_ids: readonly string[];
  readonly incomplete_ids: readonly string[];
  readonly empty_patch_ids: readonly string[];
  readonly submitted_ids: readonly string[];
  readonly resolved_ids: readonly string[];
  readonly unresolved_ids: readonly string[];
  readonly error_ids: readonly string[];
  readonly schema_version: 2;
}

const ids = (items: readonly EvaluatedItem[], is: (item: EvaluatedItem) => boolean): string[] =>
  items
    .filter(is)
    .map((item) => item.instanceId)
    .sort();

const isEmpty = ({ outcome }: EvaluatedItem): boolean => outcome.kind === 'none' && outcome.reason === 'empty';

/** Some rule sets have no report in this layout: their outcome says it as well. */
const isCompleted = (item: EvaluatedItem): boolean =>
  !isEmpty(item) && (item.report !== null || item.outcome.kind !== 'none');

const resolvedIn = ({ report, outcome }: EvaluatedItem): boolean | null => report?.resolved ?? resolvedOf(outcome);

/**
 * Counts as the harness does: completed is what has a report, error what was submitted with a patch and has none.
 * `asked` are the ids of all instances that were to be evaluated.
 */
export const runSummary = (items: readonly EvaluatedItem[], asked: readonly string[]): RunSummary => {
  const submitted = ids(items, () => true);
  const completed = ids(items, isCompleted);
  const resolved = ids(items, (item) => isCompleted(item) && resolvedIn(item) === true);
  const unresolved = ids(items, (item) => isCompleted(item) && resolvedIn(item) === false);
  const empty = ids(items, isEmpty);
  const errors = ids(items, (item) => !isCompleted(item) && !isEmpty(item));
  return {
    total_instances: asked.length,
    submitted_instances: submitted.length,
    completed_instances: completed.length,
    resolved_instances: resolved.length,
    unresolved_instances: unresolved.length,
    empty_patch_instances: empty.length,
    error_instances: errors.length,
    completed_ids: completed,
    incomplete_ids: asked.filter((id) => !submitted.includes(id)).sort(),
    empty_patch_ids: empty,
    submitted_ids: submitted,
    resolved_ids: resolved,
    unresolved_ids: unresolved,
    error_ids: errors,
    schema_version: 2,
  };
};

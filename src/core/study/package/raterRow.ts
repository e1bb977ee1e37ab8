import type { HiddenFromRater } from '../hiddenFromRater';
import { hidesTestPatch } from '../hiddenFromRater';

/** Columns that tell what a task asks, where it stands and of what kind it is; whatever else a row has may tell more. */
const asked: ReadonlySet<string> = new Set([
  ...['instance_id', 'repo', 'base_commit', 'environment_setup_commit', 'version', 'created_at', 'problem_statement'],
  ...['problem_statement_zh', 'language', 'repo_language', 'task_types', 'programming_scenarios', 'category'],
  ...['programming_languages', 'questions', 'checklists', 'image_assets', 'org', 'number', 'base', 'title', 'body'],
  ...['resolved_issues', 'prompt', 'entry_point', 'task_id', 'requirements', 'interface', 'eval_type', 'log_parser'],
]);

const goldColumns: ReadonlySet<string> = new Set(['patch', 'gold_patch', 'fix_patch', 'canonical_solution']);

/** The column stays, so that the row is still of its format; its value goes. */
const blank = (value: unknown): unknown => {
  if (typeof value === 'string') return '';
  if (Array.isArray(value)) return [];
  return typeof value === 'object' && value !== null ? {} : null;
};

/**
 * A row of a dataset as a rater may have it on disk: what hides from them is blank, column by column; what isn't known to
 * be harmless counts as telling.
 */
export const raterRow = (
  row: Readonly<Record<string, unknown>>,
  hidden: HiddenFromRater,
): Readonly<Record<string, unknown>> => {
  if (!hidesTestPatch(hidden)) return row;
  const stays = (name: string): boolean => asked.has(name) || (!hidden.gold && goldColumns.has(name));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, stays(name) ? value : blank(value)]));
};

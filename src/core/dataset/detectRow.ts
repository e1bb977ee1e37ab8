/** What one row looks like, by its fields alone (never by a file's name). */
export type RowKind =
  | { readonly kind: 'instance'; readonly benchmark: string }
  | { readonly kind: 'prediction' }
  /** One entry of report.json; `summary`: the counts and id lists of a whole run. */
  | { readonly kind: 'report' }
  | { readonly kind: 'summary' }
  | { readonly kind: 'foreign'; readonly name: string }
  | { readonly kind: 'unknown' };

type Fields = Readonly<Record<string, unknown>>;

const has = (row: Fields, ...names: readonly string[]): boolean => names.every((name) => Object.hasOwn(row, name));
const hasAny = (row: Fields, ...names: readonly string[]): boolean => names.some((name) => Object.hasOwn(row, name));

/** Benchmarks that we know by their fields but that are no SWE-bench rows (formats.md A4). */
const foreignName = (row: Fields): string | null => {
  if (has(row, 'instance_id') && typeof row['repo'] === 'string' && row['repo'].startsWith('swesmith/'))
    return 'SWE-smith';
  if (has(row, 'instance_id', 'fail_to_pass')) return 'SWE-bench Pro';
  if (has(row, 'org', 'repo', 'number', 'base')) return 'Multi-SWE-bench';
  if (has(row, 'task_id', 'entry_point', 'canonical_solution')) return 'HumanEval';
  if (has(row, 'task_id', 'test_list')) return 'MBPP';
  if (has(row, 'code', 'input', 'output', 'id')) return 'CRUXEval';
  if (has(row, 'question_id', 'question_content')) return 'LiveCodeBench';
  return null;
};

const benchmarkOf = (row: Fields): string => {
  if (hasAny(row, 'test_cmds', 'rebuild_cmds')) return 'swe-bench-live';
  if (has(row, 'install_config')) return 'swe-rebench';
  return 'swe-bench';
};

const isReport = (row: Fields): boolean => has(row, 'patch_successfully_applied', 'resolved');

/** Tells an instance of the SWE-bench family from a prediction, a report, and rows of other benchmarks. */
export const detectRow = (row: unknown): RowKind => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return { kind: 'unknown' };
  const fields = row as Fields;
  if (isReport(fields)) return { kind: 'report' };
  if (has(fields, 'resolved_ids') || has(fields, 'resolved_instances', 'total_instances')) return { kind: 'summary' };
  if (hasAny(fields, 'model_patch', 'model_name_or_path', 'fix_patch') && !has(fields, 'base'))
    return { kind: 'prediction' };
  const foreign = foreignName(fields);
  if (foreign !== null) return { kind: 'foreign', name: foreign };
  const signs = ['base_commit', 'problem_statement', 'FAIL_TO_PASS', 'test_patch', 'eval_script'];
  const named = has(fields, 'instance_id') && hasAny(fields, ...signs);
  if (named || has(fields, 'base_commit', 'problem_statement'))
    return { kind: 'instance', benchmark: benchmarkOf(fields) };
  if (has(fields, 'instance_id', 'patch')) return { kind: 'prediction' };
  return { kind: 'unknown' };
};

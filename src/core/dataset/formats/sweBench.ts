import { has, hasAny } from './fields';
import { listBy } from './listRow';
import type { RowFormat } from './rowFormat';
import { readWith } from './rowReader';
import { sweBenchFields, sweBenchParts, sweBenchWanted } from './sweBenchParts';

const signs = ['base_commit', 'problem_statement', 'FAIL_TO_PASS', 'test_patch', 'eval_script'] as const;

/** SWE-bench full, Lite, Verified, Multilingual and Multimodal, classic and v5 columns (`formats.md` A1). */
export const sweBench: RowFormat = {
  benchmark: 'swe-bench',
  name: 'swebench',
  listFields: sweBenchFields,
  list: listBy(sweBenchFields),
  matches: (row) => (has(row, 'instance_id') && hasAny(row, ...signs)) || has(row, 'base_commit', 'problem_statement'),
  read: (row, context) => readWith(row, context, sweBenchWanted, sweBenchParts),
  versionOf: (row) => (typeof row['eval_script'] === 'string' ? 'v5' : 'classic'),
};

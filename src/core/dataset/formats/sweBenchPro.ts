import { has } from './fields';
import { listBy } from './listRow';
import type { ListFields, RowFormat } from './rowFormat';
import { rowLabels } from './rowLabels';
import { type RowReader, readWith } from './rowReader';
import { structuredFields } from './structured';
import { sweBenchFields, sweBenchParts } from './sweBenchParts';

const fields: ListFields = { ...sweBenchFields, labels: { languages: 'repo_language' } };

const wanted = ['repo', 'base_commit', 'problem_statement', 'patch', 'test_patch', 'fail_to_pass', 'pass_to_pass'];

/** Lists that the published file writes as Python literals in text. */
const listColumns = ['issue_specificity', 'issue_categories', 'selected_test_files_to_run'] as const;

/** The row's own tag of the benchmark's one image repository. */
const image = (reader: RowReader): string | null => {
  const tag = reader.row['dockerhub_tag'];
  return typeof tag === 'string' && tag !== '' ? `jefzda/sweap-images:${tag}` : null;
};

/**
 * SWE-bench Pro as JSON, CSV or Parquet (`formats.md` A4): lower-case test lists, which are lists or Python literals in
 * text. `before_repo_set_cmd` and `selected_test_files_to_run` say how tests are run; they stand in `extra`.
 */
export const sweBenchPro: RowFormat = {
  benchmark: 'swe-bench-pro',
  name: 'swebench-pro',
  listFields: fields,
  list: listBy(fields),
  matches: (row) => has(row, 'instance_id', 'fail_to_pass') && !Object.hasOwn(row, 'FAIL_TO_PASS'),
  read: (row, context) =>
    readWith(row, context, wanted, (reader) =>
      sweBenchParts(reader, {
        failToPass: reader.tests('fail_to_pass'),
        passToPass: reader.tests('pass_to_pass'),
        image: image(reader),
        labels: rowLabels(reader, fields.labels),
        extra: structuredFields(reader.row, listColumns),
      }),
    ),
};

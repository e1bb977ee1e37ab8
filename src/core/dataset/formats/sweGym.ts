import { has, hasAny } from './fields';
import { listBy } from './listRow';
import type { RowFormat } from './rowFormat';
import { readWith } from './rowReader';
import { sweBenchFields, sweBenchParts, sweBenchWanted } from './sweBenchParts';

/** SWE-Gym has SWE-bench's classic columns; its eleven repositories, none of which is in SWE-bench's tests, tell it. */
const repositories: ReadonlySet<string> = new Set([
  'bokeh/bokeh',
  'conan-io/conan',
  'dask/dask',
  'facebookresearch/hydra',
  'getmoto/moto',
  'iterative/dvc',
  'modin-project/modin',
  'pandas-dev/pandas',
  'project-monai/monai',
  'pydantic/pydantic',
  'python/mypy',
]);

/** Columns of SWE-bench sets that SWE-Gym lacks. */
const foreign = ['eval_script', 'environment_setup_commit', 'difficulty', 'image_assets', 'eval_type'];

/** SWE-Gym (`formats.md` A4). */
export const sweGym: RowFormat = {
  benchmark: 'swe-gym',
  name: 'swe-gym',
  listFields: sweBenchFields,
  list: listBy(sweBenchFields),
  matches: (row) =>
    has(row, 'instance_id', 'base_commit', 'patch', 'FAIL_TO_PASS') &&
    !hasAny(row, ...foreign) &&
    typeof row['repo'] === 'string' &&
    repositories.has(row['repo'].toLowerCase()),
  read: (row, context) => readWith(row, context, sweBenchWanted, sweBenchParts),
};

import { has, hasAny } from './fields';
import { listBy } from './listRow';
import type { RowFormat } from './rowFormat';
import { readWith } from './rowReader';
import { structuredFields } from './structured';
import { sweBenchFields, sweBenchParts } from './sweBenchParts';

/** Task types such as code understanding have no patch and no tests, so their absence is not noted. */
const wanted = ['problem_statement', 'source', 'task_types'];

/**
 * SWE-Compass (`formats.md` A4): `source` says how a row is graded; it, `questions` and `checklists` stand in `extra`,
 * task types, scenarios and languages are labels.
 */
export const sweCompass: RowFormat = {
  benchmark: 'swe-compass',
  name: 'swe-compass',
  listFields: sweBenchFields,
  list: listBy(sweBenchFields),
  matches: (row) =>
    has(row, 'instance_id', 'source') && hasAny(row, 'task_types', 'programming_scenarios', 'checklists'),
  read: (row, context) =>
    readWith(row, context, wanted, (reader) =>
      sweBenchParts(reader, { extra: structuredFields(reader.row, ['questions', 'checklists']) }),
    ),
};

import { has, hasAny, isFields, kindOf } from './fields';
import { firstText } from './listRow';
import type { Fields, ListFields, RowFormat } from './rowFormat';
import { rowLabels } from './rowLabels';
import { type InstanceParts, type RowReader, readWith } from './rowReader';
import { structured, structuredFields } from './structured';

const fields: ListFields = {
  id: ['org', 'repo', 'number'],
  repo: ['org', 'repo'],
  statement: ['resolved_issues', 'title'],
  patch: 'fix_patch',
  testPatch: 'test_patch',
  labels: { languages: 'lang' },
};

const wanted = ['base', 'fix_patch', 'test_patch'];

/** Fields that hold lists or maps. */
const structures = [
  'base',
  'resolved_issues',
  'fixed_tests',
  'p2p_tests',
  'f2p_tests',
  's2p_tests',
  'n2p_tests',
  'run_result',
  'test_patch_result',
  'fix_patch_result',
] as const;

/**
 * The id of a Multi-SWE-bench instance as its harness writes it: `org/repo:pr-N`. Null where a part is missing;
 * predictions name their instance by the same three fields, `number` often as text.
 */
export const multiSweBenchId = (row: Fields): string | null => {
  const { org, repo, number } = row;
  if (typeof org !== 'string' || typeof repo !== 'string' || org === '' || repo === '') return null;
  const named = typeof number === 'number' ? Number.isSafeInteger(number) : typeof number === 'string' && number !== '';
  return named ? `${org}/${repo}:pr-${number}` : null;
};

const repoOf = (row: Fields): string | null =>
  typeof row['org'] === 'string' && typeof row['repo'] === 'string' ? `${row['org']}/${row['repo']}` : null;

const readId = (reader: RowReader): string => {
  const id = multiSweBenchId(reader.row);
  if (id === null) {
    const field = (['org', 'repo', 'number'] as const).find((name) => !firstText(reader.row, [name])) ?? 'number';
    const found = kindOf(reader.row[field] ?? null);
    reader.leaveOut(field, `${field}: org, repo and number make the id; ${found} found. Give every row all three.`);
    return '';
  }
  if (typeof reader.row['number'] === 'number') reader.use('number');
  return id;
};

/** The issues that the pull request resolves: what a model is asked. The pull request's own words stay in `extra`. */
const issuesText = (row: Fields): string | null => {
  const issues = structured(row['resolved_issues']);
  const parts = (Array.isArray(issues) ? issues : []).filter(isFields).flatMap(({ title, body }) => {
    const texts = [title, body].filter((text): text is string => typeof text === 'string' && text !== '');
    return texts.length > 0 ? [texts.join('\n\n')] : [];
  });
  return parts.length > 0 ? parts.join('\n\n') : null;
};

/** Names of a map from test to its results in three runs. The map stays in `extra`: grading needs its values. */
const names = (reader: RowReader, ...maps: readonly string[]): readonly string[] | null => {
  const found = maps.flatMap((field) => {
    const value = structured(reader.row[field]);
    if (isFields(value)) return [Object.keys(value)];
    if (value !== null && value !== undefined)
      reader.note(field, `${field}: a map of test names expected, ${kindOf(value)} found; see "extra".`);
    return [];
  });
  return found.length > 0 ? [...new Set(found.flat())] : null;
};

const baseCommit = (row: Fields): string | null => {
  const base = structured(row['base']);
  const sha = isFields(base) ? base['sha'] : null;
  return typeof sha === 'string' ? sha : null;
};

const parts = (reader: RowReader): InstanceParts => ({
  id: readId(reader),
  repo: repoOf(reader.row),
  baseCommit: baseCommit(reader.row),
  statement: issuesText(reader.row) ?? reader.text('title'),
  hints: reader.text('hints'),
  goldPatch: reader.diff('fix_patch'),
  testPatch: reader.diff('test_patch'),
  failToPass: names(reader, 'f2p_tests', 's2p_tests', 'n2p_tests') ?? names(reader, 'fixed_tests'),
  passToPass: names(reader, 'p2p_tests'),
  labels: rowLabels(reader, fields.labels),
  extra: structuredFields(reader.row, structures),
});

/**
 * Multi-SWE-bench (`formats.md` A4). FAIL_TO_PASS are the names of `f2p_tests`, `s2p_tests` and `n2p_tests`, which all
 * have to end as passed; the maps with their three results stay in `extra`.
 */
export const multiSweBench: RowFormat = {
  benchmark: 'multi-swe-bench',
  name: 'multi-swe-bench',
  listFields: fields,
  list: (row) => ({
    id: multiSweBenchId(row),
    repo: repoOf(row),
    statement: issuesText(row) ?? firstText(row, ['title']),
  }),
  matches: (row) => has(row, 'org', 'repo', 'number') && hasAny(row, 'base', 'resolved_issues', 'f2p_tests'),
  read: (row, context) => readWith(row, context, wanted, parts),
};

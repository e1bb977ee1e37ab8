import { readRow } from '../readRow';
import type { FolderFormat } from './folderFormat';
import { FolderTexts } from './folderTexts';
import type { Fields } from './settingsText';

const texts = {
  patch: 'gold.patch',
  test_patch: 'test.patch',
  problem_statement: 'problem_statement.md',
  hints_text: 'hints.md',
  eval_script: 'eval.sh',
} as const;

const layout: ReadonlySet<string> = new Set([
  ...Object.values(texts),
  'task.yaml',
  'tests.json',
  'Dockerfile',
  'test_assets',
  'problem_assets',
]);

/** Which file a column of the row form stands in, so that a note names what a person can mend. */
const fileOfColumn: Readonly<Record<string, string>> = {
  ...texts,
  FAIL_TO_PASS: 'tests.json',
  PASS_TO_PASS: 'tests.json',
  repo: 'task.yaml',
  base_commit: 'task.yaml',
};

/** `gold.patch` beside nothing but files of the layout, or `task.yaml` beside one of them. */
const matches = (names: ReadonlySet<string>): boolean => {
  if (names.has('gold.patch')) return [...names].every((name) => layout.has(name));
  const others = ['tests.json', 'problem_statement.md', 'test.patch', 'eval.sh'].filter((name) => names.has(name));
  return names.has('task.yaml') ? others.length > 0 : others.length > 1;
};

const columnsOf = (folder: FolderTexts): Fields => {
  const row: Record<string, unknown> = {
    ...folder.yaml('task.yaml', ['version', 'base_commit', 'created_at', 'instance_id']),
    ...folder.json('tests.json'),
  };
  for (const [column, path] of Object.entries(texts)) if (folder.has(path)) row[column] = folder.text(path);
  if (folder.has('Dockerfile')) row['Dockerfile'] = folder.text('Dockerfile');
  row['instance_id'] ??= folder.folder.name;
  row['files'] = folder.folder.paths;
  return row;
};

/**
 * The task repo of SWE-bench 5.0 (formats.md A1): `task.yaml` has the columns, the texts are files. Patches keep every
 * byte, CR included. A task without some of its files opens, with a note for each.
 */
export const taskRepo: FolderFormat = {
  benchmark: 'swe-bench',
  title: 'SWE-bench task repo',
  name: 'swebench-task-repo',
  matches,
  wants: (path) => !path.includes('/') && layout.has(path),
  read: (folder) => {
    const reader = new FolderTexts(folder);
    const context = { where: folder.where, format: taskRepo.name, benchmark: taskRepo.benchmark };
    const reading = readRow(columnsOf(reader), context);
    if (reading.kind === 'skipped') return reading;
    const absent = new Set<string>();
    for (const note of reading.notes) {
      const file = fileOfColumn[note.field ?? ''];
      if (file === undefined || reader.has(file)) reader.notes.push(note);
      else absent.add(file);
    }
    for (const file of absent) reader.note(file, `${file} is missing. The task opens without it.`);
    return { ...reading, notes: reader.notes };
  },
};

import type { Instance, Label } from '../../instance/instance';
import type { FolderFormat } from './folderFormat';
import { folderInstance, opened, textOf } from './folderInstance';
import { FolderTexts, fieldsOf } from './folderTexts';
import { type Fields, isFields } from './settingsText';

const read = [
  'task.toml',
  'instruction.md',
  'rubric.json',
  'environment/Dockerfile',
  'environment/docker-compose.yaml',
];

const wants = (path: string): boolean => read.includes(path) || /^(?:steps\/[^/]+\/|tests\/|solution\/)/.test(path);

/** Names of the steps in their order; a task without `[[steps]]` has none. */
const stepNames = (task: Fields): readonly string[] =>
  Array.isArray(task['steps']) ? task['steps'].filter(isFields).flatMap((step) => textOf(step['name']) ?? []) : [];

/** `instruction.md`; where a task has steps instead, the instruction of each under a heading with its name. */
const statementOf = (reader: FolderTexts, steps: readonly string[]): string | null => {
  const parts = steps.flatMap((step) => {
    const text = reader.wanted(`steps/${step}/instruction.md`, 'The step has no statement.');
    return text === null ? [] : [`## Step ${step}\n\n${text}`];
  });
  if (parts.length > 0) return parts.join('\n\n');
  return reader.wanted('instruction.md', 'The task opens without a statement.');
};

const label = (value: unknown): readonly Label[] | null =>
  typeof value === 'string' && value !== '' ? [{ value, source: 'data' }] : null;

/** `metadata.difficulty`; task type and languages where a task's taxonomy states them. */
const labelsOf = (metadata: Fields): Instance['labels'] => {
  const taxonomy = fieldsOf(metadata, 'taxonomy');
  const difficulty = label(metadata['difficulty']);
  const taskTypes = label(taxonomy['task_type'] ?? metadata['task_type']);
  const languages = label(metadata['language'] ?? taxonomy['language']);
  return {
    ...(difficulty ? { difficulty } : {}),
    ...(taskTypes ? { taskTypes } : {}),
    ...(languages ? { languages } : {}),
  };
};

/** The one patch of the solution; null where there is none or several. */
const solutionPatch = (reader: FolderTexts): string | null => {
  const patches = reader.folder.paths.filter((path) => /^solution\/[^/]+\.(?:patch|diff)$/.test(path));
  return patches.length === 1 && patches[0] !== undefined ? reader.text(patches[0]) : null;
};

const originOf = (metadata: Fields) => {
  const origin = fieldsOf(metadata, 'origin');
  return {
    repo: textOf(origin['repo'] ?? metadata['repo']),
    baseCommit: textOf(origin['base_commit'] ?? metadata['base_commit']),
  };
};

const sayMissing = (reader: FolderTexts, isStepped: boolean): void => {
  if (!reader.has('task.toml')) reader.note('task.toml', 'task.toml is missing. The task opens without it.');
  const canBeGraded = isStepped || reader.folder.paths.some((path) => path.startsWith('tests/'));
  if (!canBeGraded) reader.note('tests', 'tests/ is missing. The task can be read, not evaluated.');
};

/**
 * A task of Harbor, the format of Terminal-Bench 2 (formats.md A4): `task.toml`, `instruction.md`, `environment/`,
 * `solution/`, `tests/`, or `steps/<name>/` for each of several. Its id is `[task] name`, else the folder's.
 */
export const harbor: FolderFormat = {
  benchmark: 'harbor',
  title: 'Harbor',
  name: 'harbor-task',
  matches: (names) =>
    names.has('task.toml') ||
    (names.has('instruction.md') && ['environment', 'tests', 'solution'].some((name) => names.has(name))),
  wants,
  read: (folder) => {
    const reader = new FolderTexts(folder);
    const task = reader.toml('task.toml');
    const steps = stepNames(task);
    sayMissing(reader, steps.length > 0);
    const environment = fieldsOf(task, 'environment');
    const metadata = fieldsOf(task, 'metadata');
    const files = folder.paths.filter((path) => path !== 'task.toml' && path !== 'instruction.md' && wants(path));
    const instance = folderInstance({
      id: textOf(fieldsOf(task, 'task')['name']) ?? folder.name,
      benchmark: harbor.benchmark,
      format: harbor.name,
      ...originOf(metadata),
      statement: statementOf(reader, steps),
      goldPatch: solutionPatch(reader),
      version: textOf(task['schema_version'] ?? task['version']),
      image: textOf(environment['docker_image'] ?? environment['base_image']),
      evalScript: reader.text('tests/test.sh'),
      labels: labelsOf(metadata),
      extra: { folder: folder.name, ...task, ...reader.byPath(files), files: folder.paths },
    });
    return opened(reader, instance);
  },
};

import type { Label } from '../../instance/instance';
import type { FolderFormat } from './folderFormat';
import { folderInstance, opened, textOf } from './folderInstance';
import { FolderTexts } from './folderTexts';
import { type Fields, isFields } from './settingsText';

const others = ['solution.sh', 'solution.yaml', 'run-tests.sh', 'docker-compose.yaml'] as const;

/** The instruction; in early tasks a list of descriptions, of which `base` is the task's own. */
const instructionOf = (task: Fields): string | null => {
  const said = textOf(task['instruction']);
  if (said !== null || !Array.isArray(task['descriptions'])) return said;
  const entries = task['descriptions'].filter(isFields);
  return textOf((entries.find((entry) => entry['key'] === 'base') ?? entries[0])?.['description']);
};

const difficultyOf = (task: Fields): readonly Label[] | null => {
  const value = textOf(task['difficulty']);
  return value === null || value === '' ? null : [{ value, source: 'data' }];
};

const taken: ReadonlySet<string> = new Set(['instruction', 'descriptions', 'difficulty', 'parser_name']);

const wants = (path: string): boolean =>
  path === 'task.yaml' || path === 'Dockerfile' || others.some((name) => name === path) || path.startsWith('tests/');

/**
 * A task of Terminal-Bench 1 (formats.md A4): instruction and limits in `task.yaml`, its tests and reference solution
 * as files, which stand in `extra` under their paths. It has no repository and no patches.
 */
export const terminalBench: FolderFormat = {
  benchmark: 'terminal-bench',
  title: 'Terminal-Bench 1',
  name: 'terminal-bench-1',
  matches: (names) => names.has('task.yaml') && [...others, 'tests'].some((name) => names.has(name)),
  wants,
  read: (folder) => {
    const reader = new FolderTexts(folder);
    if (!reader.has('task.yaml')) reader.note('task.yaml', 'task.yaml is missing. The task opens without it.');
    const task = reader.yaml('task.yaml');
    const statement = instructionOf(task);
    if (statement === null) reader.note('instruction', 'task.yaml has no instruction. The task opens without it.');
    for (const path of ['run-tests.sh', 'docker-compose.yaml'])
      if (!reader.has(path)) reader.note(path, `${path} is missing. The task can be read, not evaluated.`);
    const difficulty = difficultyOf(task);
    const rest = Object.entries(task).filter(([key]) => !taken.has(key));
    const files = reader.byPath(folder.paths.filter((path) => path !== 'task.yaml' && wants(path)));
    const instance = folderInstance({
      id: folder.name,
      benchmark: terminalBench.benchmark,
      format: terminalBench.name,
      statement,
      evalScript: reader.text('run-tests.sh'),
      logParser: textOf(task['parser_name']),
      labels: difficulty ? { difficulty } : {},
      extra: { ...Object.fromEntries(rest), ...files, files: folder.paths },
    });
    return opened(reader, instance);
  },
};

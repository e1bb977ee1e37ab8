import { withInferredLabels } from '../core/dataset/labels/inferLabels';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import type { Problem } from '../core/shared/problem';
import type { DatasetItem } from './readDatasetRows';
import { type FoundTask, type FoundTasks, findTaskFolders } from './taskFolders/findTaskFolders';
import { readTaskFolder } from './taskFolders/readTaskFolder';

/** A folder of tasks, opened as a dataset is. */
export interface TaskFolderStream {
  /** Name of the tasks' format; `task-folders` where they are of several. */
  readonly format: string;
  readonly warnings: readonly string[];
  readonly items: AsyncIterable<DatasetItem>;
}

const formatOf = (tasks: readonly FoundTask[]): string => {
  const names = new Set(tasks.map((task) => task.format.name));
  return names.size === 1 ? ([...names][0] ?? '') : 'task-folders';
};

/** The second task of an id is left out, with the folder of the first. */
const clashOf = (seen: Map<string, string>, id: string, task: FoundTask): Problem | null => {
  const first = seen.get(id);
  if (first === undefined) {
    seen.set(id, task.path);
    return null;
  }
  const reason = `The id "${id}" is used twice; first in ${first}. The first one is open, this one is left out.`;
  return { where: task.path, field: 'instance_id', reason };
};

async function* itemsOf(files: FilePort, found: FoundTasks, signal?: AbortSignal): AsyncGenerator<DatasetItem> {
  for (const problem of found.problems) yield { kind: 'skipped', problem };
  const seen = new Map<string, string>();
  for (const [index, task] of found.tasks.entries()) {
    const reading = await readTaskFolder(files, task, signal);
    if (reading.kind === 'skipped') {
      yield reading;
      continue;
    }
    const clash = clashOf(seen, reading.instance.id, task);
    if (clash) {
      yield { kind: 'skipped', problem: clash };
      continue;
    }
    for (const problem of reading.notes) yield { kind: 'note', problem };
    yield { kind: 'instance', instance: withInferredLabels(reading.instance), row: index + 1 };
  }
}

/**
 * Opens a folder that is one task, or that holds tasks one or two levels below, as a dataset: items as of a file's
 * rows, in the order of their paths. Null where the path is a file or holds no task.
 */
export const streamTaskFolders = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
): Promise<TaskFolderStream | null> => {
  const found = await findTaskFolders(files, path, signal);
  return found && { format: formatOf(found.tasks), warnings: [], items: itemsOf(files, found, signal) };
};

/** One task by its id; null where no task has it. Folders whose name ends the id are read first. */
export const readTaskInstance = async (
  files: FilePort,
  path: string,
  id: string,
  signal?: AbortSignal,
): Promise<Instance | null> => {
  const tasks = (await findTaskFolders(files, path, signal))?.tasks ?? [];
  const isNamed = ({ name }: FoundTask): boolean => id === name || id.endsWith(`/${name}`);
  for (const task of [...tasks.filter(isNamed), ...tasks.filter((task) => !isNamed(task))]) {
    const reading = await readTaskFolder(files, task, signal);
    if (reading.kind === 'instance' && reading.instance.id === id) return withInferredLabels(reading.instance);
  }
  return null;
};

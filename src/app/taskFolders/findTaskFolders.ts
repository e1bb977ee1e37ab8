import type { FolderFormat } from '../../core/dataset/folders/folderFormat';
import { folderFormatOf } from '../../core/dataset/folders/folderFormats';
import type { FilePort, FolderEntry } from '../../core/shared/files';
import type { Problem } from '../../core/shared/problem';
import { joinPath } from '../../core/study/studyPath';

/** A folder that is one task, told by the names in it. */
export interface FoundTask {
  readonly path: string;
  readonly name: string;
  readonly format: FolderFormat;
}

export interface FoundTasks {
  /** In the order of their paths. */
  readonly tasks: readonly FoundTask[];
  /** Links and folders that were not looked into. */
  readonly problems: readonly Problem[];
}

/** Levels below the path at which tasks are sought; folders that benchmarks only pass through don't count. */
const maxDepth = 2;
const passedThrough: ReadonlySet<string> = new Set(['datasets', 'tasks', 'exercises', 'practice']);
const maxLevels = 6;
const maxFolders = 20_000;
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.touchstone', '.venv', '__pycache__']);

/** The format of a folder that is one task; links don't count, since none is followed. */
export const taskFormatOf = (entries: readonly FolderEntry[]): FolderFormat | null =>
  folderFormatOf(entries.flatMap(({ kind, name }) => (kind === 'link' ? [] : [name])));

class TaskSearch {
  readonly tasks: FoundTask[] = [];
  readonly problems: Problem[] = [];
  private folders = 0;

  constructor(
    private readonly files: FilePort,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async look(path: string, name: string, depth: number, level: number): Promise<void> {
    this.signal?.throwIfAborted();
    if (this.folders === maxFolders) this.pass(path, `Over ${maxFolders} folders; this one was not looked into.`);
    this.folders += 1;
    if (this.folders > maxFolders) return;
    const entries = await this.files.list(path);
    const format = taskFormatOf(entries);
    if (format) this.tasks.push({ path, name, format });
    else await this.below(path, entries, depth, level);
  }

  private async below(path: string, entries: readonly FolderEntry[], depth: number, level: number): Promise<void> {
    for (const entry of entries) {
      const child = joinPath(path, entry.name);
      if (entry.kind === 'link') this.pass(child, 'A link; links are not followed.');
      if (entry.kind !== 'folder' || passedOver.has(entry.name)) continue;
      const next = passedThrough.has(entry.name) ? depth : depth + 1;
      if (next <= maxDepth && level < maxLevels) await this.look(child, entry.name, next, level + 1);
    }
  }

  private pass(where: string, reason: string): void {
    this.problems.push({ where, field: null, reason });
  }
}

/**
 * The tasks of a path: itself where it is one task, else those one or two levels below it (`datasets`, `tasks`,
 * `exercises` and `practice` are passed through). Null where it is no folder or holds no task. Reads names alone.
 */
export const findTaskFolders = async (
  files: FilePort,
  path: string,
  signal?: AbortSignal,
): Promise<FoundTasks | null> => {
  if ((await files.stat(path))?.kind !== 'folder') return null;
  const search = new TaskSearch(files, signal);
  await search.look(path, path.split(/[/\\]/).findLast((part) => part !== '') ?? path, 0, 0);
  return search.tasks.length === 0 ? null : search;
};

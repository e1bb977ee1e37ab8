import type { RowReading } from '../../core/dataset/readRow';
import type { FilePort } from '../../core/shared/files';
import { InputFault, type Problem } from '../../core/shared/problem';
import { joinPath } from '../../core/study/studyPath';
import type { FoundTask } from './findTaskFolders';

const maxLevels = 5;
const maxPaths = 2000;
const maxFileBytes = 8 * 1024 * 1024;
const maxTaskBytes = 64 * 1024 * 1024;

/** Gathers the names and the wanted bytes of one task, within bounds; what was passed over is said. */
class TaskGathering {
  readonly paths: string[] = [];
  readonly bytes = new Map<string, Uint8Array>();
  readonly notes: Problem[] = [];
  private total = 0;
  private isFull = false;

  constructor(
    private readonly files: FilePort,
    private readonly task: FoundTask,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async list(below: string, level: number): Promise<void> {
    this.signal?.throwIfAborted();
    for (const entry of await this.files.list(joinPath(this.task.path, below))) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.kind === 'link') this.note(path, `${path} is a link; links are not followed.`);
      else if (entry.kind === 'folder' && entry.name !== '.git') await this.folder(path, level);
      else if (entry.kind === 'file') this.file(path);
    }
  }

  async read(path: string): Promise<void> {
    this.signal?.throwIfAborted();
    const full = joinPath(this.task.path, path);
    const size = (await this.files.stat(full))?.bytes ?? 0;
    if (size > maxFileBytes) {
      this.note(path, `${path}: over 8 MiB; not read.`);
      return;
    }
    const bytes = await this.files.readBytes(full, maxFileBytes + 1);
    if (this.total + bytes.length > maxTaskBytes || bytes.length > maxFileBytes) {
      this.note(path, `${path}: the texts of the task come to over 64 MiB; not read.`);
      return;
    }
    this.total += bytes.length;
    this.bytes.set(path, bytes);
  }

  private async folder(path: string, level: number): Promise<void> {
    if (level < maxLevels) await this.list(path, level + 1);
    else this.note(path, `${path}: more than ${maxLevels} folders deep; not looked into.`);
  }

  private file(path: string): void {
    if (this.paths.length < maxPaths) this.paths.push(path);
    else if (!this.isFull) {
      this.isFull = true;
      this.note(null, `Over ${maxPaths} files; ${path} and those after it are not listed.`);
    }
  }

  private note(field: string | null, reason: string): void {
    this.notes.push({ where: this.task.name, field, reason });
  }
}

const gather = async (files: FilePort, task: FoundTask, signal: AbortSignal | undefined): Promise<TaskGathering> => {
  const gathering = new TaskGathering(files, task, signal);
  await gathering.list('', 1);
  gathering.paths.sort();
  for (const path of gathering.paths) if (task.format.wants(path)) await gathering.read(path);
  return gathering;
};

/**
 * Reads one task: at most 2,000 names five folders deep, files of at most 8 MiB, 64 MiB in all; no link is followed.
 * What was passed over is in the notes. A folder that can't be read is skipped, with the reason.
 */
export const readTaskFolder = async (files: FilePort, task: FoundTask, signal?: AbortSignal): Promise<RowReading> => {
  try {
    const { paths, bytes, notes } = await gather(files, task, signal);
    const read = (path: string): Uint8Array | null => bytes.get(path) ?? null;
    const reading = task.format.read({ name: task.name, where: task.name, paths, read });
    return reading.kind === 'instance' ? { ...reading, notes: [...notes, ...reading.notes] } : reading;
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return { kind: 'skipped', problem: { where: task.name, field: null, reason: error.message } };
  }
};

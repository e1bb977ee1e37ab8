import type { FilePort } from '../../core/shared/files';
import type { Problem } from '../../core/shared/problem';
import { joinPath, nameOf } from '../../core/study/studyPath';
import { type FoundTask, taskFormatOf } from '../taskFolders/findTaskFolders';
import { readTaskFolder } from '../taskFolders/readTaskFolder';
import { inspectFile } from './inspectFile';
import { type Inspection, inspectionOf, inWords } from './inspection';

const maxDepth = 12;
const maxFiles = 20_000;
const passedOver: ReadonlySet<string> = new Set(['node_modules', '.git', '.touchstone', '.venv', '__pycache__']);

const inspectTask = async (files: FilePort, task: FoundTask, signal?: AbortSignal): Promise<Inspection> => {
  const reading = await readTaskFolder(files, task, signal);
  const version = task.format.name === 'swebench-task-repo' ? 'v5' : null;
  if (reading.kind === 'skipped')
    return inspectionOf(task.path, {
      format: task.format.name,
      version,
      counts: { instances: 0 },
      skipped: [reading.problem],
    });
  const repositories = reading.instance.repo === null ? 0 : 1;
  return inspectionOf(task.path, {
    format: task.format.name,
    version,
    counts: { instances: 1, repositories },
    warnings: inWords(reading.notes),
  });
};

/** What stands below a folder, each file and each task of its own, and what was passed over. */
export interface FolderInspection {
  readonly found: readonly Inspection[];
  readonly files: number;
  readonly tasks: number;
  /** Links, and what lies beyond a bound. */
  readonly passed: readonly Problem[];
  /** Folders that never hold benchmarks (`node_modules`, `.git`). */
  readonly unseen: readonly string[];
}

class Walk implements FolderInspection {
  readonly found: Inspection[] = [];
  readonly passed: Problem[] = [];
  readonly unseen: string[] = [];
  files = 0;
  tasks = 0;

  constructor(
    private readonly port: FilePort,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async folder(path: string, depth: number): Promise<void> {
    this.signal?.throwIfAborted();
    const entries = await this.port.list(path);
    const format = taskFormatOf(entries);
    if (format) {
      this.tasks += 1;
      this.found.push(await inspectTask(this.port, { path, name: nameOf(path), format }, this.signal));
    }
    for (const entry of entries) await this.entry(joinPath(path, entry.name), entry, depth);
  }

  private async entry(path: string, entry: { name: string; kind: string }, depth: number): Promise<void> {
    if (entry.kind === 'link') this.pass(path, 'A link; links are not followed.');
    else if (entry.kind === 'other') this.pass(path, 'A pipe or a device; not read.');
    else if (entry.kind === 'file') await this.file(path);
    else if (passedOver.has(entry.name)) this.unseen.push(path);
    else if (depth >= maxDepth) this.pass(path, `More than ${maxDepth} folders deep; not looked into.`);
    else await this.folder(path, depth + 1);
  }

  private async file(path: string): Promise<void> {
    if (this.files === maxFiles)
      this.pass(path, `Over ${maxFiles} files; this one and those after it were not looked at.`);
    this.files += 1;
    if (this.files <= maxFiles) this.found.push(await inspectFile(this.port, path, this.signal));
  }

  private pass(where: string, reason: string): void {
    this.passed.push({ where, field: null, reason });
  }
}

/** Says of every file below a folder what it is, and of every folder that is one task. Bounded; links aren't followed. */
export const inspectFolder = async (files: FilePort, path: string, signal?: AbortSignal): Promise<FolderInspection> => {
  const walk = new Walk(files, signal);
  await walk.folder(path, 0);
  return walk;
};

import { detectRow, type RowKind } from '../core/dataset/detectRow';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { folderOf, joinPath, nameOf, stemOf } from '../core/study/studyPath';

/** What a folder without a study file holds, found by looking into the files. */
export interface Discovery {
  readonly datasets: readonly string[];
  /** Predictions files, and folders of `.pred` files. */
  readonly predictions: readonly string[];
  /** Folders in the layout `<run>/<model>/<instance>/`. */
  readonly evaluationRoots: readonly string[];
  readonly filesLookedAt: number;
  readonly problems: readonly Problem[];
}

const maxDepth = 6;
const maxFiles = 20_000;
const maxFileBytes = 1024 * 1024 * 1024;
const firstRows = 5;

/** Folders that hold no studies, and often very many files. */
const passedOver = new Set([
  'node_modules',
  '.git',
  '.touchstone',
  '.venv',
  '__pycache__',
  'trajectories',
  'dist',
  'out',
]);

const mayHoldRows = (name: string): boolean => /\.(?:jsonl?|ndjson|parquet|pred)(?:\.gz)?$/i.test(name);

/**
 * What the first rows of a file say; null where none of them is known. Throws InputFault where none can be read; but
 * a `.json` may be anything (a configuration with comments), so that is no fault there.
 */
export const lookAt = async (files: FilePort, path: string, signal?: AbortSignal): Promise<RowKind | null> => {
  const file = await files.openRows(path, { count: firstRows }, signal);
  const broken: string[] = [];
  let count = 0;
  for await (const row of file.rows) {
    const kind = row.kind === 'row' ? detectRow(row.value) : null;
    if (kind && kind.kind !== 'unknown') return kind;
    if (row.kind === 'broken') broken.push(`${row.place}: ${row.reason}`);
    count += 1;
    if (count >= firstRows) break;
  }
  if (count > 0 && broken.length === count && !path.endsWith('.json')) throw new InputFault(`${path}: ${broken[0]}`);
  return null;
};

class FolderWalk {
  readonly datasets: string[] = [];
  readonly predictions: string[] = [];
  readonly evaluationRoots: string[] = [];
  readonly problems: Problem[] = [];
  filesLookedAt = 0;
  private full = false;

  constructor(
    private readonly files: FilePort,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async folder(folder: string, depth: number): Promise<void> {
    if (nameOf(folder) === 'run_evaluation') {
      this.evaluationRoots.push(folder);
      return;
    }
    for (const entry of await this.files.list(folder)) {
      this.signal?.throwIfAborted();
      const path = joinPath(folder, entry.name);
      if (entry.kind === 'link') this.pass(path, 'A link; links are not followed.');
      else if (entry.kind === 'folder') await this.below(path, entry.name, depth);
      else if (entry.kind === 'file' && mayHoldRows(entry.name)) await this.file(path, folder);
    }
  }

  private async below(path: string, name: string, depth: number): Promise<void> {
    if (passedOver.has(name)) return;
    if (depth >= maxDepth) this.pass(path, `More than ${maxDepth} folders deep; not looked into.`);
    else await this.folder(path, depth + 1);
  }

  private async file(path: string, folder: string): Promise<void> {
    if (this.filesLookedAt >= maxFiles) {
      if (!this.full) this.pass(path, `Over ${maxFiles} files; this one and those after it were not looked at.`);
      this.full = true;
      return;
    }
    this.filesLookedAt += 1;
    if (path.endsWith('.pred')) this.pred(path, folder);
    else await this.look(path);
  }

  /** `<run>/<id>.pred` belongs to its folder; `<run>/<id>/<id>.pred` to the one above. */
  private pred(path: string, folder: string): void {
    const run = stemOf(path) === nameOf(folder) ? folderOf(folder) : folder;
    if (!this.predictions.includes(run)) this.predictions.push(run);
  }

  private async look(path: string): Promise<void> {
    try {
      const bytes = (await this.files.stat(path))?.bytes ?? 0;
      if (bytes > maxFileBytes) throw new InputFault('Over 1 GiB; name it in touchstone.yaml to have it read.');
      const kind = await lookAt(this.files, path, this.signal);
      if (kind?.kind === 'instance') this.datasets.push(path);
      else if (kind?.kind === 'prediction') this.predictions.push(path);
      else if (kind?.kind === 'foreign') this.pass(path, `Looks like ${kind.name}, which this version does not read.`);
    } catch (error) {
      if (!(error instanceof InputFault)) throw error;
      this.pass(path, error.message.replace(`${path}: `, ''));
    }
  }

  private pass(where: string, reason: string): void {
    this.problems.push({ where, field: null, reason });
  }
}

/**
 * Looks through a folder for datasets, predictions and evaluations, by content. Bounded in depth, count and size;
 * links are never followed; what was passed over for a bound is listed.
 */
export const discover = async (files: FilePort, folder: string, signal?: AbortSignal): Promise<Discovery> => {
  const walk = new FolderWalk(files, signal);
  await walk.folder(folder, 0);
  return walk;
};

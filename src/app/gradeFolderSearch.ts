import type { FilePort } from '../core/shared/files';
import type { Problem } from '../core/shared/problem';
import { type FoundEvaluation, placeOf } from './gradeFolderFound';
import { evaluationsAt, ownFolders } from './gradeFolderLayouts';
import { isEvaluationFolder } from './gradeFolderWithoutLog';

export const logName = 'test_output.txt';
const deepest = 12;
const reportLimit = 50_000_000;

/** Endings of files in which many instances stand together: samples of HumanEval, the report of SWE-rebench V2. */
const tables: readonly (readonly [ending: string, kind: FoundTable['kind']])[] = [
  ['_results.jsonl', 'samples'],
  ['_results.jsonl.gz', 'samples'],
  ['eval_report.json', 'rebench-report'],
];

export interface FoundTable {
  readonly kind: 'samples' | 'rebench-report';
  readonly path: string;
}

/** The kind of table that a file is, by its name alone; null where it is none. */
export const tableOf = (path: string): FoundTable | null => {
  const kind = tables.find(([ending]) => path.endsWith(ending))?.[1];
  return kind === undefined ? null : { kind, path };
};

/** Looks for evaluations below a folder, in the order of their paths; links are listed and never followed. */
export class EvaluationSearch {
  readonly found: FoundEvaluation[] = [];
  readonly tables: FoundTable[] = [];
  readonly skipped: Problem[] = [];

  constructor(private readonly files: FilePort) {}

  async look(folder: string, depth = 0): Promise<void> {
    const entries = await this.files.list(folder);
    const place = placeOf(folder, entries);
    const here = evaluationsAt(place);
    this.found.push(...here);
    for (const { name, kind } of entries) if (kind === 'file') this.#table(`${folder}/${name}`);
    if (here.length === 0 && isEvaluationFolder(entries)) this.found.push(withoutLog(folder));
    for (const { name, kind } of entries) {
      const path = `${folder}/${name}`;
      if (kind === 'link') this.#skip(path, 'a link, which is not followed');
      else if (kind === 'folder' && depth >= deepest)
        this.#skip(path, `more than ${deepest} folders deep, not looked into`);
      else if (kind === 'folder' && !(here.length > 0 && ownFolders.has(name))) await this.look(path, depth + 1);
    }
  }

  #table(path: string): void {
    const table = tableOf(path);
    if (table) this.tables.push(table);
  }

  #skip(where: string, reason: string): void {
    this.skipped.push({ where, field: null, reason });
  }
}

const withoutLog = (folder: string): FoundEvaluation => ({
  path: folder,
  log: null,
  results: [],
  labels: [folder.split(/[\\/]/).at(-1) ?? folder],
  report: `${folder}/report.json`,
  trial: null,
});

/** A small JSON document; null where there is none that can be read. */
const documentAt = async (files: FilePort, path: string): Promise<unknown> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > reportLimit) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await files.readBytes(path)));
  } catch {
    return null;
  }
};

/** The one key of the report beside a log, or the `task_name` of a trial; null where neither can be read. */
export const reportedId = async (files: FilePort, { report, trial }: FoundEvaluation): Promise<string | null> => {
  const path = report ?? trial;
  const document = path === null ? null : await documentAt(files, path);
  if (typeof document !== 'object' || document === null) return null;
  if (report === null) {
    const name = (document as { readonly task_name?: unknown }).task_name;
    return typeof name === 'string' ? name : null;
  }
  const keys = Object.keys(document);
  return keys.length === 1 ? (keys[0] ?? null) : null;
};

import type { FilePort } from '../core/shared/files';
import type { Problem } from '../core/shared/problem';
import { isEvaluationFolder } from './gradeFolderWithoutLog';

export const logName = 'test_output.txt';
const reportName = 'report.json';
const deepest = 8;
const reportLimit = 50_000_000;

/** An evaluation that was found, what its place says of the instance, and the report that may stand beside it. */
export interface FoundEvaluation {
  /** The log, or the folder where it holds none. */
  readonly path: string;
  readonly hasLog: boolean;
  readonly label: string;
  readonly report: string;
}

const baseName = (folder: string): string => folder.split(/[\\/]/).at(-1) ?? folder;

/** `<x>/test_output.txt` is labelled by its folder, `<x>.test_output.txt` by its own name. */
const foundLog = (folder: string, name: string): FoundEvaluation | null => {
  const path = `${folder}/${name}`;
  if (name === logName) return { path, hasLog: true, label: baseName(folder), report: `${folder}/${reportName}` };
  if (!name.endsWith(`.${logName}`)) return null;
  const label = name.slice(0, -logName.length - 1);
  return { path, hasLog: true, label, report: `${folder}/${label}.${reportName}` };
};

const withoutLog = (folder: string): FoundEvaluation => ({
  path: folder,
  hasLog: false,
  label: baseName(folder),
  report: `${folder}/${reportName}`,
});

/** Looks for evaluations below a folder, in the order of their paths; links are listed and never followed. */
export class EvaluationSearch {
  readonly found: FoundEvaluation[] = [];
  readonly skipped: Problem[] = [];

  constructor(private readonly files: FilePort) {}

  async look(folder: string, depth = 0): Promise<void> {
    const entries = await this.files.list(folder);
    const logs = entries.flatMap(({ name, kind }) => (kind === 'file' ? (foundLog(folder, name) ?? []) : []));
    this.found.push(...logs);
    if (logs.length === 0 && isEvaluationFolder(entries)) this.found.push(withoutLog(folder));
    for (const { name, kind } of entries) {
      const path = `${folder}/${name}`;
      if (kind === 'link') this.#skip(path, 'a link, which is not followed');
      else if (kind === 'folder' && depth >= deepest)
        this.#skip(path, `more than ${deepest} folders deep, not looked into`);
      else if (kind === 'folder') await this.look(path, depth + 1);
    }
  }

  #skip(where: string, reason: string): void {
    this.skipped.push({ where, field: null, reason });
  }
}

/** The one key of the report beside a log; null where there is none that can be read. */
export const reportedId = async (files: FilePort, path: string): Promise<string | null> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > reportLimit) return null;
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(await files.readBytes(path)));
    const keys = typeof report === 'object' && report !== null ? Object.keys(report) : [];
    return keys.length === 1 ? (keys[0] ?? null) : null;
  } catch {
    return null;
  }
};

import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { type GradedLog, gradeLogFile } from './gradeLogFile';

const LOG = 'test_output.txt';
const REPORT = 'report.json';
const DEEPEST = 8;
const REPORT_LIMIT = 50_000_000;

export interface GradedFolder {
  /** In the order of their paths. */
  readonly graded: readonly GradedLog[];
  /** Logs whose instance is not known, and links, which are never followed. */
  readonly skipped: readonly Problem[];
}

/** A log that was found, what its place says of the instance, and the report that may stand beside it. */
interface FoundLog {
  readonly path: string;
  readonly label: string;
  readonly report: string;
}

const baseName = (folder: string): string =>
  folder
    .replace(/[\\/]+$/, '')
    .split(/[\\/]/)
    .at(-1) ?? folder;

/** `<x>/test_output.txt` is labelled by its folder, `<x>.test_output.txt` by its own name. */
const foundLog = (folder: string, name: string): FoundLog | null => {
  const path = `${folder}/${name}`;
  if (name === LOG) return { path, label: baseName(folder), report: `${folder}/${REPORT}` };
  if (!name.endsWith(`.${LOG}`)) return null;
  const label = name.slice(0, -LOG.length - 1);
  return { path, label, report: `${folder}/${label}.${REPORT}` };
};

const findLogs = async (files: FilePort, folder: string, depth: number, skipped: Problem[]): Promise<FoundLog[]> => {
  const logs: FoundLog[] = [];
  for (const entry of await files.list(folder)) {
    const path = `${folder}/${entry.name}`;
    const found = foundLog(folder, entry.name);
    if (entry.kind === 'link') skipped.push({ where: path, field: null, reason: 'a link, which is not followed' });
    else if (entry.kind === 'file' && found) logs.push(found);
    else if (entry.kind === 'folder' && depth >= DEEPEST)
      skipped.push({ where: path, field: null, reason: `more than ${DEEPEST} folders deep, not looked into` });
    else if (entry.kind === 'folder') logs.push(...(await findLogs(files, path, depth + 1, skipped)));
  }
  return logs;
};

/** The one key of the report beside a log; null where there is none that can be read. */
const reportedId = async (files: FilePort, path: string): Promise<string | null> => {
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > REPORT_LIMIT) return null;
  try {
    const report: unknown = JSON.parse(new TextDecoder().decode(await files.readBytes(path)));
    const keys = typeof report === 'object' && report !== null ? Object.keys(report) : [];
    return keys.length === 1 ? (keys[0] ?? null) : null;
  } catch {
    return null;
  }
};

/** Instances by id, and by the part after `owner__` where that is enough to tell them apart. */
class InstanceNames<T extends GradedInstance> {
  private readonly byId: ReadonlyMap<string, T>;
  private readonly byEnding = new Map<string, T | null>();

  constructor(instances: readonly T[]) {
    this.byId = new Map(instances.map((instance) => [instance.id, instance]));
    for (const instance of instances) {
      const ending = instance.id.slice(instance.id.indexOf('__') + 2);
      this.byEnding.set(ending, this.byEnding.has(ending) ? null : instance);
    }
  }

  /** By id, by the report's key, by `<id>.<anything>`, by a unique ending; in this order. */
  find(label: string, reported: string | null): T | null {
    const named = this.byId.get(label) ?? this.byId.get(reported ?? '');
    if (named) return named;
    for (let dot = label.lastIndexOf('.'); dot > 0; dot = label.lastIndexOf('.', dot - 1)) {
      const cut = this.byId.get(label.slice(0, dot));
      if (cut) return cut;
    }
    return this.byEnding.get(label) ?? null;
  }
}

/**
 * Grades every log below a folder: the SWE-bench layout (`<run>/<model>/<instance>/test_output.txt`), a folder per
 * instance, or `<instance>.<anything>.test_output.txt`. Throws InputFault where the folder holds no log at all.
 */
export const gradeFolder = async (
  files: FilePort,
  instances: readonly GradedInstance[],
  folder: string,
  rules: RuleSetName,
  signal?: AbortSignal,
): Promise<GradedFolder> => {
  if ((await files.stat(folder))?.kind !== 'folder') throw new InputFault(`${folder}: no such folder of logs.`);
  const skipped: Problem[] = [];
  const logs = await findLogs(files, folder.replace(/(.)[\\/]+$/, '$1'), 0, skipped);
  if (logs.length === 0) throw new InputFault(`${folder}: no log here. Expected files named ${LOG} or *.${LOG}.`);
  const names = new InstanceNames(instances);
  const graded: GradedLog[] = [];
  for (const { path, label, report } of logs) {
    signal?.throwIfAborted();
    const reported = await reportedId(files, report);
    const instance = names.find(label, reported);
    if (instance) graded.push(await gradeLogFile(files, instance, path, rules));
    else skipped.push({ where: path, field: null, reason: unknownInstance(label, reported) });
  }
  return { graded, skipped };
};

const unknownInstance = (label: string, reported: string | null): string => {
  const also = reported !== null && reported !== label ? `, and neither for "${reported}" of its report` : '';
  return `the dataset has no instance for "${label}"${also}. Name the folder by the instance, or use --log --instance.`;
};

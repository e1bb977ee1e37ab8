import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { EvaluationSearch, logName, reportedId } from './gradeFolderSearch';
import { type WithoutLog, withoutLog } from './gradeFolderWithoutLog';
import { type GradedLog, gradeLogFile } from './gradeLogFile';

export interface GradedFolder {
  /** In the order of their paths. */
  readonly graded: readonly GradedLog[];
  /** Evaluations that left no log: an empty patch, one that doesn't apply, an engine that failed. */
  readonly withoutLog: readonly WithoutLog[];
  /** Logs whose instance is not known, logs that are too long, and links, which are never followed. */
  readonly skipped: readonly Problem[];
}

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
 * instance, or `<instance>.<anything>.test_output.txt`. Evaluations without a log are listed. Throws InputFault where
 * the folder holds no evaluation at all.
 */
export const gradeFolder = async (
  files: FilePort,
  instances: readonly GradedInstance[],
  folder: string,
  rules: RuleSetName,
  signal?: AbortSignal,
): Promise<GradedFolder> => {
  const place = await files.stat(folder);
  if (place === null) throw new InputFault(`${folder}: no such folder of logs. Check the path.`);
  if (place.kind !== 'folder')
    throw new InputFault(`${folder}: not a folder. One log is given by --log and --instance.`);
  const search = new EvaluationSearch(files);
  await search.look(folder.replace(/(.)[\\/]+$/, '$1'));
  if (search.found.length === 0)
    throw new InputFault(`${folder}: no log here. Expected files named ${logName} or *.${logName}.`);
  const names = new InstanceNames(instances);
  const graded: GradedLog[] = [];
  const without: WithoutLog[] = [];
  const skipped = [...search.skipped];
  for (const { path, hasLog, label, report } of search.found) {
    signal?.throwIfAborted();
    const reported = await reportedId(files, report);
    const instance = names.find(label, reported);
    if (!instance) skipped.push({ where: path, field: null, reason: unknownInstance(label, reported) });
    else if (hasLog) {
      const log = await gradeLogFile(files, instance, path, rules).catch((error: unknown) => unreadable(path, error));
      if ('grade' in log) graded.push(log);
      else skipped.push(log);
    } else without.push(await withoutLog(files, path, instance.id));
  }
  return { graded, withoutLog: without, skipped };
};

/** One log that can't be read costs its own grade; what is no fault of the file is passed on. */
const unreadable = (path: string, error: unknown): Problem => {
  if (!(error instanceof InputFault)) throw error;
  return { where: path, field: null, reason: error.message.replace(`${path}: `, '') };
};

const unknownInstance = (label: string, reported: string | null): string => {
  const also = reported !== null && reported !== label ? `, and neither for "${reported}" of its report` : '';
  return `the dataset has no instance for "${label}"${also}. Name the folder by the instance, or use --log --instance.`;
};

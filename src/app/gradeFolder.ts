import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import type { PassAtK } from '../core/evaluation/rules/humanEval';
import { instanceOfFolder } from '../core/instance/instanceFolder';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import { type GradedEntry, withReportBeside } from './gradeBeside';
import { withCoverage } from './gradeCoverage';
import type { FoundEvaluation } from './gradeFolderFound';
import { EvaluationSearch, logName, reportedId } from './gradeFolderSearch';
import { printedReportAt, type WithoutLog, withoutLog } from './gradeFolderWithoutLog';
import { gradeFound } from './gradeFound';
import { type FlakyInstance, joinRepeats } from './gradeRepeats';
import { gradeTable } from './gradeTables';

export interface GradedFolder {
  /** In the order of their paths; where one file holds several attempts at an instance, each with its number. */
  readonly graded: readonly GradedEntry[];
  /** Evaluations that left no log: an empty patch, one that doesn't apply, an engine that failed. */
  readonly withoutLog: readonly WithoutLog[];
  /** Logs whose instance is not known, logs that are too long, and links, which are never followed. */
  readonly skipped: readonly Problem[];
  /** Of samples of HumanEval. */
  readonly passAtK?: readonly PassAtK[];
  /** Tests that are flaky over the repeats that the folder holds. */
  readonly flaky?: readonly FlakyInstance[];
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

  /** By id, by the report's key, by `<id>.<anything>`, by a unique ending; in this order, label by label. */
  find(labels: readonly string[], reported: string | null): T | null {
    const ids = labels.flatMap((label) => [label, instanceOfFolder(label)]);
    const named = ids.map((id) => this.byId.get(id)).find((one) => one) ?? this.byId.get(reported ?? '');
    if (named) return named;
    for (const label of labels) {
      const found = this.#cut(label) ?? this.byEnding.get(label);
      if (found) return found;
    }
    return null;
  }

  #cut(label: string): T | null {
    for (let dot = label.lastIndexOf('.'); dot > 0; dot = label.lastIndexOf('.', dot - 1)) {
      const cut = this.byId.get(label.slice(0, dot));
      if (cut) return cut;
    }
    return null;
  }
}

/** Collects what a folder gives; one evaluation that can't be read costs its own grade. */
class FolderGrades {
  readonly graded: GradedEntry[] = [];
  readonly withoutLog: WithoutLog[] = [];
  readonly skipped: Problem[] = [];
  readonly passAtK: PassAtK[] = [];
  private readonly names: InstanceNames<GradedInstance>;

  constructor(
    private readonly files: FilePort,
    private readonly instances: readonly GradedInstance[],
    private readonly asked: RuleSetName | null,
  ) {
    this.names = new InstanceNames(instances);
  }

  async take(found: FoundEvaluation): Promise<void> {
    const { path, log, results, labels } = found;
    const reported = await reportedId(this.files, found);
    const instance = this.names.find(labels, reported);
    if (!instance) this.skipped.push({ where: path, field: null, reason: unknownInstance(labels, reported) });
    else if (log === null && results.length === 0) await this.takeTraces(found, instance);
    else if (log !== null && results.length === 0 && (await this.files.stat(log)) === null)
      this.skipped.push({
        where: log,
        field: null,
        reason: 'not there, and no file of results either: nothing to grade',
      });
    else await this.keep(path, () => this.gradeLog(found, instance));
  }

  /** An evaluation that left no log: the report that the harness printed, or why there is none. */
  private async takeTraces(found: FoundEvaluation, instance: GradedInstance): Promise<void> {
    const printed = await printedReportAt(this.files, found.path);
    if (printed === null) this.withoutLog.push(await withoutLog(this.files, found.path, instance.id));
    else {
      const results = [{ kind: 'printed-report', paths: [printed], last: true } as const];
      await this.keep(printed, () => gradeFound(this.files, instance, { ...found, results }, this.asked));
    }
  }

  async takeTable(table: Parameters<typeof gradeTable>[2]): Promise<void> {
    const read = await gradeTable(this.files, this.instances, table, this.asked).catch((error: unknown) =>
      unreadable(table.path, error),
    );
    if (!('graded' in read)) this.skipped.push(read);
    else {
      this.graded.push(...read.graded);
      this.skipped.push(...read.skipped);
      this.passAtK.push(...read.passAtK);
    }
  }

  private async gradeLog(found: FoundEvaluation, instance: GradedInstance): Promise<GradedEntry> {
    const by = (rules: RuleSetName | null) => gradeFound(this.files, instance, found, rules);
    const entry = await withReportBeside(this.files, await by(this.asked), by);
    return withCoverage(this.files, instance, entry);
  }

  private async keep(path: string, grade: () => Promise<GradedEntry>): Promise<void> {
    const log = await grade().catch((error: unknown) => unreadable(path, error));
    if ('grade' in log) this.graded.push(log);
    else this.skipped.push(log);
  }
}

/**
 * Grades every evaluation below a folder, in the layouts of `formats.md` A3 and A4 (SWE-bench 1 to 5 and its kin, Live,
 * Pro, Multi-SWE-bench, rebench, Compass, Terminal-Bench, Harbor, HumanEval), by `rules` or, where it is null, by the
 * rule set of each instance's benchmark. Evaluations without a log are listed. Throws InputFault where the folder holds
 * no evaluation at all.
 */
export const gradeFolder = async (
  files: FilePort,
  instances: readonly GradedInstance[],
  folder: string,
  rules: RuleSetName | null,
  signal?: AbortSignal,
): Promise<GradedFolder> => {
  const place = await files.stat(folder);
  if (place === null) throw new InputFault(`${folder}: no such folder of logs. Check the path.`);
  if (place.kind !== 'folder')
    throw new InputFault(`${folder}: not a folder. One log is given by --log and --instance.`);
  const search = new EvaluationSearch(files);
  await search.look(folder.replace(/(.)[\\/]+$/, '$1'));
  if (search.found.length + search.tables.length === 0)
    throw new InputFault(`${folder}: no log here. Expected files named ${logName} or *.${logName}.${passedBy(search)}`);
  const grades = new FolderGrades(files, instances, rules);
  grades.skipped.push(...search.skipped);
  for (const found of search.found) {
    signal?.throwIfAborted();
    await grades.take(found);
  }
  for (const table of search.tables) await grades.takeTable(table);
  const { withoutLog: without, skipped, passAtK } = grades;
  return { ...joinRepeats(grades.graded), withoutLog: without, skipped, passAtK };
};

/** What was not looked into, where nothing else was found. */
const passedBy = ({ skipped: [first, ...rest] }: EvaluationSearch): string =>
  first === undefined
    ? ''
    : ` Passed over: ${first.where}, ${first.reason}${rest.length > 0 ? `, and ${rest.length} more` : ''}.`;

/** One log that can't be read costs its own grade; what is no fault of the file is passed on. */
const unreadable = (path: string, error: unknown): Problem => {
  if (!(error instanceof InputFault)) throw error;
  return { where: path, field: null, reason: error.message.replace(`${path}: `, '') };
};

const unknownInstance = (labels: readonly string[], reported: string | null): string => {
  const also = reported !== null && !labels.includes(reported) ? `, and neither for "${reported}" of its report` : '';
  return `the dataset has no instance for "${labels[0]}"${also}. Name the folder by the instance, or use --log --instance.`;
};

import { gradeOfRuling } from '../core/evaluation/grade/gradeOfRuling';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import { decideSample, meanPassAtK, type PassAtK, type Sample, sampleOf } from '../core/evaluation/rules/humanEval';
import { noVerdict } from '../core/evaluation/rules/judgeTests';
import { decideRebenchReport } from '../core/evaluation/rules/rebenchV2';
import type { FilePort } from '../core/shared/files';
import { InputFault, type Problem } from '../core/shared/problem';
import type { FoundTable } from './gradeFolderSearch';
import { rulesFor } from './gradeFound';
import type { GradedLog } from './gradeLogFile';

/** Of how many samples pass@k is estimated, as the benchmark prints it. */
const ks: readonly number[] = [1, 10, 100];

export interface GradedTable {
  /** The n-th sample of an instance is attempt n. */
  readonly graded: readonly (GradedLog & { readonly attempt: number })[];
  readonly skipped: readonly Problem[];
  /** HumanEval alone. */
  readonly passAtK: readonly PassAtK[];
}

/** Counts attempts and keeps what can't be used, with its reason. */
class TableGrades {
  readonly graded: (GradedLog & { attempt: number })[] = [];
  readonly skipped: Problem[] = [];
  readonly #attempts = new Map<string, number>();

  add(log: GradedLog): void {
    const attempt = (this.#attempts.get(log.grade.id) ?? 0) + 1;
    this.#attempts.set(log.grade.id, attempt);
    this.graded.push({ ...log, attempt });
  }

  skip(where: string, field: string | null, reason: string): void {
    this.skipped.push({ where, field, reason });
  }
}

type Instances = ReadonlyMap<string, GradedInstance>;

const unknownId = (id: string): string => `the dataset has no instance ${JSON.stringify(id)}. Check --dataset.`;

const samples = async (
  files: FilePort,
  byId: Instances,
  path: string,
  asked: RuleSetName | null,
): Promise<GradedTable> => {
  const grades = new TableGrades();
  const known: Sample[] = [];
  for await (const row of (await files.openRows(path)).rows) {
    const where = `${path} ${row.place}`;
    const sample = row.kind === 'row' ? sampleOf(row.value) : row.reason;
    if (typeof sample === 'string') grades.skip(where, null, `${sample}. The row is left out.`);
    else {
      const instance = byId.get(sample.taskId);
      if (!instance) grades.skip(where, 'task_id', unknownId(sample.taskId));
      else if (rulesFor(instance, asked) !== 'humaneval')
        grades.skip(where, null, 'samples are graded by humaneval alone');
      else {
        known.push(sample);
        grades.add({ path, grade: gradeOfRuling(instance, 'humaneval', decideSample(sample)) });
      }
    }
  }
  const passAtK = ks.map((k) => meanPassAtK(known, [...byId.keys()], k));
  return { graded: grades.graded, skipped: grades.skipped, passAtK: known.length > 0 ? passAtK : [] };
};

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const itemsOf = async (files: FilePort, path: string): Promise<readonly unknown[]> => {
  const text = new TextDecoder().decode(await files.readBytes(path));
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new InputFault(`${path}: no JSON. The report of SWE-rebench V2 is { "items": [...] }.`);
  }
  const items = isFields(document) ? document['items'] : undefined;
  if (!Array.isArray(items)) throw new InputFault(`${path}: no list "items". The report of SWE-rebench V2 has one.`);
  return items;
};

const rebench = async (
  files: FilePort,
  byId: Instances,
  path: string,
  asked: RuleSetName | null,
): Promise<GradedTable> => {
  const grades = new TableGrades();
  for (const [index, item] of (await itemsOf(files, path)).entries()) {
    const id = isFields(item) ? item['instance_id'] : undefined;
    const instance = typeof id === 'string' ? byId.get(id) : undefined;
    if (!isFields(item) || typeof id !== 'string')
      grades.skip(`${path} items[${index}]`, 'instance_id', 'text expected');
    else if (!instance) grades.skip(`${path} items[${index}]`, 'instance_id', unknownId(id));
    else grades.add({ path, grade: gradeRebench(instance, item, rulesFor(instance, asked)) });
  }
  return { graded: grades.graded, skipped: grades.skipped, passAtK: [] };
};

const gradeRebench = (instance: GradedInstance, item: Readonly<Record<string, unknown>>, rules: RuleSetName) => {
  if (rules === 'rebench-v2') return gradeOfRuling(instance, rules, decideRebenchReport(instance, item));
  const reason = `a report of SWE-rebench V2 is graded by rebench-v2, not by ${rules}`;
  return gradeOfRuling(instance, rules, noVerdict(instance, 'none.evidence', 'error', reason));
};

/** Grades every row of a file in which many instances stand together. Throws InputFault where it is no such file. */
export const gradeTable = (
  files: FilePort,
  instances: readonly GradedInstance[],
  { kind, path }: FoundTable,
  asked: RuleSetName | null,
): Promise<GradedTable> => {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  return kind === 'samples' ? samples(files, byId, path, asked) : rebench(files, byId, path, asked);
};

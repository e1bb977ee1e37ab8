import { resolve } from 'node:path';
import { withReportBeside } from '../../app/gradeBeside';
import { withCoverage } from '../../app/gradeCoverage';
import { type GradedFolder, gradeFolder } from '../../app/gradeFolder';
import { tableOf } from '../../app/gradeFolderSearch';
import { gradeOneLog, rulesFor } from '../../app/gradeFound';
import { gradeResults, resultsAt } from '../../app/gradeResults';
import { gradeTable } from '../../app/gradeTables';
import type { DatasetFile } from '../../app/readDataset';
import type { RuleSetName } from '../../core/evaluation/report';
import { counted } from '../../core/shared/counted';
import { InputFault } from '../../core/shared/problem';
import { nodeFiles } from '../../io/files/nodeFiles';

/** What `touchstone grade` is asked to grade: one file of one instance, or a folder. */
export interface GradeInput {
  /** Left out: a parser's results alone, or a report as it stands. */
  readonly dataset?: string;
  readonly log?: string;
  readonly instance?: string;
  readonly folder?: string;
}

const instanceOf = (dataset: DatasetFile, { dataset: path, instance: id }: GradeInput) => {
  const instance = dataset.instances.find((one) => one.id === id);
  if (instance) return instance;
  const read = `${counted(dataset.instances.length, 'instance')}, ${counted(dataset.skipped.length, 'row')} left out`;
  throw new InputFault(`${path}: no instance "${id}" (${read}). Check --instance.`);
};

const one = async (dataset: DatasetFile, input: GradeInput, rules: RuleSetName | null): Promise<GradedFolder> => {
  const instance = instanceOf(dataset, input);
  const path = resolve(input.log ?? '');
  const results = resultsAt(path, rulesFor(instance, rules));
  if (results && (await nodeFiles.stat(path)) === null)
    throw new InputFault(`${path}: no such file. Check the path given as --log.`);
  if (results) {
    const graded = await gradeResults(nodeFiles, instance, results, rulesFor(instance, rules));
    return { graded: [graded], withoutLog: [], skipped: [] };
  }
  const by = (name: RuleSetName | null) => gradeOneLog(nodeFiles, instance, path, name);
  const entry = await withReportBeside(nodeFiles, await by(rules), by);
  return { graded: [await withCoverage(nodeFiles, instance, entry)], withoutLog: [], skipped: [] };
};

/** Grades what was asked for by a rule set; null: by that of each instance's benchmark. */
export const gradeInput = async (
  dataset: DatasetFile,
  input: GradeInput,
  rules: RuleSetName | null,
): Promise<GradedFolder> => {
  if (input.log !== undefined) return one(dataset, input, rules);
  const path = resolve(input.folder ?? '.');
  const table = tableOf(path);
  if (table === null || (await nodeFiles.stat(path))?.kind !== 'file')
    return gradeFolder(nodeFiles, dataset.instances, path, rules);
  return { ...(await gradeTable(nodeFiles, dataset.instances, table, rules)), withoutLog: [] };
};

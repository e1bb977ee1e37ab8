import type { EvalType, Instance } from '../../instance/instance';
import type { ListFields } from './rowFormat';
import { rowLabels } from './rowLabels';
import type { InstanceParts, RowReader } from './rowReader';

/** Columns of the SWE-bench family in which lists find what they show (`formats.md` A1). */
export const sweBenchFields: ListFields = {
  id: ['instance_id'],
  repo: ['repo'],
  statement: ['problem_statement'],
  patch: 'patch',
  testPatch: 'test_patch',
  labels: {
    taskTypes: 'task_types',
    scenarios: 'programming_scenarios',
    languages: 'programming_languages',
    difficulty: 'difficulty',
  },
};

/** Columns without which a row of the family opens for reading alone. */
export const sweBenchWanted = [
  'repo',
  'base_commit',
  'problem_statement',
  'patch',
  'test_patch',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
] as const;

const evalType = (reader: RowReader): EvalType | null => {
  const value = reader.row['eval_type'];
  if (value === 'pass_and_fail' || value === 'fail_only' || value === null || value === undefined) {
    reader.use('eval_type');
    return value ?? null;
  }
  reader.note('eval_type', `eval_type: "pass_and_fail" or "fail_only" expected, ${JSON.stringify(value)} found.`);
  return null;
};

/** What a benchmark of the family reads in its own way; everything else is read as SWE-bench has it. */
export type Differing = Partial<Omit<Instance, 'id' | 'benchmark' | 'format'>>;

const own = <T>(value: T | undefined, read: () => T): T => (value === undefined ? read() : value);

/** The columns of the SWE-bench family, classic and v5 (`formats.md` A1), but for those in `differing`. */
export const sweBenchParts = (reader: RowReader, differing: Differing = {}): InstanceParts => ({
  ...differing,
  id: reader.folderId('instance_id'),
  repo: own(differing.repo, () => reader.text('repo')),
  baseCommit: own(differing.baseCommit, () => reader.text('base_commit')),
  statement: own(differing.statement, () => reader.text('problem_statement')),
  hints: own(differing.hints, () => reader.text('hints_text')),
  goldPatch: own(differing.goldPatch, () => reader.diff('patch')),
  testPatch: own(differing.testPatch, () => reader.diff('test_patch')),
  failToPass: own(differing.failToPass, () => reader.tests('FAIL_TO_PASS')),
  passToPass: own(differing.passToPass, () => reader.tests('PASS_TO_PASS')),
  version: own(differing.version, () => reader.text('version')),
  createdAt: own(differing.createdAt, () => reader.text('created_at')),
  image: own(differing.image, () => reader.text('image')),
  evalScript: own(differing.evalScript, () => reader.text('eval_script')),
  logParser: own(differing.logParser, () => reader.text('log_parser')),
  evalType: own(differing.evalType, () => evalType(reader)),
  labels: own(differing.labels, () => rowLabels(reader, sweBenchFields.labels)),
});

import type { Grade } from '../core/evaluation/grade/grade';
import { gradeLogStream } from '../core/evaluation/grade/gradeLog';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import type { FilePort } from '../core/shared/files';
import { InputFault } from '../core/shared/problem';

/** Columns of a dataset row that grading reads; patches and statements can stay undecoded. */
export const gradingColumns: readonly string[] = [
  'instance_id',
  'repo',
  'version',
  'FAIL_TO_PASS',
  'PASS_TO_PASS',
  'log_parser',
  'coverage',
  'eval_type',
  // By these a row of another benchmark is known, and graded by its own rules.
  'fail_to_pass',
  'pass_to_pass',
  'test_cmds',
  'install_config',
  'pr_description',
  'interface',
  'language',
  'source',
  'task_types',
  'task_id',
  'entry_point',
  'canonical_solution',
];

export interface GradedLog {
  readonly path: string;
  readonly grade: Grade;
}

/**
 * Grades one log file, gunzipped where it is gzip, as a stream: memory does not grow with its length. Throws InputFault
 * where the file is missing, a folder or a broken gzip file; never for its text.
 */
export const gradeLogFile = async (
  files: FilePort,
  instance: GradedInstance,
  path: string,
  rules: RuleSetName,
): Promise<GradedLog> => {
  const found = await files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such log. Check the path given as --log.`);
  if (found.kind !== 'file') throw new InputFault(`${path}: not a file. Give a folder of logs without --log.`);
  const grade = await gradeLogStream({ instance, rules }, () => files.openBytes(path));
  return { path, grade };
};

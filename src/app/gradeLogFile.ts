import type { Grade } from '../core/evaluation/grade/grade';
import { gradeLog } from '../core/evaluation/grade/gradeLog';
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
  'eval_type',
];

/** A text cannot be longer than this here; a log is a few megabytes as a rule. */
const LONGEST = 500_000_000;

export interface GradedLog {
  readonly path: string;
  readonly grade: Grade;
}

/** The text of a log, its bytes kept where they are UTF-8; others become U+FFFD and are said. */
const readLog = async (files: FilePort, path: string): Promise<{ log: string; warnings: readonly string[] }> => {
  const found = await files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such log. Check the path given as --log.`);
  if (found.kind !== 'file') throw new InputFault(`${path}: not a file. Give a folder of logs without --log.`);
  if (found.bytes > LONGEST)
    throw new InputFault(
      `${path}: ${found.bytes} bytes are more than a log can have here (${LONGEST}). Cut its middle.`,
    );
  const bytes = await files.readBytes(path);
  try {
    return { log: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), warnings: [] };
  } catch {
    const log = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    return { log, warnings: ['the log holds bytes that are not UTF-8; they were read as U+FFFD'] };
  }
};

/** Grades one log file. Throws InputFault where the file is missing, a folder, or too long; never for its text. */
export const gradeLogFile = async (
  files: FilePort,
  instance: GradedInstance,
  path: string,
  rules: RuleSetName,
): Promise<GradedLog> => {
  const { log, warnings } = await readLog(files, path);
  const grade = gradeLog({ instance, log, rules });
  return { path, grade: { ...grade, warnings: [...warnings, ...grade.warnings] } };
};

import type { Grade } from '../core/evaluation/grade/grade';
import type { RuleSetName } from '../core/evaluation/report';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { gradeLogFile } from './gradeLogFile';

/** Grades the log of one evaluation folder; null where it has none. Faults as `gradeLogFile`. */
export const gradeEvaluation = async (
  files: FilePort,
  instance: Instance,
  folder: string,
  rules: RuleSetName,
): Promise<Grade | null> => {
  const path = `${folder}/test_output.txt`;
  if ((await files.stat(path)) === null) return null;
  return (await gradeLogFile(files, instance, path, rules)).grade;
};

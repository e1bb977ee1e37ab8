import { type Regrading, regrade } from '../core/evaluation/grade/regrade';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import type { RuleSetName } from '../core/evaluation/report';
import type { FilePort } from '../core/shared/files';
import { type GradedFolder, gradeFolder } from './gradeFolder';

/** Grades of the same evaluations, joined by path, instance and attempt. What only one side has is no change. */
export const compareGraded = (before: GradedFolder, after: GradedFolder): Regrading => {
  const keyOf = ({ path, grade, attempt }: GradedFolder['graded'][number]): string =>
    JSON.stringify([grade.id, attempt ?? 1, path]);
  const earlier = new Map(before.graded.map((log) => [keyOf(log), log]));
  return regrade(
    after.graded.flatMap((log) => {
      const old = earlier.get(keyOf(log));
      return old ? [{ key: log.path, before: old.grade, after: log.grade }] : [];
    }),
  );
};

/** Grades a folder twice, by one rule set (null: each instance's own) and by another, and says what changes and why. */
export const regradeFolder = async (
  files: FilePort,
  instances: readonly GradedInstance[],
  folder: string,
  rules: RuleSetName | null,
  against: RuleSetName,
  signal?: AbortSignal,
): Promise<Regrading> => {
  const before = await gradeFolder(files, instances, folder, rules, signal);
  return compareGraded(before, await gradeFolder(files, instances, folder, against, signal));
};

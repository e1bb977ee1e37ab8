import type { Grade } from '../core/evaluation/grade/grade';
import type { RuleSetName } from '../core/evaluation/report';
import type { Instance } from '../core/instance/instance';
import type { FilePort } from '../core/shared/files';
import { type FoundEvaluation, placeOf } from './gradeFolderFound';
import { evaluationsAt } from './gradeFolderLayouts';
import { gradeFound } from './gradeFound';

/** The instance's own among the evaluations of a folder: the only one, or the one that its file is named after. */
const ownOf = (found: readonly FoundEvaluation[], id: string): FoundEvaluation | null => {
  if (found.length === 1) return found[0] ?? null;
  return found.find(({ labels }) => labels.some((label) => label === id || label.startsWith(`${id}.`))) ?? null;
};

/** What one evaluation folder holds of an instance, in any benchmark's layout; null where that is nothing. */
export const evidenceIn = async (files: FilePort, id: string, folder: string): Promise<FoundEvaluation | null> => {
  if ((await files.stat(folder))?.kind !== 'folder') return null;
  return ownOf(evaluationsAt(placeOf(folder, await files.list(folder))), id);
};

/**
 * Grades one evaluation folder by a rule set; null where it holds neither a log nor a file of results. Faults as
 * `gradeFound`.
 */
export const gradeEvaluation = async (
  files: FilePort,
  instance: Instance,
  folder: string,
  rules: RuleSetName,
): Promise<Grade | null> => {
  const found = await evidenceIn(files, instance.id, folder);
  return found && (await gradeFound(files, instance, found, rules)).grade;
};

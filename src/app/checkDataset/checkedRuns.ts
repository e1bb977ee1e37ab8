import type { CheckedRun } from '../../core/evaluation/check/checkedRun';
import { type LogSigns, logSigns } from '../../core/evaluation/check/logSigns';
import type { Grade } from '../../core/evaluation/grade/grade';
import type { EvaluationRecord } from '../../core/evaluation/record';
import type { Instance } from '../../core/instance/instance';
import type { FilePort } from '../../core/shared/files';
import { joinPath, pathBelow } from '../../core/study/studyPath';
import type { EvaluatedItem } from '../evaluation/request';
import { gradeEvaluation } from '../gradeEvaluation';

/** A log longer than this is looked through for signs from its beginning only up to here. */
const mostRead = 64 * 1024 * 1024;

const none: LogSigns = { network: [], refusals: [] };

/** Required tests that should pass on this side and did not. */
const due = (side: CheckedRun['side'], { tests }: Pick<Grade, 'tests'>) =>
  tests.filter(({ success, required }) => success === false && (side === 'gold' || required === 'PASS_TO_PASS'));

const signsOf = async (files: FilePort, folder: string, side: CheckedRun['side'], grade: Grade | null) => {
  const path = joinPath(folder, 'test_output.txt');
  if ((await files.stat(path))?.kind !== 'file') return none;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readBytes(path, mostRead));
  return logSigns(text, grade === null ? [] : due(side, grade), grade?.results ?? new Map());
};

/**
 * One finished evaluation of a check, graded again from its log for what its report leaves out. `instance` is as it is
 * graded (with the parser of its target); `record` null where nothing was recorded.
 */
export const checkedRun = async (
  files: FilePort,
  instance: Instance,
  item: EvaluatedItem,
  record: EvaluationRecord | null,
  root: string,
): Promise<CheckedRun> => {
  const side = item.model === 'base' ? 'base' : 'gold';
  const isGraded = item.outcome.kind !== 'none';
  const grade = isGraded ? await gradeEvaluation(files, instance, item.folder, item.rules) : null;
  const signs = record === null ? none : await signsOf(files, item.folder, side, grade);
  return {
    side,
    repeat: item.repeat,
    // As evidence names it: relative to the folder that holds the checks.
    folder: pathBelow(root, item.folder) ?? item.folder,
    outcome: item.outcome,
    reason: item.reason,
    tests: grade?.tests ?? [],
    results: grade?.results ?? new Map(),
    ...signs,
    testSeconds: record?.testSeconds ?? null,
    timeoutSeconds: record?.timeoutSeconds ?? 0,
  };
};

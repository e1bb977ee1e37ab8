import { type RecordedOptimisation, recordedOptimisation } from '../core/evaluation/optimisation/recordedOptimisation';
import type { RuleSetName } from '../core/evaluation/report';
import type { FilePort } from '../core/shared/files';
import { resultOf } from '../core/study/evaluationOutcome';
import { joinPath } from '../core/study/studyPath';

const largestRecord = 32 * 1024 * 1024;

/** What an evaluation folder's `result.json` holds; null where there is none, or it is no JSON or no plain file. */
const recordIn = async (files: FilePort, folder: string): Promise<unknown> => {
  const path = joinPath(folder, 'result.json');
  const found = await files.stat(path);
  if (found?.kind !== 'file' || found.bytes > largestRecord) return null;
  try {
    return JSON.parse(new TextDecoder().decode(await files.readBytes(path)));
  } catch {
    return null;
  }
};

/** The rule set that our own result.json of an evaluation folder records; null where there is none. */
export const recordedRules = async (files: FilePort, folder: string): Promise<RuleSetName | null> =>
  resultOf(await recordIn(files, folder))?.rules ?? null;

/** The optimisation score that our own result.json records; null where the patch was not timed. */
export const optimisationIn = async (files: FilePort, folder: string): Promise<RecordedOptimisation | null> =>
  recordedOptimisation(await recordIn(files, folder));

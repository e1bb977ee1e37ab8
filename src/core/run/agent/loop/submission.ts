import type { CommandResult } from '../attempt';
import { firstLine, lstrip, strip } from './pythonText';

const submitWord = 'COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT';

/**
 * What a command hands in: all behind the first line of its output, where that is the word and the command succeeded;
 * else null. Bytes are kept: of a patch of files with `\r\n` the original makes one that doesn't apply.
 */
export const submissionOf = ({ output, returncode }: CommandResult): string | null => {
  if (returncode !== 0) return null;
  const { line, rest } = firstLine(lstrip(output));
  return strip(line) === submitWord ? rest : null;
};

import { BLANKS, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const RESULT = new RegExp(`^\\[junit\\][${BLANKS}]+\\[(PASS|FAIL|ERR)\\][${BLANKS}]+(.*)$`, 's');

/** Ant's JUnit task with a listener of the row's own, `[junit] [PASS] name`, as `parse_log_ant` reads it. */
export const antParser = parserByLine('parse_log_ant', cuesAt('indented', '[junit]'), (text) => {
  const found = RESULT.exec(trimBlanks(text));
  return found?.[2] === undefined ? null : [found[2], found[1] === 'PASS' ? 'PASSED' : 'FAILED'];
});

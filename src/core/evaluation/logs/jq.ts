import { BLANKS, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const RESULT = new RegExp(`^(PASS|FAIL):[${BLANKS}](.+)$`, 's');

/** Automake's test lines, `PASS: tests/jqtest`, as `parse_log_jq` reads them. */
export const jqParser = parserByLine('parse_log_jq', cuesAt('indented', 'PASS:', 'FAIL:'), (text) => {
  const found = RESULT.exec(trimBlanks(text));
  return found?.[2] === undefined ? null : [found[2], found[1] === 'PASS' ? 'PASSED' : 'FAILED'];
});

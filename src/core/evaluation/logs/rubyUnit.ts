import type { TestStatus } from '../testResult';
import { isBlank, trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { isWordAt } from './characterClasses';
import { cuesAt } from './lineParser';

const PREFIX = 'test: ';
const codes: Readonly<Record<string, TestStatus>> = { '.': 'PASSED', E: 'FAILED', F: 'FAILED', O: 'SKIPPED' };

/** The code that follows a colon and blanks; a letter has to be a word of its own. */
const codeAfter = (text: string, colon: number): TestStatus | null => {
  let at = colon + 1;
  while (at < text.length && isBlank(text.charCodeAt(at))) at += 1;
  const status = at === colon + 1 ? undefined : codes[text[at] ?? ''];
  if (status === undefined || (text[at] !== '.' && isWordAt(text, at + 1))) return null;
  return status;
};

/** test-unit's verbose lines, `test: name: .: (0.01)`, as `parse_log_ruby_unit` reads them; an error is a failure. */
export const rubyUnitParser = parserByLine('parse_log_ruby_unit', cuesAt('anywhere', ':'), (raw) => {
  const text = trimBlanks(raw);
  for (let at = text.lastIndexOf(':'); at > 0; at = text.lastIndexOf(':', at - 1)) {
    const status = codeAfter(text, at);
    if (status === null) continue;
    const start = text.startsWith(PREFIX) && at > PREFIX.length ? PREFIX.length : 0;
    return [text.slice(start, at), status];
  }
  return null;
});

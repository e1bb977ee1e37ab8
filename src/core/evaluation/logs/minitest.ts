import type { TestStatus } from '../testResult';
import { trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const lastCode = (text: string): number =>
  Math.max(text.lastIndexOf('.'), text.lastIndexOf('F'), text.lastIndexOf('E'));

/**
 * Minitest's verbose lines, `name. = 0.01 s = .`, as `parse_log_minitest` reads them: the last of `.`, `F` and `E`
 * decides, wherever it stands after an equals sign; an error is a failure.
 */
export const minitestParser = parserByLine('parse_log_minitest', cuesAt('anywhere', '='), (raw) => {
  const text = trimBlanks(raw);
  const code = lastCode(text);
  const equals = code < 1 ? -1 : text.lastIndexOf('=', code - 1);
  const stop = equals < 3 ? -1 : text.lastIndexOf('. ', equals - 2);
  if (stop < 1) return null;
  const status: TestStatus = text[code] === '.' ? 'PASSED' : 'FAILED';
  return [text.slice(0, stop), status];
});

import { trimBlanks } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

const PASSED = ' - passed';
const FAILED = ' - failed';

/**
 * RSpec's JSON after the row's own transformation, `name - passed`, as `parse_log_rspec_transformed_json` reads it.
 * Pending examples give no result.
 */
export const rspecJsonParser = parserByLine(
  'parse_log_rspec_transformed_json',
  cuesAt('anywhere', PASSED, FAILED),
  (raw) => {
    const text = trimBlanks(raw);
    const passed = text.lastIndexOf(PASSED);
    const failed = text.lastIndexOf(FAILED);
    const at = Math.max(passed, failed);
    return at < 1 ? null : [text.slice(0, at), passed > failed ? 'PASSED' : 'FAILED'];
  },
);

import { words } from './blanks';
import { parserByLine } from './byLine';
import { cuesAt } from './lineParser';

/**
 * `cargo test` as `parse_log_cargo` reads it: `test path::name ... ok`. Ignored tests give no result, and neither does
 * a result that is more than one word (`ignored, why`). The crate is not part of the id.
 */
export const cargoParser = parserByLine('parse_log_cargo', cuesAt('indented', 'test'), (text) => {
  const [test, id, dots, outcome, more] = words(text, 5);
  if (test !== 'test' || id === undefined || dots !== '...' || more !== undefined) return null;
  if (outcome === 'ok') return [id, 'PASSED'];
  return outcome === 'FAILED' ? [id, 'FAILED'] : null;
});

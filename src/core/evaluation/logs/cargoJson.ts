import type { TestStatus } from '../testResult';
import { parserByLine } from './byLine';
import { jsonLine } from './jsonLine';
import { textOf } from './jsonReader';
import { cuesAt } from './lineParser';

const events: ReadonlyMap<string | null, TestStatus> = new Map<string, TestStatus>([
  ['ok', 'PASSED'],
  ['failed', 'FAILED'],
  ['ignored', 'SKIPPED'],
]);

/**
 * `cargo test -- --format json` (libtest; unstable, `library/test/src/formatters/json.rs`): one object a line. The id is
 * the test's path; the crate is not in it.
 */
export const cargoJsonParser = parserByLine('cargo-json', cuesAt('indented', '{'), (text) => {
  const event = jsonLine(text);
  if (textOf(event?.get('type')) !== 'test') return null;
  const status = events.get(textOf(event?.get('event')));
  const name = textOf(event?.get('name'));
  return status === undefined || name === null ? null : [name, status];
});

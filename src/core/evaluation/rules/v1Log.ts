import { err, ok, type Result } from '../../shared/result';
import { END_MARKER, START_MARKER } from '../logs/markers';

const APPLIED = '>>>>> Applied Patch';
const OF_TEST = `${APPLIED} (test)`;
const OF_MODEL = `${APPLIED} (pred)`;
const BLANK = 32;
const NEWLINE = 10;

/** A character a byte, so that places in the text are those of the bytes. */
const flat = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** The first lines of its log: `[testbed] [id] Task Metadata:`, then fields behind tabs. */
const HEAD = /^(?:\[[^\]\n]*\] )*Task Metadata:\r?\n(?:\t- [^\n]*\n)*\t- Testbed:/;

/**
 * Whether a log is of SWE-bench 1 (up to 1.1.5), by its first lines alone: a later log quotes the patch, which could
 * bring these words along and so choose the rules that it is graded by.
 */
export const isV1Log = (head: Uint8Array): boolean => HEAD.test(flat(head));

/**
 * A log of SWE-bench 1 as later rules read one. That harness reads all after the last `Applied Patch (pred)`: the
 * markers are put there and at the end, and what stands before is blanked, since earlier tries may have failed. Lines
 * and bytes stay where they are. An error where a patch did not apply, as that harness tells it.
 */
export const v1LogWithMarkers = (log: Uint8Array): Result<Uint8Array, string> => {
  const text = flat(log);
  if (!text.includes(OF_TEST)) return err(`the test patch did not apply: the log lacks "${OF_TEST}"`);
  const start = text.lastIndexOf(OF_MODEL);
  if (start === -1) return err(`the patch did not apply: the log lacks "${OF_MODEL}"`);
  const end = new TextEncoder().encode(`\n${END_MARKER}\n`);
  const marked = new Uint8Array(log.length + end.length);
  marked.set(log);
  for (let at = 0; at < start + OF_MODEL.length; at += 1) if (marked[at] !== NEWLINE) marked[at] = BLANK;
  marked.set(new TextEncoder().encode(START_MARKER), start);
  marked.set(end, log.length);
  return ok(marked);
};

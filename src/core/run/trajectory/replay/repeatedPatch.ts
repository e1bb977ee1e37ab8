import { looseLine, looseText } from './looseText';
import type { Repeated } from './replayRecord';

const linesOf = (patch: string): readonly string[] => patch.replace(/\n+$/, '').split('\n');

/** Hashes of files may be shortened to other lengths; all else of a patch stands for itself. */
const isSame = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (a?.startsWith('index ') === true && b?.startsWith('index ') === true && looseLine(a) === looseLine(b));

const partsAt = (recorded: string, seen: string): number | null => {
  const [before, now] = [linesOf(recorded), linesOf(seen)];
  for (let at = 0; at < Math.max(before.length, now.length); at++) if (!isSame(before[at], now[at])) return at + 1;
  return null;
};

/**
 * Whether a replay came to the patch that was recorded. `seen`: what it handed in, where it did so by its own command,
 * and the diff of its last state: either will do, for an agent need not hand in all that it changed. Lengths of the
 * hashes in `index` lines don't count, nor line ends behind the last line.
 */
export const repeatedPatch = (recorded: string | null, seen: readonly (string | null)[]): Repeated => {
  if (recorded === null) return { kind: 'not-run', why: 'the trajectory records no final patch' };
  const known = seen.filter((patch) => patch !== null);
  const [first] = known;
  if (first === undefined) return { kind: 'not-run', why: 'no diff could be taken of the replay' };
  if (known.some((patch) => partsAt(recorded, looseText(patch)) === null || partsAt(recorded, patch) === null))
    return { kind: 'same' };
  return { kind: 'parted', at: partsAt(recorded, first), recorded, seen: first };
};

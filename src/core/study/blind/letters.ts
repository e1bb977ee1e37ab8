import type { Sha256 } from '../../shared/hash';

/** 0 is `A`, 25 `Z`, 26 `AA`. */
const letterAt = (at: number): string =>
  (at >= 26 ? letterAt(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/**
 * A letter for each row of one instance, shuffled by the seed so that no letter stands for a model: the same seed, the
 * same letters, on every machine. `keys` are the rows' own names.
 */
export const lettersOf = (
  keys: readonly string[],
  by: { readonly seed: string; readonly instanceId: string },
  sha256: Sha256,
): ReadonlyMap<string, string> => {
  const drawn = keys.map((key) => ({ key, lot: sha256(JSON.stringify([by.seed, by.instanceId, key])) }));
  drawn.sort((one, other) => (one.lot < other.lot ? -1 : 1));
  return new Map(drawn.map(({ key }, at) => [key, letterAt(at)]));
};

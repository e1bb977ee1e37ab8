import { sha256 } from '../io/store/sha256';

/** A report object is read once and kept while its file stays: so is its hash. */
const hashes = new WeakMap<object, string>();

export const reportHash = (report: object): string => {
  const hash = hashes.get(report) ?? sha256(JSON.stringify(report));
  hashes.set(report, hash);
  return hash;
};

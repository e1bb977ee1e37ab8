import type { Sha256 } from '../../shared/hash';
import { canonicalJson } from './canonicalJson';

/** What a verdict is about. Hashes are lower-case hex SHA-256; null where the unit has none. No model's name in it. */
export interface Subject {
  readonly unit: 'prediction' | 'instance' | 'trajectory';
  readonly benchmark: string;
  readonly instance: string;
  /** The base commit; null where the data has none. */
  readonly base: string | null;
  readonly patch: string | null;
  readonly trajectory: string | null;
}

/** SHA-256 over the RFC 8785 form: the join between human verdicts and automatic scores. */
export const subjectHash = (subject: Subject, sha256: Sha256): string => {
  const { unit, benchmark, instance, base, patch, trajectory } = subject;
  return sha256(canonicalJson({ unit, benchmark, instance, base, patch, trajectory }));
};

import type { Label } from '../../instance/instance';
import type { GradedInstance } from '../gradedInstance';
import { field, isFields } from './coverage';

/** Where a job leaves its coverage reports, and which files count. */
export interface CoverageWish {
  /** Paths in the testbed; beside them, whatever eval.sh writes below `$TOUCHSTONE_OUT/coverage/`. */
  readonly reports: readonly string[];
  /** Files that count, relative to the testbed; one that ends in `/` stands for all below it. Null: all. */
  readonly files: readonly string[] | null;
}

/** Relative, inside the testbed, and nothing that a shell or a terminal could take for something else. */
const isInside = (path: string): boolean =>
  /^[\w@+.][\w@+./ -]{0,499}$/.test(path) && !path.split('/').some((part) => part === '..' || part === '.git');

const pathsIn = (value: unknown): readonly string[] => {
  const texts = typeof value === 'string' ? [value] : Array.isArray(value) ? value : [];
  return texts.filter((text): text is string => typeof text === 'string' && isInside(text));
};

const isTestGeneration = ({ labels }: GradedInstance): boolean =>
  (labels?.taskTypes ?? []).some(({ value }: Label) => value === 'TG' || /test[ _-]?case|test generation/i.test(value));

/** `{ report, files }` as a row or a study file writes it; null where it is no such block. */
export const coverageWishIn = (value: unknown): CoverageWish | null => {
  if (!isFields(value)) return null;
  const files = pathsIn(field(value, 'files'));
  return { reports: pathsIn(field(value, 'report')), files: files.length === 0 ? null : files };
};

/**
 * What is to be measured of an instance: by its row's own `coverage: { report, files }`, else by the study file's
 * environment. An instance of type TG without either is measured by what its script leaves. Null: nothing is measured.
 */
export const coverageWishOf = (
  instance: GradedInstance,
  environment: CoverageWish | null = null,
): CoverageWish | null => {
  const own = coverageWishIn(instance.extra?.['coverage']);
  if (own !== null || environment !== null) return own ?? environment;
  return isTestGeneration(instance) ? { reports: [], files: null } : null;
};

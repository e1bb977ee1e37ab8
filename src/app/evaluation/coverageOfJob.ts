import type { CoverageWish } from '../../core/evaluation/coverage/coverageWish';
import { type MeasuredCoverage, measureCoverage } from '../../core/evaluation/coverage/measureCoverage';
import { isCoverageName } from '../../core/evaluation/script/coveragePart';
import type { JobFiles } from '../../core/run/container/engine';

/** The coverage reports that a job left, by name. */
export const coverageFiles = ({ files }: JobFiles): readonly (readonly [name: string, bytes: Uint8Array])[] =>
  [...files].filter(([name]) => isCoverageName(name)).sort(([a], [b]) => (a < b ? -1 : 1));

/** Line coverage of a job; null where none was asked for. */
export const coverageOfJob = (output: JobFiles, wish: CoverageWish | null): MeasuredCoverage | null => {
  if (wish === null) return null;
  const text = new TextDecoder();
  const reports = coverageFiles(output).map(([name, bytes]) => ({ name, text: text.decode(bytes) }));
  return measureCoverage(wish, reports);
};

import { coverageWishOf } from '../core/evaluation/coverage/coverageWish';
import { type MeasuredCoverage, measureCoverage } from '../core/evaluation/coverage/measureCoverage';
import type { GradedInstance } from '../core/evaluation/gradedInstance';
import { isCoverageName } from '../core/evaluation/script/coveragePart';
import type { FilePort } from '../core/shared/files';
import { folderOf, joinPath, nameOf } from '../core/study/studyPath';
import { byCoverage } from './evaluation/ownLog';
import type { GradedEntry } from './gradeBeside';
import { isLink } from './gradeResults';

const largest = 50_000_000;

/**
 * Line coverage by the reports that an evaluation kept in its folder, read anew; null where it holds none. A link is
 * not followed.
 */
export const coverageIn = async (
  files: FilePort,
  instance: GradedInstance,
  folder: string,
): Promise<MeasuredCoverage | null> => {
  const entries = await files.list(folder).catch(() => []);
  const names = entries.filter(({ kind, name }) => kind === 'file' && isCoverageName(name)).map(({ name }) => name);
  const reports: { name: string; text: string }[] = [];
  for (const name of names.sort()) {
    const path = joinPath(folder, name);
    if (await isLink(files, path)) continue;
    reports.push({ name, text: new TextDecoder().decode(await files.readBytes(path, largest)) });
  }
  return reports.length === 0
    ? null
    : measureCoverage(coverageWishOf(instance) ?? { reports: [], files: null }, reports);
};

/** A grade with the coverage that lies beside what was graded, and by it where that is the benchmark's measure. */
export const withCoverage = async (
  files: FilePort,
  instance: GradedInstance,
  entry: GradedEntry,
): Promise<GradedEntry> => {
  // Only a log of this name has a folder of its own; others may lie among thousands.
  if (nameOf(entry.path) !== 'test_output.txt' && !isCoverageName(nameOf(entry.path))) return entry;
  const coverage = await coverageIn(files, instance, folderOf(entry.path));
  return coverage === null ? entry : { ...entry, grade: byCoverage(instance, entry.grade, coverage), coverage };
};

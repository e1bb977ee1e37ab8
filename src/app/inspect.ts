import { InputFault, type Problem } from '../core/shared/problem';
import { openStudy } from './openStudy';
import { lookAt } from './openStudyDiscovery';
import type { CataloguePorts } from './openStudyRuns';
import { eachInstance } from './readDataset';
import { readPredictions } from './readPredictions';

/** What a path holds, in the shape of `touchstone inspect` (cli.md). */
export interface Inspection {
  readonly path: string;
  /** `swebench-jsonl`, `predictions-by-id`, `touchstone-study`, ...; null where nothing was recognised. */
  readonly format: string | null;
  /** `classic` or `v5` columns of a dataset, the version of a study file; null where the format has none. */
  readonly version: string | null;
  readonly counts: Readonly<Record<string, number>>;
  readonly skipped: readonly Problem[];
  readonly warnings: readonly string[];
}

const wordsOf = (notes: readonly Problem[]): readonly string[] => notes.map((note) => `${note.where}: ${note.reason}`);

const inspectDataset = async ({ files }: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const repositories = new Set<string>();
  let instances = 0;
  let scripts = 0;
  const read = await eachInstance(
    files,
    path,
    {},
    (instance) => {
      instances += 1;
      if (instance.evalScript !== null) scripts += 1;
      if (instance.repo !== null) repositories.add(instance.repo);
    },
    signal,
  );
  return {
    path,
    format: read.format,
    version: scripts > 0 ? 'v5' : 'classic',
    counts: { instances, repositories: repositories.size },
    skipped: read.skipped,
    warnings: [...read.warnings, ...wordsOf(read.notes)],
  };
};

const inspectPredictions = async (
  { files }: CataloguePorts,
  path: string,
  signal?: AbortSignal,
): Promise<Inspection> => {
  const read = await readPredictions(files, path, signal);
  const models = new Set(read.predictions.flatMap((prediction) => prediction.model ?? []));
  const empty = read.predictions.filter((prediction) => (prediction.patch ?? '') === '').length;
  return {
    path,
    format: read.format,
    version: null,
    counts: { predictions: read.predictions.length, models: models.size, emptyPatches: empty },
    skipped: read.skipped,
    warnings: [...read.warnings, ...wordsOf(read.notes)],
  };
};

const inspectFolder = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const study = await openStudy(ports, path, signal);
  const { datasets, runs, evaluations, judges } = study;
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);
  return {
    path,
    format: study.studyFile === null ? 'folder' : 'touchstone-study',
    version: study.studyFile === null ? null : '1',
    counts: {
      datasets: datasets.length,
      instances: sum(datasets.map((dataset) => dataset.instances.length)),
      runs: runs.length,
      predictions: sum(runs.map((run) => run.predictions.length)),
      evaluations: evaluations.length,
      reports: evaluations.filter((evaluation) => evaluation.report !== null).length,
      judges: judges.length,
      filesLookedAt: study.filesLookedAt,
    },
    skipped: [...study.problems, ...datasets.flatMap((d) => d.skipped), ...runs.flatMap((r) => r.skipped)],
    warnings: wordsOf(datasets.flatMap((dataset) => dataset.notes)),
  };
};

const plain = (path: string, format: string, counts: Readonly<Record<string, number>>): Inspection => ({
  path,
  format,
  version: null,
  counts,
  skipped: [],
  warnings: [],
});

const countReports = async ({ files }: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  let reports = 0;
  let resolved = 0;
  const file = await files.openRows(path, {}, signal);
  for await (const row of file.rows) {
    if (row.kind !== 'row') continue;
    reports += 1;
    if ((row.value as { resolved?: unknown } | null)?.resolved === true) resolved += 1;
  }
  return plain(path, 'swebench-report', { reports, resolved });
};

const unknown = (path: string, reason: string): Inspection => ({
  ...plain(path, '', {}),
  format: null,
  skipped: [{ where: path, field: null, reason }],
});

const inspectFile = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const head = new TextDecoder().decode(await ports.files.readBytes(path, 64 * 1024));
  if (/^touchstone\s*:/m.test(head) && !head.trimStart().startsWith('{')) return inspectFolder(ports, path, signal);
  const kind = await lookAt(ports.files, path, signal);
  if (kind === null) return unknown(path, 'No known format: the first rows are no instances, predictions or reports.');
  if (kind.kind === 'instance') return inspectDataset(ports, path, signal);
  if (kind.kind === 'prediction') return inspectPredictions(ports, path, signal);
  if (kind.kind === 'report') return countReports(ports, path, signal);
  if (kind.kind === 'summary') return plain(path, 'swebench-run-report', { reports: 1 });
  const name = kind.kind === 'foreign' ? kind.name : 'another format';
  return unknown(path, `This looks like ${name}, which this version does not read.`);
};

/**
 * Says what a path holds: a dataset, predictions, a report, a study. Never throws for what it can't read: `format` is
 * null then and `skipped` has the reason. Throws InputFault where nothing stands at the path.
 */
export const inspect = async (ports: CataloguePorts, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const found = await ports.files.stat(path);
  if (found === null) throw new InputFault(`${path}: no such file or folder. Check the path.`);
  if (found.kind === 'other') return unknown(path, 'a pipe or a device; save what it gives to a file.');
  try {
    return found.kind === 'folder' ? await inspectFolder(ports, path, signal) : await inspectFile(ports, path, signal);
  } catch (error) {
    if (!(error instanceof InputFault)) throw error;
    return unknown(path, error.message.replace(`${path}: `, ''));
  }
};

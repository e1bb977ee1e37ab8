import { counted } from '../../core/shared/counted';
import type { FilePort } from '../../core/shared/files';
import { eachInstance } from '../readDataset';
import { readPredictions } from '../readPredictions';
import { type Inspection, inspectionOf, inWords } from './inspection';

/** Notes of so many rows that nobody reads them all are said with their number. */
const maxNotes = 50;

const someOf = (warnings: readonly string[]): readonly string[] => {
  const more = warnings.length - maxNotes;
  return more > 0 ? [...warnings.slice(0, maxNotes), `${counted(more, 'more note')} of the same file.`] : warnings;
};

/** A dataset, read to its end without being held: instances, repositories, and what was left out. */
export const inspectDataset = async (files: FilePort, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const repositories = new Set<string>();
  let instances = 0;
  const take = ({ repo }: { readonly repo: string | null }): void => {
    instances += 1;
    if (repo !== null) repositories.add(repo);
  };
  const read = await eachInstance(files, path, {}, take, signal);
  return inspectionOf(path, {
    format: read.format,
    version: read.format === 'swebench-task-repo' ? 'v5' : read.version,
    counts: { instances, repositories: repositories.size },
    skipped: read.skipped,
    warnings: someOf([...read.warnings, ...inWords(read.notes)]),
  });
};

/** Predictions: how many, of how many models, how many of them empty. */
export const inspectPredictions = async (files: FilePort, path: string, signal?: AbortSignal): Promise<Inspection> => {
  const read = await readPredictions(files, path, signal);
  const models = new Set(read.predictions.flatMap((prediction) => prediction.model ?? []));
  const empty = read.predictions.filter(({ patch, code }) => (patch ?? code ?? '') === '').length;
  return inspectionOf(path, {
    format: read.format,
    counts: { predictions: read.predictions.length, models: models.size, emptyPatches: empty },
    skipped: read.skipped,
    warnings: someOf([...read.warnings, ...inWords(read.notes)]),
  });
};

import { extractionFinding } from '../core/evaluation/errorTypeOfExtraction';
import type { Prediction } from '../core/run/prediction/prediction';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import type { Problem } from '../core/shared/problem';
import type { PredictionEntry, RunEntry } from '../core/study/catalogue';
import { joinPath, nameOf } from '../core/study/studyPath';
import type { FileMemo } from './fileMemo';
import type { DatasetListing } from './readDatasetListing';
import { readPredictions } from './readPredictions';
import { holdsTaskFolders } from './readPredictionsFolder';
import type { RepositoryPort } from './studyFaults/faultPorts';

export interface CataloguePorts {
  readonly files: FilePort;
  readonly sha256: Sha256;
  /** Keeps what was read of a file while it stays as it is; without one everything is read anew. */
  readonly memo?: FileMemo;
  /** Lists a dataset in place of `listDataset`: out of an index, for example. */
  readonly list?: (path: string, signal?: AbortSignal) => Promise<DatasetListing>;
  /** Git repositories that a study file names; without them nothing is said of what they have. */
  readonly repositories?: RepositoryPort;
}

/** What is said of a run beside its predictions, by the study file or by `run.json`. */
export interface RunWords {
  readonly id: string;
  readonly model: string | null;
  readonly attempt: number | null;
  readonly base: string | null;
}

/** Names of predictions files in a run's folder, the first that is there counts (formats.md A2). */
const predictionNames = [
  'predictions.jsonl',
  'preds.json',
  'all_preds.jsonl',
  'predictions.json',
  'predictions.jsonl.gz',
  'samples.jsonl',
  'generations.json',
];

/** The predictions of a run's folder: a file, or the folder itself where it holds `.pred` files; null where none. */
export const predictionsIn = async (files: FilePort, folder: string): Promise<string | null> => {
  const entries = await files.list(folder);
  const names = new Set(entries.filter((entry) => entry.kind === 'file').map((entry) => entry.name));
  const known = predictionNames.find((name) => names.has(name));
  if (known !== undefined) return joinPath(folder, known);
  if ([...names].some((name) => name.endsWith('.pred')) || holdsTaskFolders(entries)) return folder;
  for (const entry of entries) {
    if (entry.kind !== 'folder') continue;
    const file = await files.stat(joinPath(folder, `${entry.name}/${entry.name}.pred`));
    if (file?.kind === 'file') return folder;
  }
  return null;
};

/** One sample each needs no number; a file that has several of any instance numbers all of its samples. */
const entryOf = (prediction: Prediction, numbered: boolean, sha256: Sha256): PredictionEntry => {
  const { instanceId, kind, attempt } = prediction;
  const extraction = extractionFinding(prediction.extra);
  const more = {
    ...(kind === 'code' ? { kind } : {}),
    ...(numbered ? { attempt } : {}),
    ...(extraction === null ? {} : { extraction }),
  };
  const text = kind === 'code' ? prediction.code : prediction.patch;
  if (text === null) return { instanceId, patchHash: null, patchBytes: 0, ...more };
  const bytes = new TextEncoder().encode(text);
  return { instanceId, patchHash: sha256(bytes), patchBytes: bytes.length, ...more };
};

/** A run of a study has one answer to each instance: of several models in its file the last one's, as it always was. */
const ofOneRun = (
  path: string,
  predictions: readonly Prediction[],
): { readonly kept: readonly Prediction[]; readonly skipped: readonly Problem[] } => {
  const last = new Map(predictions.map((prediction) => [prediction.instanceId, prediction]));
  const counts = (one: Prediction): boolean => one.kind === 'code' || last.get(one.instanceId) === one;
  const skipped = predictions
    .filter((one) => !counts(one))
    .map(({ instanceId, model }) => ({
      where: `${nameOf(path)} ${instanceId}`,
      field: 'model_name_or_path',
      reason: `The answer of "${model ?? 'no model'}" is left out: the file holds a later one of another model, and a run of a study has one answer to each instance. Write a file for each model.`,
    }));
  return { kept: predictions.filter(counts), skipped };
};

const commonModel = (predictions: readonly Prediction[]): string | null =>
  predictions.find((prediction) => prediction.model !== null)?.model ?? null;

/** `run.json` beside the predictions: model, attempt and parent where the study file is silent. Never a reason to fail. */
const wordsBeside = async (
  files: FilePort,
  folder: string,
): Promise<Partial<RunWords> & { readonly isFork?: boolean }> => {
  const path = joinPath(folder, 'run.json');
  if ((await files.stat(path))?.kind !== 'file') return {};
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(await files.readBytes(path, 1024 * 1024)));
    if (typeof value !== 'object' || value === null) return {};
    const { model, attempt, base, touchstone } = value as Record<string, unknown>;
    return {
      model: typeof model === 'string' ? model : null,
      attempt: Number.isInteger(attempt) ? Number(attempt) : null,
      base: typeof base === 'string' ? base : null,
      isFork:
        typeof touchstone === 'object' && touchstone !== null && 'parent' in touchstone && touchstone.parent !== null,
    };
  } catch {
    return {};
  }
};

/** Reads one run. Throws InputFault where its predictions can't be read as a whole. */
export const openRun = async (
  { files, sha256, memo: kept }: CataloguePorts,
  path: string,
  folder: string | null,
  said: RunWords,
  signal?: AbortSignal,
  positions: readonly string[] | null = null,
): Promise<RunEntry> => {
  signal?.throwIfAborted();
  const memo: FileMemo = kept ?? ((_kind, _path, read) => read());
  const stop = kept ? undefined : signal;
  const read = await memo(`run ${positions?.length ?? 0}`, path, async () => {
    const found = await readPredictions(files, path, stop, positions);
    const { kept: own, skipped } = ofOneRun(path, found.predictions);
    const numbered = own.some(({ attempt }) => attempt > 1);
    const predictions = own.map((prediction) => entryOf(prediction, numbered, sha256));
    return { model: commonModel(own), predictions, skipped: [...found.skipped, ...skipped] };
  });
  const beside = folder === null ? {} : await wordsBeside(files, folder);
  return {
    id: said.id,
    path,
    model: said.model ?? beside.model ?? read.model,
    attempt: said.attempt ?? beside.attempt ?? 1,
    base: said.base ?? beside.base ?? null,
    ...(beside.isFork === true ? { isFork: true } : {}),
    predictions: read.predictions,
    skipped: read.skipped,
  };
};

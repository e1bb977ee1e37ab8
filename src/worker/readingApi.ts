import { type IndexPorts, indexDataset } from '../app/indexDataset';
import { beginStudy } from '../app/openStudy';
import { readDataset } from '../app/readDataset';
import { readInstance } from '../app/readDatasetInstance';
import { readIndexedInstance } from '../app/readIndexedRow';
import { readPredictions } from '../app/readPredictions';
import { readRawRow, rowText } from '../app/readRawRow';
import type { RepositoryPort } from '../app/studyFaults/faultPorts';
import type { IndexCache } from '../core/dataset/rowIndexText';
import type { RowSeek } from '../core/dataset/rowSeek';
import { aliasOf } from '../core/instance/instanceAlias';
import type { Prediction } from '../core/run/prediction/prediction';
import type { FilePort } from '../core/shared/files';
import type { Sha256 } from '../core/shared/hash';
import type { ReadingApi } from '../protocol/worker';
import { fileMemo } from './fileMemo';
import type { StudyReading } from './openedStudy';
import type { Tasks } from './tasks';

/** Datasets and predictions up to this many bytes are kept whole between calls; larger ones are sought in each time. */
const keptBytes = 32 * 1024 * 1024;

/** What the reading functions are made of. */
export interface ReadingPorts {
  readonly files: FilePort;
  readonly sha256: Sha256;
  readonly cache: IndexCache;
  readonly seek: RowSeek;
  readonly progress?: NonNullable<IndexPorts['progress']>;
  readonly repositories?: RepositoryPort;
}

/** The reading functions over one set of ports, with what was read kept per file. */
export const readingApi = (ports: ReadingPorts, tasks: Tasks): ReadingApi & StudyReading => {
  const { files, seek } = ports;
  const memo = fileMemo(files);
  const whole = fileMemo(files, 3);
  const isSmall = async (path: string): Promise<boolean> => ((await files.stat(path))?.bytes ?? 0) <= keptBytes;
  const dataset = (path: string, signal: AbortSignal) =>
    whole('dataset', path, () => readDataset(files, path, {}, signal));
  const index = (path: string, signal?: AbortSignal) => memo('index', path, () => indexDataset(ports, path, signal));
  const list = async (path: string, signal?: AbortSignal) => {
    const { rows, ...said } = await index(path, signal);
    return { ...said, instances: rows };
  };
  /** One row of a large file: by its place, else by reading up to it. */
  const seekInstance = async (path: string, id: string, signal: AbortSignal) =>
    (await readIndexedInstance(seek, path, await index(path, signal), id)) ?? readInstance(files, path, id, signal);
  /** Predictions have no index: their rows are read up to the one that is sought. */
  const indexIfAny = (path: string, signal: AbortSignal) => index(path, signal).catch(() => null);
  const predictions = (path: string, signal: AbortSignal) =>
    whole('predictions', path, () => readPredictions(files, path, signal));
  return {
    // What is kept is waited for by several, so no signal stops it.
    beginStudy: ({ folder, signal }) => beginStudy({ ...ports, memo, list: (path) => list(path) }, folder, signal),
    readInstance: ({ datasetPath, instanceId, task }) =>
      tasks.run(task, async (signal) => {
        // A folder of tasks is not kept; its one task is read by its name.
        if ((await files.stat(datasetPath))?.kind === 'folder')
          return readInstance(files, datasetPath, instanceId, signal);
        if (!(await isSmall(datasetPath))) return seekInstance(datasetPath, instanceId, signal);
        const { instances } = await dataset(datasetPath, signal);
        return instances.find((instance) => instance.id === instanceId) ?? null;
      }),
    readRow: ({ datasetPath, instanceId, task }) =>
      tasks.run(task, async (signal) => {
        const isFolder = (await files.stat(datasetPath))?.kind === 'folder';
        const value = isFolder
          ? await readInstance(files, datasetPath, instanceId, signal)
          : await readRawRow(ports, datasetPath, instanceId, await indexIfAny(datasetPath, signal), signal);
        return value === null ? null : rowText(value);
      }),
    readPatch: ({ predictionsPath, instanceId, task }) =>
      tasks.run(task, async (signal) => {
        const read = await predictions(predictionsPath, signal);
        return read.predictions.findLast((prediction) => isOf(prediction, instanceId))?.patch ?? null;
      }),
    readCode: ({ predictionsPath, instanceId, attempt, task }) =>
      tasks.run(task, async (signal) => {
        const read = await predictions(predictionsPath, signal);
        const own = read.predictions.filter((prediction) => isOf(prediction, instanceId));
        return own.find((prediction) => prediction.attempt === attempt)?.code ?? null;
      }),
    listDataset: ({ path, task }) => tasks.run(task, (signal) => list(path, signal)),
    readDataset: ({ path, task }) => tasks.run(task, (signal) => dataset(path, signal)),
    readPredictions: ({ path, task }) => tasks.run(task, (signal) => predictions(path, signal)),
    cancel: async ({ task }) => tasks.cancel(task),
  };
};

/** Files and datasets may spell an instance differently; `aliasOf` says which spellings are one. */
const isOf = (prediction: Prediction, instanceId: string): boolean =>
  aliasOf(prediction.instanceId) === aliasOf(instanceId);

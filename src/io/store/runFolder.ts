import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { readRunEvents } from '../../core/run/record/runEvents';
import type { OpenRunFolder } from '../../core/run/record/runStore';
import { EnvironmentFault, InputFault } from '../../core/shared/problem';
import { FilesBelow } from './filesBelow';
import { holdLock } from './heldLock';
import { LineFile } from './lineFile';
import { PredictionRows } from './predictionRows';
import { writeTextFile } from './writeTextFile';

export const eventsName = 'events.jsonl';
export const runLockName = 'events.lock';
export const recordName = 'run.json';
const predictionsName = 'predictions.jsonl';

const makeFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new EnvironmentFault('disk', `${folder} could not be made: ${(error as Error).message}`);
  });
};

/** `run.json` as it stands; null: there is none. */
const recordIn = async (folder: string): Promise<unknown> => {
  const file = path.join(folder, recordName);
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new InputFault(`${file} is no JSON: mend it, or choose another folder.`);
  }
};

const openFiles = async (folder: string) => ({
  record: await recordIn(folder),
  events: await LineFile.open(path.join(folder, eventsName)),
  predictions: await PredictionRows.open(path.join(folder, predictionsName)),
});

const inUse = (folder: string): string =>
  `Another process is running a model into ${folder}. Wait for it (where it was stopped, continue or end it), or choose another folder.`;

/**
 * Takes a run's folder for this process until `close`: `run.json`, `predictions.jsonl`, `events.jsonl`, `trajectories/`
 * and `records/`. Throws EnvironmentFault where another live process has it or the disk doesn't take it, and InputFault
 * where it holds a `run.json` that is none.
 */
export const openRunFolder = async (folder: string): Promise<OpenRunFolder> => {
  await makeFolder(folder);
  const lock = path.join(folder, runLockName);
  const { value, release } = await holdLock(lock, () => openFiles(folder), inUse(folder));
  const { record, events, predictions } = value;
  const earlier = readRunEvents(events.earlier);
  const trajectories = new FilesBelow(path.join(folder, 'trajectories'));
  const records = new FilesBelow(path.join(folder, 'records'));
  const isNew = record === null && earlier.length === 0 && predictions.ids.size === 0;
  return {
    folder,
    before: isNew ? null : { record, events: earlier, done: predictions.ids },
    writeRecord: (next) => writeTextFile(path.join(folder, recordName), `${JSON.stringify(next, null, 2)}\n`),
    event: (event) => events.append(event),
    prediction: (row) => predictions.put(row),
    keep: (name, content) => trajectories.write(name, content),
    append: (name, content) => trajectories.append(name, content),
    drop: (name) => trajectories.drop(name),
    recordFile: async (instanceId) => {
      await records.drop(`${instanceId}.jsonl`);
      await records.drop(`${instanceId}.gateway.jsonl`);
      return records.pathOf(`${instanceId}.jsonl`);
    },
    close: async () => {
      await events.close();
      await release();
    },
  };
};

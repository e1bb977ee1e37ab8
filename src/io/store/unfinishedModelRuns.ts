import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { readRunEvents, runStateOf } from '../../core/run/record/runEvents';
import type { RunRecord } from '../../core/run/record/runRecord';
import { isLocked } from '../git/lock';
import { eventsName, recordName, runLockName } from './runFolder';

/** A run of a model that didn't come to its end and that no live process has. What its files say is data. */
export interface LeftModelRun {
  readonly runId: string;
  /** Absolute. */
  readonly folder: string;
  readonly record: RunRecord;
  /** Attempts that ended since it was begun. */
  readonly done: number;
  readonly total: number;
  /** RFC 3339, when it began. */
  readonly at: string;
  /** Why it stopped; null where its process was closed, killed or lost. */
  readonly stopped: 'person' | 'budget' | 'fault' | null;
}

const mostBytes = 256 * 1024 ** 2;

const textOf = async (file: string): Promise<string | null> => {
  const size = (await stat(file).catch(() => null))?.size ?? mostBytes;
  return size >= mostBytes ? null : readFile(file, 'utf8').catch(() => null);
};

const isText = (value: unknown): boolean => typeof value === 'string';

/** With its paths made absolute: they are relative to the folder that has `runs/`. */
const placed = (record: RunRecord, folder: string): RunRecord => {
  const study = path.dirname(path.dirname(folder));
  const { touchstone } = record;
  if (touchstone === undefined) return record;
  const placedFile = <T extends Readonly<Record<string, unknown>>>(fields: T): T =>
    typeof fields['file'] === 'string' ? { ...fields, file: path.resolve(study, fields['file']) } : fields;
  const [entry, settings] = [placedFile(touchstone.entry), placedFile(touchstone.settings)];
  return {
    ...record,
    touchstone: { ...touchstone, dataset: path.resolve(study, touchstone.dataset), entry, settings },
  };
};

const recordIn = async (folder: string): Promise<RunRecord | null> => {
  try {
    const value = JSON.parse((await textOf(path.join(folder, recordName))) ?? '') as Partial<RunRecord> | null;
    const known = isText(value?.model) && isText(value?.agent) && Number.isInteger(value?.attempt);
    return known && isText(value?.touchstone?.dataset) ? placed(value as RunRecord, folder) : null;
  } catch {
    return null;
  }
};

const leftRun = async (folder: string, runId: string): Promise<LeftModelRun | null> => {
  const text = await textOf(path.join(folder, eventsName));
  const record = await recordIn(folder);
  if (text === null || record === null) return null;
  const { begun, endedSinceBegun, isDone, stopped } = runStateOf(readRunEvents(text));
  if (begun === null || isDone || (await isLocked(path.join(folder, runLockName)))) return null;
  const { items: total, at } = begun;
  return { runId, folder, record, done: endedSinceBegun.size, total, at, stopped: stopped?.why ?? null };
};

/** Runs below `folder/runs` that can be resumed. Newest first. */
export const leftModelRuns = async (folder: string): Promise<readonly LeftModelRun[]> => {
  const runs = path.join(folder, 'runs');
  const names = await readdir(runs).catch(() => []);
  const found = await Promise.all(names.map((name) => leftRun(path.join(runs, name), name)));
  return found.filter((run) => run !== null).sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
};

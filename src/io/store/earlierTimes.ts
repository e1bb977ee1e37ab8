import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { folderOfInstance } from '../../core/instance/instanceFolder';

/** How many records are looked at; more would only make the same guess finer. */
const mostRecords = 20_000;

/** How many of them at a time. */
const batch = 64;

const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(folder, name));
};

/** Milliseconds; null where the file is no record, or what it says is no time of an evaluation that ran. */
const timeIn = async (file: string): Promise<number | null> => {
  try {
    const { seconds, outcome } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const { reason } = (outcome ?? {}) as Record<string, unknown>;
    if (reason === 'infrastructure' || reason === 'empty') return null;
    return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null;
  } catch {
    return null;
  }
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * What evaluations of these instances took on average, in milliseconds, by the records of all runs below a folder in
 * the SWE-bench layout. Guesses for an order and a time left, nothing else: what can't be read is passed over.
 */
export const readEarlierTimes = async (
  logs: string,
  instanceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const models = (await Promise.all((await foldersIn(logs)).map(foldersIn))).flat();
  const times = new Map<string, number[]>();
  const files = models
    .flatMap((folder) => instanceIds.map((id) => ({ id, file: recordFile(folder, id) })))
    .slice(0, mostRecords);
  for (let at = 0; at < files.length; at += batch)
    await Promise.all(
      files.slice(at, at + batch).map(async ({ id, file }) => {
        const ms = file === null ? null : await timeIn(file);
        if (ms !== null) times.set(id, [...(times.get(id) ?? []), ms]);
      }),
    );
  return new Map([...times].map(([id, values]) => [id, mean(values)]));
};

const recordFile = (folder: string, id: string): string | null => {
  const name = folderOfInstance(id);
  return name === null ? null : path.join(folder, name, 'result.json');
};

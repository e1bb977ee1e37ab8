import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { readRunEvents, runStateOf } from '../../core/run/record/runEvents';
import { isLocked } from '../git/lock';
import { eventsName, runLockName } from './runFolder';
import { writeTextFile } from './writeTextFile';

const wishName = 'wish.json';
const mostBytes = 4 * 1024 * 1024;

const forkShape = z.object({
  trajectoryPath: z.string(),
  which: z.number(),
  step: z.number(),
  hint: z.nullable(z.string()),
  editedReply: z.nullable(z.string()),
});

const wishShape = z.object({
  datasetPath: z.string(),
  instanceIds: z.nullable(z.array(z.string())),
  agent: z.string(),
  model: z.string(),
  attempt: z.number(),
  budgetUsd: z.nullable(z.number()),
  workers: z.nullable(z.number()),
  backend: z.enum(['docker', 'local']),
  evaluates: z.boolean(),
  title: z.string(),
  /** Null: from the beginning. */
  fork: z.nullable(forkShape),
  /** RFC 3339. */
  at: z.string(),
  total: z.number(),
});

/** What the editor was asked for, by which another window goes on. It stands in a file: data, not the person's word. */
export type ModelRunWish = z.infer<typeof wishShape>;

export interface LeftModelRun {
  readonly runId: string;
  readonly wish: ModelRunWish;
  readonly done: number;
}

const folderOf = (studyFolder: string, runId: string): string => path.join(studyFolder, 'runs', runId);

/** Stands beside `run.json` while the run has not come to its end. */
export const writeWish = async (studyFolder: string, runId: string, wish: ModelRunWish): Promise<void> => {
  const folder = folderOf(studyFolder, runId);
  await mkdir(folder, { recursive: true });
  await writeTextFile(path.join(folder, wishName), `${JSON.stringify(wish, null, 2)}\n`);
};

/** The run has ended, or a person has ended it: nobody is to go on with it. A folder that held nothing else goes too. */
export const removeWish = async (studyFolder: string, runId: string): Promise<void> => {
  const folder = folderOf(studyFolder, runId);
  await rm(path.join(folder, wishName), { force: true });
  const rest = await readdir(folder).catch(() => ['?']);
  if (rest.length === 0) await rm(folder, { recursive: true, force: true });
};

const textOf = async (file: string): Promise<string | null> => {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null || text.length > mostBytes ? null : text;
};

const wishIn = async (folder: string): Promise<ModelRunWish | null> => {
  const text = await textOf(path.join(folder, wishName));
  if (text === null) return null;
  try {
    const read = wishShape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

const left = async (studyFolder: string, runId: string): Promise<LeftModelRun | null> => {
  const folder = folderOf(studyFolder, runId);
  const wish = await wishIn(folder);
  if (wish === null || (await isLocked(path.join(folder, runLockName)))) return null;
  const events = await readFile(path.join(folder, eventsName), 'utf8').catch(() => '');
  return { runId, wish, done: runStateOf(readRunEvents(events)).ended.size };
};

/** Runs of models that the editor began and that no live process has, the newest first. */
export const leftModelRuns = async (studyFolder: string): Promise<readonly LeftModelRun[]> => {
  const names = await readdir(path.join(studyFolder, 'runs'), { withFileTypes: true }).catch(() => []);
  const folders = names.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const found = await Promise.all(folders.map((name) => left(studyFolder, name)));
  return found.filter((run) => run !== null).sort((a, b) => Date.parse(b.wish.at) - Date.parse(a.wish.at));
};

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { CleanReport } from '../../core/run/container/engine';
import type { FoundJob } from '../../core/run/container/foundJob';
import { type ProcessIdentity, standingOf, thisProcess } from '../jobs/processIdentity';
import { sessionLabel } from '../jobs/sessionLabel';
import { folderPrefix, temporaryFolder } from './jobFolders';
import { killMarked } from './processTree';
import { removeFolder } from './removeFolder';

const dayMs = 24 * 60 * 60 * 1000;

type Labels = Readonly<Record<string, string>>;

interface Owner extends ProcessIdentity {
  readonly job: string;
  readonly labels: Labels;
  readonly startedAt: string;
}

const ownerFile = (root: string): string => path.join(root, 'owner.json');

/** Says in the job's folder what it is and who waits for it, so that it can be cleared away once nobody does. */
export const writeOwner = async (root: string, job: string, labels: Labels): Promise<void> => {
  const owner: Owner = { ...(await thisProcess()), job, labels, startedAt: new Date().toISOString() };
  await writeFile(ownerFile(root), JSON.stringify(owner));
};

const textsOf = (labels: unknown): Labels =>
  Object.fromEntries(
    Object.entries(typeof labels === 'object' && labels !== null ? labels : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  );

/** The job could have written it too: it is read as outside data. */
const readOwner = async (root: string): Promise<Owner | null> => {
  try {
    const said = JSON.parse(await readFile(ownerFile(root), 'utf8')) as Partial<Record<keyof Owner, unknown>>;
    const { pid, host, job, born, startedAt } = said;
    if (!Number.isInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') return null;
    if (typeof job !== 'string' || !/^[0-9a-f-]{36}$/.test(job)) return null;
    return {
      pid: Number(pid),
      host,
      job,
      born: typeof born === 'string' ? born : null,
      labels: textsOf(said.labels),
      startedAt: typeof startedAt === 'string' ? startedAt : '',
    };
  } catch {
    return null;
  }
};

/** Why a folder is left alone; null where nobody waits for it any more. */
const reasonToKeep = async (owner: Owner | null, madeMs: number): Promise<string | null> => {
  if (owner !== null && owner.host === hostname() && (await standingOf(owner)) === 'gone') return null;
  if (Date.now() - madeMs >= dayMs) return null;
  return owner === null ? 'less than a day old' : `its owner, process ${owner.pid}, is running`;
};

/** Null, or why it could not be removed: another person's folder, for one. */
const clearAway = async (folder: string, owner: Owner | null): Promise<string | null> => {
  if (owner !== null) await killMarked(owner.job);
  return removeFolder(folder).then(
    () => null,
    (error: unknown) => String(error),
  );
};

/** A job's folder as it was found. */
export interface FoundFolder {
  readonly folder: string;
  readonly job: FoundJob;
}

const foundFolder = async (folder: string, owner: Owner): Promise<FoundFolder> => {
  const standing = owner.host === hostname() ? await standingOf(owner) : 'other';
  const result = await stat(path.join(folder, 'out', 'result.json')).catch(() => null);
  const { labels, startedAt } = owner;
  const state = result === null ? 'running' : 'ended';
  return { folder, job: { ref: { id: owner.job }, labels, state, owner: standing, startedAt } };
};

/** Jobs that left a folder on this machine and carry all of these labels. */
export const findFolders = async (wanted: Labels): Promise<readonly FoundFolder[]> => {
  const parent = await temporaryFolder();
  const found: FoundFolder[] = [];
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(parent, name);
    const owner = await readOwner(folder);
    // Nobody takes a session over.
    if (owner === null || owner.labels[sessionLabel] !== undefined) continue;
    if (Object.entries(wanted).some(([label, value]) => owner.labels[label] !== value)) continue;
    found.push(await foundFolder(folder, owner));
  }
  return found;
};

/** Ends what is left of a found job and removes its folder; a failure is not thrown. */
export const clearFolder = async ({ folder, job }: FoundFolder): Promise<void> => {
  await killMarked(job.ref.id);
  await removeFolder(folder).catch(() => undefined);
};

/** Ends the jobs of processes that are gone, and removes their folders and those that are older than a day. */
export const cleanFolders = async (dryRun: boolean): Promise<CleanReport> => {
  const parent = await temporaryFolder();
  const removed: string[] = [];
  const kept: string[] = [];
  for (const name of (await readdir(parent)).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = path.join(parent, name);
    const made = await stat(folder).catch(() => null);
    if (made === null) continue;
    const owner = await readOwner(folder);
    const reason = await reasonToKeep(owner, made.mtimeMs);
    if (reason !== null) {
      kept.push(`${folder}: ${reason}`);
      continue;
    }
    const fault = dryRun ? null : await clearAway(folder, owner);
    if (fault === null) removed.push(folder);
    else kept.push(`${folder}: ${fault}`);
  }
  return { removed, kept };
};

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import type { WorkspaceTie } from '../../core/workspace/workspaces';
import type { GitContext } from './mirror';

const source = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('path'), path: z.string() }),
  z.object({ kind: z.literal('bundle'), path: z.string() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
]);

const image = z.object({
  image: z.string(),
  digest: z.nullable(z.string()),
  testbed: z.string(),
  history: z.enum(['scrub', 'keep']),
});

const record = z.object({
  version: z.literal(1),
  token: z.string(),
  tie: z.object({
    studyRoot: z.nullable(z.string()),
    datasetPath: z.nullable(z.string()),
    instanceId: z.string(),
    source,
    baseCommit: z.string(),
    withTestPatch: z.boolean(),
    testFiles: z.record(z.string(), z.string()),
    openedAt: z.string(),
    image: z.optional(image),
    leftOut: z.optional(z.array(z.string())),
    start: z.optional(z.object({ of: z.string(), files: z.record(z.string(), z.string()) })),
  }),
});

/** Real path of a folder that may not exist yet: that of its parent, and its own name. */
const realFolder = async (folder: string): Promise<string> => {
  const whole = resolve(folder);
  const parent = await realpath(dirname(whole)).catch(() => dirname(whole));
  return realpath(whole).catch(() => join(parent, whole.slice(dirname(whole).length)));
};

/** Path of a file of the cache that belongs to the folder. */
export const besideFolder = async (folder: string, kind: string, { cache }: GitContext): Promise<string> => {
  const hash = createHash('sha256')
    .update(await realFolder(folder))
    .digest('hex')
    .slice(0, 32);
  return join(cache, 'ties', `${hash}.${kind}`);
};

const tokenFile = (folder: string): string => join(folder, '.git', 'touchstone-workspace');

const readRecord = async (folder: string, context: GitContext): Promise<z.infer<typeof record> | null> => {
  const text = await readFile(await besideFolder(folder, 'json', context), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const read = record.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
};

/**
 * What the opened checkout belongs to; null where the folder is none. The tie counts only where the checkout's own
 * `.git` holds its token: a repository can bring a marker along, but never that.
 */
export const readTie = async (folder: string, context: GitContext): Promise<WorkspaceTie | null> => {
  const [found, token] = await Promise.all([
    readRecord(folder, context),
    readFile(tokenFile(folder), 'utf8').catch(() => null),
  ]);
  return found !== null && found.token === token ? tieOf(found) : null;
};

const tieOf = ({ tie: { image: origin, leftOut, start, ...tie } }: z.infer<typeof record>): WorkspaceTie => ({
  ...tie,
  ...(origin === undefined ? {} : { image: origin }),
  ...(leftOut === undefined ? {} : { leftOut }),
  ...(start === undefined ? {} : { start }),
});

/** Puts a fresh token into the checkout at `made`, which will stand at `folder`. */
export const writeToken = async (made: string): Promise<string> => {
  const token = randomBytes(16).toString('hex');
  await writeFile(tokenFile(made), token);
  return token;
};

/** Writes the tie of the checkout at `folder`, whole or not at all. `token` as in its `.git`; read there if left out. */
export const writeTie = async (
  folder: string,
  tie: WorkspaceTie,
  context: GitContext,
  token?: string,
): Promise<void> => {
  const path = await besideFolder(folder, 'json', context);
  const held = token ?? (await readFile(tokenFile(folder), 'utf8'));
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(beside, `${JSON.stringify({ version: 1, token: held, folder, tie }, null, 2)}\n`);
    await rename(beside, path);
  } finally {
    await rm(beside, { force: true });
  }
};
